// Addresses of the scripts that the page runs as workers.

/** The part of the browser's interface against scripts from elsewhere that is used here. */
interface Policies {
  createPolicy(name: string, rules: { createScriptURL: (address: string) => string }): { createScriptURL(address: string): string };
}

/** Scripts that the build of this page writes. */
const OWN = /^\/assets\/[\w-]+\.js$/;

function checked(address: string): string {
  // While the page is developed, workers are modules of the development server.
  if (!import.meta.env.PROD) return address;
  const { origin, pathname } = new URL(address, location.href);
  if (origin !== location.origin || !OWN.test(pathname)) throw new TypeError(`no script of this page: ${address}`);
  return address;
}

const policies = (globalThis as { trustedTypes?: Policies }).trustedTypes;
/** The server permits this policy by its name; it lets nothing through but scripts of this page. */
const policy = policies?.createPolicy('tabula-worker', { createScriptURL: checked });

/** Returns the address as the browser wants it: only that of a script of this page can be run. */
export const scriptAddress = (address: string): string => policy?.createScriptURL(address) ?? checked(address);

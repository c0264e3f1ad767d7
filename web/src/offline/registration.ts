// Registration of the service worker, by the one policy that lets its address through.

/** The service worker: one address for all versions. */
const SCRIPT = '/sw.js';

/** The part of the browser's interface against scripts from elsewhere that is used here. */
interface Policies {
  createPolicy(name: string, rules: { createScriptURL: () => string }): { createScriptURL(address: string): string };
}

/** The server permits this policy by its name; it lets nothing through but the service worker. */
const policy = (globalThis as { trustedTypes?: Policies }).trustedTypes?.createPolicy('tabula-service-worker', { createScriptURL: () => SCRIPT });

/** Registers the service worker. A browser may refuse, as in a private window. */
export const registerWorker = (): Promise<ServiceWorkerRegistration | undefined> =>
  navigator.serviceWorker.register(policy?.createScriptURL(SCRIPT) ?? SCRIPT).catch(() => undefined);

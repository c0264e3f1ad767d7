// Begins with what the page needs without a network, once it has been there for a while.

/** The time after which the page has loaded what it shows, in milliseconds. */
const LATER_MS = 3_000;

let begun = false;

/** Registers the service worker later; nothing where the browser offers none, as on a host that is not secure. */
export function keepLater(): void {
  if (begun || !import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  begun = true;
  setTimeout(() => void import('./offline').then(({ register }) => register(), () => (begun = false)), LATER_MS);
}

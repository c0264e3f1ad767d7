// Parts of a page that are loaded side by side, and come in the order in which they were asked for: what is on a page depends on what happened, and not on
// which file the network brought first.

/** The longest time for which a part waits for those before it, in milliseconds: a file that stalls holds nothing else up. */
const WAIT_MS = 5_000;

/** The part that was asked for last, once it has come or failed. */
let latest: Promise<unknown> = Promise.resolve();

/** Loads a part at once, and returns it once those that were asked for before have come, have failed, or take too long. */
export function inOrder<T>(load: () => Promise<T>): Promise<T> {
  const loading = load();
  const waited = Promise.race([latest, new Promise((resolve) => setTimeout(resolve, WAIT_MS))]);
  const part = waited.then(() => loading);
  latest = part.catch(() => undefined);
  // The part itself tells of a failure.
  loading.catch(() => undefined);
  return part;
}

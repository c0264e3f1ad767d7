// Waiting for something that a test cannot be told of.
import { TIMEOUT_MS } from './player.mjs';

/** Waits until something is so. @param {() => boolean | Promise<boolean>} isSo */
export async function eventually(isSo) {
  const last = Date.now() + TIMEOUT_MS;
  while (!(await inTime(Promise.resolve(isSo()), `${isSo}`))) {
    if (Date.now() > last) throw new Error(`never: ${isSo}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Fails where an answer does not come: that of a service worker which the browser has stopped never comes. @template T @param {Promise<T>} answer @param {string} what */
export async function inTime(answer, what) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  const never = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer: ${what}`)), TIMEOUT_MS);
  });
  try {
    return /** @type {T} */ (await Promise.race([answer, never]));
  } finally {
    clearTimeout(timer);
  }
}

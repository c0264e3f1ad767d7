// Waiting for something that a test cannot be told of.
import { TIMEOUT_MS } from './player.mjs';

/** Waits until something is so. @param {() => boolean | Promise<boolean>} isSo */
export async function eventually(isSo) {
  const last = Date.now() + TIMEOUT_MS;
  for (;;) {
    const isLast = Date.now() > last;
    if (await inTime(Promise.resolve(isSo()), `${isSo}`)) return;
    if (isLast) throw new Error(`never: ${isSo}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/**
 * Repeats an assertion about what comes late until it holds, and fails as it failed at last.
 * @param {() => Promise<void>} assertion
 */
export async function comesTrue(assertion) {
  const last = Date.now() + TIMEOUT_MS;
  for (;;) {
    // The last look begins after the time is over: a pause of the machine takes none away.
    const isLast = Date.now() > last;
    try {
      await assertion();
      return;
    } catch (error) {
      if (isLast) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/**
 * Waits until an element has a text, even if it is soon gone again: begun before what brings it.
 * @param {import('./player.mjs').Player} player @param {string} place a selector @param {string} text
 */
export const sees = ({ page }, place, text) =>
  inTime(
    page.evaluate(
      ([selector = '', words = '']) =>
        new Promise((/** @type {(seen: boolean) => void} */ resolve) => {
          const look = () => {
            if (![...document.querySelectorAll(selector)].some(({ textContent }) => textContent?.includes(words))) return;
            observer.disconnect();
            resolve(true);
          };
          const observer = new MutationObserver(look);
          observer.observe(document, { subtree: true, childList: true, characterData: true });
          look();
        }),
      [place, text],
    ),
    `the text ${text}`,
  );

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

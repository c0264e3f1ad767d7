// Announcements that are spoken, as a test reads them.
/** @typedef {import('./fixtures.mjs').Player} Player */

/** Asks for spoken announcements, and keeps them: Chromium without a screen has no voices. @param {Player} player @param {string} address */
export async function keepSpoken({ page }, address) {
  await page.addInitScript(() => {
    const spoken = /** @type {string[]} */ ([]);
    Object.assign(window, { spoken });
    SpeechSynthesis.prototype.speak = function (/** @type {SpeechSynthesisUtterance} */ { text, lang }) {
      spoken.push(`${lang}: ${text}`);
    };
  });
  await page.goto(address);
  await page.evaluate(() => localStorage.setItem('tabula:settings', JSON.stringify({ speech: true })));
}

/** Waits until words were spoken, and returns the last utterance. @param {Player} player @param {string} words */
export async function waitForSpoken({ page }, words) {
  const said = await page.waitForFunction((words) => {
    const { spoken } = /** @type {Window & { spoken?: string[] }} */ (window);
    return spoken?.some((text) => text.includes(words)) ? spoken : null;
  }, words);
  return (await said.jsonValue())?.at(-1) ?? '';
}

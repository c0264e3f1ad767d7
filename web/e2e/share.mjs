// The device's sheet for sharing, which a browser without a screen does not have: it notes what the page hands over, and closes as if it was dismissed.

/** @typedef {import('./player.mjs').Player} Player */

/** Puts the sheet in place for all pages that are opened after this. @param {Player} player */
export async function standInForSharing({ page }) {
  await page.addInitScript(() => {
    const stage = /** @type {any} */ (window);
    stage.shared = [];
    navigator.share = (what) => {
      stage.shared.push(what);
      return Promise.reject(new DOMException('dismissed', 'AbortError'));
    };
  });
}

/** Returns what the page has handed to the sheet. @param {Player} player @returns {Promise<ShareData[]>} */
export const shared = ({ page }) => page.evaluate(() => /** @type {any} */ (window).shared);

// Screens of many sizes, each also with text at 200 % and with the page enlarged to 200 %, and what must hold on all of them.
import { LONG } from './server.mjs';

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {{ width: number, height: number }} Size */

/** Phones, tablets, an almost square window, laptops and a large screen. */
export const SIZES = [
  [360, 640], [390, 844], [412, 915], [768, 1024], [810, 1080], [899, 1000], [844, 390], [667, 375], [1024, 768], [1080, 810], [1280, 800],
  [1440, 900], [1920, 1080], [2560, 1440],
].map(([width = 0, height = 0]) => ({ width, height }));

/** The screens on which text and page are enlarged: every third, unless there is time for all. */
const ENLARGED = SIZES.filter((_, index) => LONG || index % 3 === 0);

/** Enlarging a page by two leaves it half of the screen's pixels in each direction. */
const SCALES = /** @type {const} */ ([
  { name: '', root: '', zoom: 1 },
  { name: ', text at 200 %', root: '200%', zoom: 1 },
  { name: ', enlarged to 200 %', root: '', zoom: 2 },
]);

/**
 * Looks at a page on every screen, and on screens at every scale, and returns the faults.
 * @param {Page} page
 * @param {string} state
 * @param {{ board: boolean, scrolls: boolean, sizes?: readonly Size[], scales?: readonly typeof SCALES[number][] }} expected whether there is a board,
 *   and whether the page may be longer than the screen at 100 %; the screens and scales, the usual ones where they are left out
 */
export async function checkScreens(page, state, { board, scrolls, sizes, scales = SCALES }) {
  const faults = [];
  for (const { name, root, zoom } of scales) {
    await page.evaluate((size) => document.documentElement.style.setProperty('font-size', size), root);
    for (const { width, height } of sizes ?? (name === '' ? SIZES : ENLARGED)) {
      await page.setViewportSize({ width: Math.floor(width / zoom), height: Math.floor(height / zoom) });
      const found = await page.evaluate(faultsOfScreen, { board, scrolls: scrolls || root !== '' || zoom > 1 });
      faults.push(...found.map((fault) => `${state}, ${width}x${height}${name}: ${fault}`));
    }
  }
  await page.evaluate(() => document.documentElement.style.removeProperty('font-size'));
  return faults;
}

/** Waits until a screen of another size is drawn. @param {Page} page */
export const drawn = (page) =>
  page.evaluate(async () => {
    // As in `faultsOfScreen`.
    for (let frame = 0; frame < 2; frame += 1) await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  });

/** Looks at a page on one phone, and returns the faults. @param {Page} page @param {string} state @param {{ board: boolean, scrolls: boolean }} expected */
export const checkPhone = (page, state, expected) =>
  checkScreens(page, state, { ...expected, sizes: [{ width: 390, height: 844 }], scales: [SCALES[0]] });

/** Runs in the page. @param {{ board: boolean, scrolls: boolean }} expected */
async function faultsOfScreen({ board, scrolls }) {
  // Queries of the screen are answered with the next frame, and components follow with the one after.
  for (let frame = 0; frame < 2; frame += 1) await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  const found = [];
  const root = document.documentElement;
  scrollTo(0, 0);
  // On a phone `innerWidth` grows with what is too wide.
  const shown = Math.min(innerWidth, screen.width);
  if (root.scrollWidth > shown) found.push(`scrolls sideways by ${root.scrollWidth - shown}`);
  if (!scrolls && root.scrollHeight > innerHeight) found.push(`scrolls down by ${root.scrollHeight - innerHeight}`);
  const nameOf = (/** @type {Element} */ element) =>
    `${element.tagName.toLowerCase()} "${(element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 40) || element.className}"`;

  if (board) {
    const side = Math.min(...Object.values((({ width, height }) => ({ width, height }))(
      /** @type {Element} */ (document.querySelector('.table > .board')).getBoundingClientRect())));
    const short = Math.min(innerWidth, innerHeight);
    const share = innerWidth > innerHeight ? 0.72 : 0.9;
    if (side < short * share) found.push(`the board takes ${side.toFixed()} of ${short}`);
  }

  const speech = document.querySelector('.speech');
  if (speech?.checkVisibility({ visibilityProperty: true })) {
    const [box, turn, words] = [speech, ...speech.children].map((element) => element.getBoundingClientRect());
    if (box && turn && (turn.top < box.top || turn.bottom > box.bottom + 1)) found.push('whose turn it is, is cut off');
    if (box && words && words.top + 16 > box.bottom) found.push('the latest announcement is cut off');
  }

  /** Returns why a point of a control cannot be pressed; null if all can. @param {Element} target */
  const coveredBy = (target) => {
    const box = target.getBoundingClientRect();
    for (const [x, y] of /** @type {const} */ ([[0.5, 0.5], [0.15, 0.25], [0.85, 0.25], [0.15, 0.75], [0.85, 0.75]])) {
      const at = { x: box.left + box.width * x, y: box.top + box.height * y };
      const hit = document.elementFromPoint(at.x, at.y);
      if (hit !== null && (target.contains(hit) || hit.contains(target) && hit.tagName === 'LABEL')) continue;
      return hit === null ? `it is off the screen, at ${at.x.toFixed()},${at.y.toFixed()}` : `${hit.tagName.toLowerCase()}.${hit.classList} lies over it`;
    }
    return null;
  };
  // What stands behind an open dialog is not for pressing.
  const within = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document;
  const controls = [...within.querySelectorAll('button, a[href], input, select, summary, [role=switch]')].filter(
    (element) => element.checkVisibility({ visibilityProperty: true }) && !element.closest('.unseen-text'));
  const cells = [...within.querySelectorAll('[role=gridcell]')].filter((element) => element.checkVisibility({ visibilityProperty: true }));
  const width = Math.sqrt(cells.length);
  const corners = cells.filter((_, index) => [0, width - 1, cells.length - width, cells.length - 1].includes(index));
  if (board && controls.length < 2) found.push(`only ${controls.length} controls`);
  for (const control of [...controls, ...corners]) {
    // A radio button, checkbox or switch is pressed by its label.
    const target = control.closest('label') ?? control;
    if (target.getBoundingClientRect().top < 0 || target.getBoundingClientRect().bottom > innerHeight) target.scrollIntoView({ block: 'center', inline: 'nearest' });
    const box = target.getBoundingClientRect();
    const least = corners.includes(target) ? Math.min(16, 128 / width) : 24;
    if (box.width < least || box.height < least) found.push(`${nameOf(target)} is ${box.width.toFixed()}x${box.height.toFixed()}`);
    let fault = coveredBy(target);
    if (fault !== null) {
      // A bar at the edge of the screen lies over what can be scrolled, and a list within the page shows a part of its entries.
      target.scrollIntoView({ block: 'center', inline: 'center' });
      fault = coveredBy(target);
    }
    if (fault !== null) found.push(`${nameOf(target)} cannot be pressed: ${fault}`);
    // Text that is wider than its control is cut off or lies over its neighbour.
    if (target.tagName === 'BUTTON' && target.scrollWidth > target.clientWidth + 2) found.push(`${nameOf(target)} is too narrow for its text`);
  }
  scrollTo(0, 0);
  return found;
}

// Games of other rules in telling moments and at their end, on a phone, a tablet and a desktop: nothing overlaps, is cut off, or is too small for a finger. With
// LONG=1 all twelve games, otherwise a few; with TABULA_SCREENSHOTS=1 a picture of each.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LONG, PHONE, startStage } from './fixtures.mjs';
import { knightsReturn } from './ruleset-games.mjs';
import { close, playToTheEnd } from './ruleset-player.mjs';
import { drawn } from './screens.mjs';

/** @typedef {import('./fixtures.mjs').Player} Player */
/** @typedef {import('./ruleset-player.mjs').Moment} Moment */

const stage = await startStage();

const SCREENS = [{ width: 390, height: 844 }, { width: 820, height: 1180 }, { width: 1280, height: 800 }];

/** The least width and height of what a finger presses, in pixels. */
const FINGER = 44;

/** The moments that are looked at, by plies from 0 and what the player to move does then. */
/** @type {Record<string, { mode: 'Open' | 'Blind', moments: [number, Moment][], script?: import('./ruleset-player.mjs').Script, isShort?: true }>} */
const GAMES = {
  shogi: { mode: 'Open', moments: [[14, 'choice'], [18, 'chosen']], isShort: true },
  xiangqi: { mode: 'Open', moments: [[8, 'chosen']] },
  crazyhouse: { mode: 'Blind', moments: [[8, 'chosen']] },
  seirawan: { mode: 'Open', moments: [[2, 'choice']], isShort: true },
  duck: { mode: 'Open', moments: [[20, 'choice'], [24, 'choice']] },
  amazons: { mode: 'Open', moments: [[6, 'before'], [8, 'choice']] },
  ataxx: { mode: 'Open', moments: [[4, 'before']] },
  'racing-kings': { mode: 'Open', moments: [[10, 'chosen']] },
  janggi: { mode: 'Open', moments: [[11, 'before']], isShort: true },
  chess960: { mode: 'Open', moments: [[4, 'chosen']], script: knightsReturn },
  'kyoto-shogi': { mode: 'Open', moments: [[6, 'choice'], [8, 'before']] },
  breakthrough: { mode: 'Open', moments: [[10, 'chosen']] },
};

/** Returns the buttons that are smaller than a fingertip, but for moves in a list. Runs in the page. @param {number} least */
const smallButtons = (least) =>
  [...document.querySelectorAll('.table button')]
    .filter((button) => button.checkVisibility({ visibilityProperty: true }) && !button.closest('.moves') && button.getBoundingClientRect().width > 1)
    .filter((button) => {
      const { left, top, width, height } = button.getBoundingClientRect();
      // What is pressed may reach beyond what is seen.
      const isHit = (/** @type {number} */ x, /** @type {number} */ y) => button.contains(document.elementFromPoint(left + width / 2 + x, top + height / 2 + y));
      const reach = least / 2 - 1;
      return !(isHit(-reach, 0) && isHit(reach, 0) && isHit(0, -reach) && isHit(0, reach));
    })
    .map((button) => `${(button.getAttribute('aria-label') ?? button.textContent ?? '').trim()} is small`);

/** Returns the buttons of the review that are not wholly on the screen. Runs in the page. */
const buttonsOffScreen = () =>
  [...document.querySelectorAll('.review button')]
    .filter((button) => button.checkVisibility({ visibilityProperty: true }))
    .filter((button) => {
      const { left, top, right, bottom } = button.getBoundingClientRect();
      return right > left && (left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1);
    })
    .map((button) => `${(button.getAttribute('aria-label') ?? button.textContent ?? '').trim()} is off the screen`);

/** Looks at the page of a player on all screens. @param {Player} player @param {string} name @param {boolean} [isOver] */
async function look(player, name, isOver = false) {
  const { page } = player;
  const before = page.viewportSize();
  const small = [];
  for (const size of SCREENS) {
    await page.setViewportSize(size);
    await drawn(page);
    await player.screenshot(`${name}-${size.width}`);
    if (isOver) assert.deepEqual(await page.evaluate(buttonsOffScreen), [], `${name}, ${size.width} wide`);
    else await player.checkLayout(`${name}, ${size.width} wide`);
    if (size.width === 390) small.push(...await page.evaluate(smallButtons, FINGER));
  }
  if (before) await page.setViewportSize(before);
  assert.deepEqual(small, [], name);
}

for (const [ruleset, { mode, moments, isShort, ...script }] of Object.entries(GAMES)) {
  test(`${ruleset} fits on a phone, a tablet and a desktop`, { skip: !LONG && !isShort }, async () => {
    const watch = async (/** @type {Player} */ player, /** @type {number} */ ply, /** @type {Moment} */ moment) => {
      if (moments.some(([at, what]) => at === ply && what === moment)) await look(player, `${ruleset}-${ply}-${moment}`);
    };
    const players = await playToTheEnd(stage, ruleset, { mode, screens: [PHONE, PHONE], watch, ...script });
    for (const player of [players.white, players.black]) await look(player, `${ruleset}-end-${player === players.white ? 'first' : 'second'}`, true);
    await close(players);
  });
}

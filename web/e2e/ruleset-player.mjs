// Scripted games of any ruleset between two browsers, as players play them: by the board, the hands and the choices.
import assert from 'node:assert/strict';
import { assertNumbered, Player, startGame } from './fixtures.mjs';
import { GAMES } from './ruleset-games.mjs';

/** @typedef {import('./ruleset-games.mjs').ScriptedMove} ScriptedMove */

/** A moment of a move: before it; with its piece chosen; and while it waits for a choice. @typedef {'before' | 'chosen' | 'choice'} Moment */

/**
 * Plays a move as a player does: by the board, the hand and the choices.
 * @param {Player} player
 * @param {ScriptedMove} move
 * @param {(moment: Moment) => Promise<void>} look looks at the page of the player on the way
 */
async function play(player, { from, drop, to, promotion, places, choices, pass }, look) {
  const { page } = player;
  await player.waitForTurn('yours');
  await look('before');
  if (pass) {
    await player.press('Pass');
    return;
  }
  if (drop !== undefined) {
    await page.locator(`button[data-drop="${drop}"]:enabled`).click();
    assert.equal(await page.locator(`button[data-drop="${drop}"]`).getAttribute('aria-pressed'), 'true');
  } else await player.tap(from ?? '');
  await look('chosen');
  await player.tap(to ?? '');
  if (promotion !== undefined || places !== undefined) await look('choice');
  if (promotion !== undefined) await page.locator(`[data-choice="${promotion}"]`).click();
  if (places !== undefined && choices === 'squares') await player.tap(places.split(' ')[1] ?? '');
  else if (places !== undefined) await page.locator(`[data-choice$="${places}"]`).click();
}

/**
 * Waits until the rules have come: what can be dropped, chosen and heard depends on them. Large rules take long on a busy machine.
 * @param {Player} player
 */
export const rulesOf = ({ page }) => page.locator('[data-rules]').first().waitFor({ state: 'attached', timeout: 240_000 });

/** @typedef {import('playwright-core').BrowserContextOptions} Screen */
/** @typedef {readonly ScriptedMove[] | ((pieces: Readonly<Record<string, { type: string }>>) => readonly ScriptedMove[])} Script */

/**
 * Plays a scripted game, and looks at the board of either side on the way.
 * @param {Awaited<ReturnType<typeof import('./fixtures.mjs').startStage>>} stage
 * @param {string} ruleset
 * @param {{ mode: 'Open' | 'Blind', screens: [Screen, Screen], look?: number, script?: Script, watch?: (player: Player, ply: number, moment: Moment) => Promise<void> }} options
 *   `script` where it is none of the kept games, or depends on the first position; `watch` looks at the page of the player to move before ply `ply`, which counts from 0
 */
export async function playToTheEnd({ server, browser }, ruleset, { mode, screens, look = 0, script = gameOf(ruleset), watch = async () => undefined }) {
  const [white, black] = await Promise.all([Player.open(browser, screens[0]), Player.open(browser, screens[1])]);
  await startGame(server, white, black, { mode, side: 'White', ruleset });
  await Promise.all([white, black].map(rulesOf));
  const moves = typeof script === 'function' ? script((await white.waitForFrame(({ type }) => type === 'joined')).view.pieces) : script;
  for (const [index, move] of moves.entries()) {
    const mover = index % 2 === 0 ? white : black;
    await play(mover, move, (moment) => watch(mover, index, moment));
    if (index + 1 === look) {
      const watching = index % 2 === 0 ? black : white;
      await watching.waitForTurn('yours');
      await watching.checkAccessibility(`${ruleset} in play`);
      await watching.screenshot(`${ruleset}-${mode}-${watching.page.viewportSize()?.width}`);
    }
  }
  await Promise.all([white, black].map((player) => player.page.getByRole('button', { name: 'Rematch' }).waitFor()));
  return { white, black };
}

/** @param {string} ruleset */
const gameOf = (ruleset) => /** @type {Readonly<Record<string, readonly ScriptedMove[]>>} */ (GAMES)[ruleset] ?? [];

/** Checks the frames and errors of both, and closes them. @param {{ white: Player, black: Player }} players */
export async function close({ white, black }) {
  for (const player of [white, black]) {
    assertNumbered(player);
    assert.deepEqual(player.errors, []);
  }
  await Promise.all([white, black].map(({ context }) => context.close()));
}

// Games of other rules than those of chess, played between two browsers to their end.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertNothingLeaked, assertNumbered, DESKTOP, PHONE, Player, startGame, startStage } from './fixtures.mjs';
import { GAMES } from './ruleset-games.mjs';

/** @typedef {import('./ruleset-games.mjs').ScriptedMove} ScriptedMove */

const { server, browser } = await startStage();

/**
 * Plays a move as a player does: by the board, the hand and the choices.
 * @param {Player} player
 * @param {ScriptedMove} move
 */
async function play(player, { from, drop, to, promotion, places, choices }) {
  const { page } = player;
  await player.waitForTurn('yours');
  if (drop !== undefined) {
    await page.locator(`button[data-drop="${drop}"]:enabled`).click();
    assert.equal(await page.locator(`button[data-drop="${drop}"]`).getAttribute('aria-pressed'), 'true');
  } else await player.tap(from ?? '');
  await player.tap(to);
  if (promotion !== undefined) await page.locator(`[data-choice="${promotion}"]`).click();
  if (places !== undefined && choices === 'squares') await player.tap(places.split(' ')[1] ?? '');
  else if (places !== undefined) await page.locator(`[data-choice$="${places}"]`).click();
}

/**
 * Plays a scripted game, and looks at the board of either side on the way.
 * @param {keyof typeof GAMES} ruleset
 * @param {{ mode: 'Open' | 'Blind', screens: [import('playwright-core').BrowserContextOptions, import('playwright-core').BrowserContextOptions], look?: number }} options
 */
async function playToTheEnd(ruleset, { mode, screens, look = 0 }) {
  const [white, black] = await Promise.all([Player.open(browser, screens[0]), Player.open(browser, screens[1])]);
  await startGame(server, white, black, { mode, side: 'White', ruleset });
  const script = /** @type {readonly ScriptedMove[]} */ (GAMES[ruleset]);
  // The kinds of pieces have come: what can be dropped, chosen and heard depends on them.
  for (const { page } of [white, black]) await page.locator('[data-kinds]').first().waitFor({ state: 'attached' });
  for (const [index, move] of script.entries()) {
    await play(index % 2 === 0 ? white : black, move);
    if (index + 1 === look) {
      const watching = index % 2 === 0 ? black : white;
      await watching.waitForTurn('yours');
      await watching.checkAccessibility(`${ruleset} in play`);
      await watching.screenshot(`${ruleset}-${mode}`);
    }
  }
  await Promise.all([white, black].map((player) => player.page.getByRole('button', { name: 'Rematch' }).waitFor()));
  return { white, black };
}

/** @param {{ white: Player, black: Player }} players */
async function close({ white, black }) {
  for (const player of [white, black]) {
    assertNumbered(player);
    assert.deepEqual(player.errors, []);
  }
  await Promise.all([white, black].map(({ context }) => context.close()));
}

test('shogi is played on phones with drops and promotions, and reviewed with its hands', async () => {
  const players = await playToTheEnd('shogi', { mode: 'Open', screens: [PHONE, PHONE], look: 10 });
  const { page } = players.white;
  assert.match(await page.locator('.moves [data-ply]').last().textContent() ?? '', /#$/);
  assert.ok((await page.locator('[data-hand] [data-drop]').count()) > 0, 'hands in the review');
  await players.white.checkAccessibility('the review of shogi');
  await players.white.screenshot('shogi-review');
  await close(players);
});

test('xiangqi is played on points, with its sides by their names', async () => {
  const players = await playToTheEnd('xiangqi', { mode: 'Open', screens: [PHONE, DESKTOP], look: 4 });
  assert.match(await players.white.page.locator('.lower').textContent() ?? '', /Red/);
  await close(players);
});

test('crazyhouse is played blind, with hands that nobody else sees', async () => {
  const players = await playToTheEnd('crazyhouse', { mode: 'Blind', screens: [PHONE, DESKTOP], look: 6 });
  assertNothingLeaked(players.white, 'w');
  assertNothingLeaked(players.black, 'b');
  for (const [player, theirs] of /** @type {const} */ ([[players.white, 'b'], [players.black, 'w']])) {
    for (const frame of player.received) if (frame.gameStatus !== 'finished') assert.equal(frame.view?.hands?.[theirs], undefined);
  }
  await close(players);
});

test('pieces are gated from the hand', async () => {
  await close(await playToTheEnd('seirawan', { mode: 'Open', screens: [PHONE, DESKTOP], look: 2 }));
});

test('a duck is placed with every move, on a square of the board', async () => {
  await close(await playToTheEnd('duck', { mode: 'Open', screens: [PHONE, DESKTOP], look: 3 }));
});

test('breakthrough ends when a pawn arrives', async () => {
  const players = await playToTheEnd('breakthrough', { mode: 'Open', screens: [DESKTOP, DESKTOP] });
  await players.white.page.getByRole('button', { name: 'Rematch' }).waitFor();
  await close(players);
});

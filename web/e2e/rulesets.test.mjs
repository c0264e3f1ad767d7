// Games of other rules than those of chess, played between two browsers to their end. With LONG=1 those, too, of which other tests show most.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertNothingLeaked, DESKTOP, LONG, PHONE, startStage } from './fixtures.mjs';
import { close, playToTheEnd } from './ruleset-player.mjs';

const stage = await startStage();
/** @param {string} ruleset @param {Parameters<typeof playToTheEnd>[2]} options */
const playOut = (ruleset, options) => playToTheEnd(stage, ruleset, options);

test('shogi is played on phones with drops and promotions, and reviewed with its hands', async () => {
  const players = await playOut('shogi', { mode: 'Open', screens: [PHONE, PHONE], look: 10 });
  const { page } = players.white;
  // Its players write no mark for mate.
  assert.match(await page.locator('.moves [data-ply]').last().textContent() ?? '', /^\+?[A-Z]([1-9][a-i])?[-x*][1-9][a-i][+=]?$/);
  // The gold was dropped: no arrow goes there, and its square is marked.
  await players.white.waitForLabel('e8', /^5b, sente gold, last move$/);
  // Hands in the review.
  await page.locator('[data-hand] [data-drop]').first().waitFor({ state: 'attached' });
  await players.white.checkAccessibility('the review of shogi');
  await players.white.screenshot('shogi-review');
  await close(players);
});

test('xiangqi is played on points, with its sides by their names', { skip: !LONG }, async () => {
  const players = await playOut('xiangqi', { mode: 'Open', screens: [PHONE, DESKTOP], look: 4 });
  assert.match(await players.white.page.locator('.lower').textContent() ?? '', /Red/);
  await close(players);
});

test('crazyhouse is played blind, with hands that nobody else sees', async () => {
  const players = await playOut('crazyhouse', {
    mode: 'Blind', screens: [PHONE, DESKTOP], look: 6,
    watch: async ({ page }, ply) => {
      if (ply !== 0) return;
      // A hand that is not seen is not told as an empty one. Nobody has captured anything, and nothing shows where that would be.
      await page.getByRole('group', { name: 'Hand of Black, unseen', exact: true }).waitFor();
      await page.getByRole('group', { name: 'Hand of White', exact: true }).waitFor();
      assert.equal(await page.locator('.tray:visible').count(), 0);
    },
  });
  assertNothingLeaked(players.white, 'w');
  assertNothingLeaked(players.black, 'b');
  for (const [player, theirs] of /** @type {const} */ ([[players.white, 'b'], [players.black, 'w']])) {
    for (const frame of player.received) if (frame.gameStatus !== 'finished') assert.equal(frame.view?.hands?.[theirs], undefined);
  }
  await close(players);
});

test('pieces are gated from the hand', async () => {
  const players = await playOut('seirawan', { mode: 'Open', screens: [DESKTOP, PHONE], look: 2, watch: async ({ page }, ply) => {
    // No piece of a hand is ever dropped.
    if (ply === 0) assert.doesNotMatch(await page.getByLabel('Type a move').getAttribute('placeholder') ?? '@', /@/);
  } });
  await close(players);
});

test('a duck is placed with every move, on a square of the board', { skip: !LONG }, async () => {
  await close(await playOut('duck', { mode: 'Open', screens: [PHONE, DESKTOP], look: 3 }));
});

test('breakthrough ends when a pawn arrives', { skip: !LONG }, async () => {
  const players = await playOut('breakthrough', { mode: 'Open', screens: [DESKTOP, DESKTOP] });
  await players.white.page.getByRole('button', { name: 'Rematch' }).waitFor();
  await close(players);
});

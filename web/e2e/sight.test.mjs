// Games by sight between two browsers, one of them on a phone: made on the page, read about, played to the capture of a king, and opened by the end.
import assert from 'node:assert/strict';
import { assertNumbered, LONG } from './fixtures.mjs';
import { startTwoPlayers } from './two-players.mjs';

const { server, test } = await startTwoPlayers();

/** @typedef {import('./player.mjs').Player} Player */
/** @typedef {import('./two-players.mjs').Players} Players */

/** Plays moves in turn on both boards. @param {Players} players @param {string} line @param {number} [first] the ply of the first */
async function playOn({ white, black }, line, first = 0) {
  for (const [index, move] of line.split(' ').entries()) {
    const mover = (first + index) % 2 === 0 ? white : black;
    const [, from = '', to = ''] = /^([a-z]\d+)([a-z]\d+)$/.exec(move) ?? [];
    await mover.waitForTurn('yours');
    await mover.move(from, to);
    await mover.waitForFrame(({ ply }) => ply === first + index + 1);
  }
}

/** Checks that no frame of a game that goes on has an enemy piece on a square that is not seen. @param {Player} player @param {'w' | 'b'} own */
function assertFog({ received }, own) {
  let views = 0;
  for (const { view, gameStatus } of received) {
    if (!view || gameStatus === 'finished') continue;
    views += 1;
    for (const [cell, { color }] of Object.entries(view.pieces)) assert.ok(color === own || view.seen.includes(cell), cell);
  }
  assert.ok(views > 3, 'too few views');
}

/** Makes a game by sight on the page, and joins it on the other. @param {Players} players @param {(page: Player['page']) => Promise<void>} choose */
async function begin({ white, black }, choose) {
  await white.page.goto(server.url);
  await choose(white.page);
  await white.page.getByText('By sight', { exact: true }).click();
  await white.screenshot('sight-choice');
  await white.press('Create game');
  const link = await white.page.getByLabel('Link to the game').inputValue();
  await black.page.goto(link);
  await black.page.getByText('The rest is fog').first().waitFor();
  await black.screenshot('sight-terms');
  await black.press('Join');
  for (const { page } of [white, black]) await page.getByRole('grid').waitFor();
}

/** Waits for the end, and checks what both received. @param {Players} players */
async function end({ white, black }) {
  await Promise.all([white, black].map(({ page }) => page.getByRole('button', { name: 'Rematch' }).waitFor()));
  assertFog(white, 'w');
  assertFog(black, 'b');
  assertNumbered(white);
  assertNumbered(black);
}

test('dark chess is made, read about, and played to the capture of a king', async (players) => {
  const { white, black } = players;
  await begin(players, async (page) => page.getByText('White', { exact: true }).click());
  await white.waitForLabel('e4', /^e4, empty/);
  await white.waitForLabel('e5', /^e5, unseen/);
  await playOn(players, 'e2e4 f7f6 d1h5');
  // The queen looks along her diagonal to the king, which nothing announces.
  await white.waitForLabel('e8', /black king/);
  await white.waitForLabel('d8', /^d8, unseen/);
  await white.screenshot('sight-attack');
  await black.waitForLabel('h5', /^h5, unseen/);
  await black.screenshot('sight-attacked');
  await white.checkAccessibility('a board in fog');
  // Coming back shows the same.
  await black.page.reload();
  await black.waitForLabel('h5', /^h5, unseen/);
  // What the queen does not see any more is remembered, also by a page that is opened again, until she sees it.
  await playOn(players, 'a7a6 h5h4', 3);
  await white.waitForLabel('e8', /^e8, unseen, black king, seen at move 2/);
  await white.page.locator('[data-remembered="e8"]').waitFor();
  await white.screenshot('sight-remembered');
  await white.page.reload();
  await white.waitForLabel('e8', /^e8, unseen, black king, seen at move 2/);
  assert.ok(!white.sent.some((frame) => JSON.stringify(frame).includes('seen')));
  await playOn(players, 'a6a5 h4h5', 5);
  await white.waitForLabel('e8', /^e8, black king/);
  assert.equal(await white.page.locator('[data-remembered="e8"]').count(), 0);
  await playOn(players, 'a5a4 h5e8', 7);
  await end(players);
  assert.match(await white.page.locator('.result').textContent() ?? '', /^You won/);
  // The end opens the board.
  await black.waitForLabel('e8', /white queen/);
  await black.waitForLabel('a1', /white rook/);
  await black.screenshot('sight-end');
});

// Four seconds more; the parts of the page are those of the other game.
if (LONG) test('fog xiangqi is played to the capture of a general', async (players) => {
  const { white, black } = players;
  await begin(players, async (page) => {
    await page.getByRole('button', { name: /More games/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: /^Fog xiangqi/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Choose Fog xiangqi' }).click();
    await page.getByText('Red', { exact: true }).click();
  });
  // The cannon sees along its file to the enemy's, which is its screen, and what stands behind it.
  await white.waitForLabel('b10', /horse/);
  await white.waitForLabel('e7', /^e7, unseen/);
  await white.screenshot('sight-xiangqi');
  await playOn(players, 'h3e3 a7a6 e3e7 d10e9 e7e10');
  await end(players);
  await black.waitForLabel('e10', /red cannon/i);
});

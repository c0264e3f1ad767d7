// Further games of other rules between two browsers to their end, on three kinds of screens: what each shows that the others have not. With LONG=1 all.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DESKTOP, LONG, PHONE, Player, startGame, startStage, TABLET } from './fixtures.mjs';
import { knightsReturn } from './ruleset-games.mjs';
import { close, rulesOf, playToTheEnd } from './ruleset-player.mjs';

const stage = await startStage();

/** The result as it is read. @param {Player} player */
const resultOf = ({ page }) => page.locator('.result').textContent();

/** The lines of the log. @param {Player} player */
const logOf = async ({ page }) => (await page.getByRole('log', { name: 'What was said' }).locator('p').allTextContents()).map((line) => line.trim());

/** The moves in the table, with the names above its columns. @param {Player} player */
async function tableOf({ page }) {
  const table = page.locator('.moves');
  await table.waitFor({ state: 'attached' });
  return { sides: await table.locator('thead th').allTextContents(), moves: await table.locator('[data-ply]').allTextContents() };
}

test('a stone is typed onto the board, and a pass is refused while stones can move', async () => {
  const [white, black] = [await Player.open(stage.browser, DESKTOP), await Player.open(stage.browser, PHONE)];
  await startGame(stage.server, white, black, { mode: 'Open', side: 'White', ruleset: 'ataxx' });
  await Promise.all([white, black].map(rulesOf));
  const type = async (/** @type {string} */ text) => {
    const field = white.page.getByLabel('Type a move');
    await field.fill(text);
    await field.press('Enter');
  };
  await type('P@b7');
  await black.waitForTurn('yours');
  const waitForLine = (/** @type {Player} */ { page }, /** @type {string} */ line) =>
    page.getByRole('log', { name: 'What was said' }).getByText(line, { exact: true }).first().waitFor({ state: 'attached' });
  await waitForLine(white, 'You dropped a stone on b7.');
  await waitForLine(black, 'White has dropped a stone on b7.');
  await black.screenshot('ataxx-Open-390');
  await black.move('a1', 'a3');
  await white.waitForTurn('yours');
  await type('hands');
  await white.page.locator('[data-reply]').filter({ hasText: 'In your hand: stone, as many as you like.' }).waitFor();
  // The other stones move: a pass is not offered, and refused.
  assert.ok(await white.page.getByRole('button', { name: 'Pass', exact: true }).isDisabled());
  await type('pass');
  await white.page.getByText('You tried to pass: illegal move.').first().waitFor({ state: 'attached' });
  await Promise.all([white, black].map(({ context }) => context.close()));
});

if (LONG) {
  test('a game of Ataxx ends when no enemy is left', async () => {
    const players = await playToTheEnd(stage, 'ataxx', { mode: 'Open', screens: [DESKTOP, PHONE], look: 3 });
    assert.equal(await resultOf(players.white), 'You won: no legal move is left.');
    await close(players);
  });

  test('two passes end a game of Janggi, and the sides have their names', async () => {
    const players = await playToTheEnd(stage, 'janggi', { mode: 'Open', screens: [TABLET, DESKTOP], look: 11 });
    const { sides, moves } = await tableOf(players.black);
    assert.deepEqual([sides, moves.slice(-2)], [['Move', 'Blue', 'Red'], ['pass', 'pass']]);
    const [blue, red] = [await logOf(players.white), await logOf(players.black)];
    assert.ok(blue.includes('You passed.') && blue.includes('Red has passed.'), blue.join(' '));
    assert.ok(red.includes('You passed.') && red.includes('Blue has passed.'), red.join(' '));
    assert.equal(await resultOf(players.black), 'You won: both sides passed, and the points decide.');
    assert.equal(await resultOf(players.white), 'You lost: both sides passed, and the points decide.');
    await players.black.screenshot('janggi-review');
    await close(players);
  });

  test('an amazon shoots an arrow with every move, until its enemies cannot move', async () => {
    const watch = async (/** @type {Player} */ player, /** @type {number} */ ply, /** @type {string} */ moment) => {
      if (ply !== 8 || moment !== 'choice') return;
      // The amazon stands where it shoots from, and the shot is asked for.
      await player.waitForLabel('h10', /white amazon, /);
      await player.waitForSelected('h10');
      await player.waitForLabel('g9', /^g9, empty/);
      await player.waitForAnnouncement('Choose a marked square for the piece that this move places.');
    };
    const players = await playToTheEnd(stage, 'amazons', { mode: 'Open', screens: [PHONE, TABLET], look: 4, watch });
    const { moves } = await tableOf(players.white);
    assert.equal(moves.at(-1), 'Ah10/Xd10');
    assert.ok((await logOf(players.black)).includes('White has moved g9 to h10. An arrow was placed on d10.'));
    assert.equal(await resultOf(players.black), 'You lost: no legal move is left.');
    await players.white.screenshot('amazons-review');
    await close(players);
  });

  test('the first king on the last rank wins Racing Kings', async () => {
    const players = await playToTheEnd(stage, 'racing-kings', { mode: 'Open', screens: [PHONE, DESKTOP], look: 6 });
    assert.equal(await players.white.page.locator('h1').textContent(), 'Racing Kings, open');
    assert.equal(await resultOf(players.white), 'You won by reaching the goal first.');
    await close(players);
  });

  test('a piece of Kyoto shogi is dropped with either face up', async () => {
    const players = await playToTheEnd(stage, 'kyoto-shogi', { mode: 'Open', screens: [PHONE, TABLET], look: 6 });
    assert.deepEqual((await tableOf(players.white)).sides, ['Move', 'Sente', 'Gote']);
    assert.ok((await logOf(players.white)).includes('You dropped a knight on 5c. It became a gold.'), (await logOf(players.white)).join(' '));
    assert.equal(await resultOf(players.black), 'You lost by checkmate.');
    await close(players);
  });

  test('Chess960 begins with pieces that were drawn, and knights that come back three times draw it', async () => {
    const { white, black } = await playToTheEnd(stage, 'chess960', { mode: 'Open', screens: [TABLET, PHONE], script: knightsReturn });
    const { view } = await white.waitForFrame(({ type }) => type === 'joined');
    assert.deepEqual([...'abcdefgh'].map((file) => view.pieces[`${file}1`]?.type).toSorted(), ['b', 'b', 'k', 'n', 'n', 'q', 'r', 'r']);
    assert.equal(await resultOf(white), 'Drawn by threefold repetition.');
    await white.screenshot('chess960-review');
    await close({ white, black });
  });
}

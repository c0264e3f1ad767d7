// The machine as the other player: one tap on the first page, a game that begins at once, a rematch that it offers.
import assert from 'node:assert/strict';
import { LONG, makeGame } from './fixtures.mjs';
import { checkScreens } from './screens.mjs';
import { startTwoPlayers } from './two-players.mjs';

const { server, test } = await startTwoPlayers();

test('a game against the machine begins at one tap, and it offers a rematch', async ({ white }) => {
  const { page } = white;
  await page.goto(server.url);
  await page.getByText('Open', { exact: true }).click();
  await page.getByText('White', { exact: true }).click();
  await page.getByLabel('Level of the machine').selectOption('1');
  await white.screenshot('machine-first-page');
  await white.press('Play the machine');
  await white.waitForTurn('yours');
  await page.getByText('Machine, level 1').first().waitFor();
  await white.move('e2', 'e4');
  await white.waitForLabel('e4', /white pawn/);
  await white.waitForFrame((frame) => frame.type === 'update' && frame['ply'] === 2);
  await white.waitForTurn('yours');
  await white.screenshot('machine-playing');
  assert.deepEqual(await checkScreens(page, 'a game against the machine', { board: true, scrolls: false }), []);
  await white.press('Resign');
  await page.getByRole('dialog').getByRole('button', { name: 'Resign' }).click();
  const link = page.url();
  await white.press('Accept rematch');
  // It has White now, and begins.
  await white.waitForTurn('yours');
  assert.notEqual(page.url(), link);
  await white.waitForLabel('e8', /black king/);
  // The level is remembered.
  await page.goto(server.url);
  assert.equal(await page.getByLabel('Level of the machine').inputValue(), '1');
});

test('a blind game against the machine begins at one tap, and shows none of its pieces before the end', async ({ white }) => {
  const { page } = white;
  await page.goto(server.url);
  await page.getByText('White', { exact: true }).click();
  await page.getByLabel('Level of the machine').selectOption('1');
  await white.press('Play the machine');
  await white.waitForTurn('yours');
  for (const [ply, from, to] of /** @type {const} */ ([[2, 'e2', 'e3'], [4, 'd2', 'd3']])) {
    await white.move(from, to);
    await white.waitForFrame((frame) => frame.type === 'update' && frame['ply'] === ply);
    await white.waitForTurn('yours');
  }
  await white.waitForLabel('e3', /white pawn/);
  assert.equal(await page.getByRole('gridcell', { name: /black/ }).count(), 0);
  assert.deepEqual(await checkScreens(page, 'a blind game against the machine', { board: true, scrolls: false }), []);
  await white.screenshot('machine-blind');
  await white.press('Resign');
  await page.getByRole('dialog').getByRole('button', { name: 'Resign' }).click();
  await white.waitForLabel('e8', /black king/);
});

test('a game with bids against the machine begins at one tap, and the machine bids', async ({ white }) => {
  const { page } = white;
  await page.goto(server.url);
  await page.getByText('Open', { exact: true }).click();
  await page.getByText('White', { exact: true }).click();
  await page.getByRole('combobox', { name: 'Gambit' }).selectOption({ label: 'Standard' });
  await page.getByLabel('Level of the machine').selectOption('1');
  await white.press('Play the machine');
  await white.waitForTurn('yours');
  await page.locator('[data-points]').filter({ hasText: '39' }).waitFor();
  const state = (/** @type {(frame: any) => boolean} */ fits) => white.waitForFrame((frame) => frame.type === 'gameState.update' && fits(frame));
  await white.move('e2', 'e4');
  await state((frame) => frame.ply === 2 && frame.phase === 'normal');
  await white.waitForTurn('yours');
  // The machine takes the bishop, or one of its pieces can be taken there.
  await white.move('f1', 'a6');
  const next = await state((frame) => (frame.ply === 3 && frame.duel) || (frame.ply === 4 && frame.phase === 'normal'));
  if (!next.duel) {
    await white.waitForTurn('yours');
    const isTaken = next.pieces.some((/** @type {{position: string}} */ piece) => piece.position === 'b7');
    await white.move('a6', isTaken ? 'b7' : 'c8');
  }
  await page.locator('[data-bids=duel]').waitFor();
  await white.screenshot('machine-bids');
  await page.getByLabel('Points to spend').fill('1');
  await white.press('Bid 1');
  await white.waitForFrame((frame) => frame.type === 'duel.outcome');
  await white.press('Resign');
  await page.getByRole('dialog').getByRole('button', { name: 'Resign' }).click();
  await page.getByRole('button', { name: 'Accept rematch' }).waitFor();
});

test('a game with hands fits every screen, with its pieces drawn before its rules are loaded', async ({ white }) => {
  const { page } = white;
  const link = await makeGame(server, white, { mode: 'Open', ruleset: 'shogi', machine: { level: 1 } });
  /** @type {() => void} */
  let release = () => undefined;
  const held = new Promise((resolve) => (release = () => resolve(undefined)));
  await page.route('**/api/rules/shogi*', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(link);
  await page.locator('[data-kinds=shogi]').waitFor({ state: 'attached' });
  const board = () => page.locator('.table > .board').evaluate((element) => element.getBoundingClientRect().width);
  const width = await board();
  release();
  await page.locator('.hand').first().waitFor();
  assert.equal(await board(), width);
  assert.deepEqual(await checkScreens(page, 'a game with hands', { board: true, scrolls: false }), []);
  await white.screenshot('machine-hands');
});

// The same as with hands, in half a minute: rules of a large board are loaded by a program that was not compiled for speed.
if (LONG) test('a game with passes fits every screen', async ({ white }) => {
  const link = await makeGame(server, white, { mode: 'Open', ruleset: 'janggi', machine: { level: 1 } });
  await white.page.goto(link);
  await white.page.getByRole('button', { name: 'Pass' }).waitFor();
  const faults = await checkScreens(white.page, 'a game with passes', { board: true, scrolls: false });
  // A board of nine by ten is as high as others are, and narrower.
  assert.deepEqual(faults.filter((fault) => !fault.includes('the board takes')), []);
});

// Makruk with bids between two browsers: the page offers bids where the game goes with them, with the numbers of its own pieces; a duel is lost and its
// piece retreats, and another is won.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DESKTOP, PHONE, Player, rulesWithTime, startStage } from './fixtures.mjs';

const { server, browser } = await startStage({ rules: rulesWithTime() });

/** Chooses a game on the first page. @param {Player} player @param {string} name */
async function choose(player, name) {
  const { page } = player;
  await page.getByRole('button', { name: /More games/ }).click();
  await page.getByRole('searchbox', { name: 'Search games' }).fill(name);
  await page.locator('.game').filter({ has: page.getByText(name, { exact: true }) }).click();
  await player.press(`Choose ${name}`);
  await page.getByRole('searchbox', { name: 'Search games' }).waitFor({ state: 'detached' });
}

/** Sends both bids and waits for the result. @param {Player} first @param {number} one @param {Player} second @param {number} other @param {RegExp} result */
async function duel(first, one, second, other, result) {
  for (const [{ page }, amount] of /** @type {const} */ ([[first, one], [second, other]])) {
    await page.locator('[data-bids=duel]').waitFor();
    await page.getByLabel('Points to spend').fill(String(amount));
    await page.getByRole('button', { name: `Bid ${amount}`, exact: true }).click();
  }
  await first.page.locator('[data-outcome]').filter({ hasText: result }).waitFor();
}

test('makruk is played with bids: a duel, a retreat, and the values of its own pieces', async () => {
  const [white, black] = await Promise.all([Player.open(browser, DESKTOP), Player.open(browser, PHONE)]);
  const { page } = white;
  await page.goto(server.url);
  const bids = page.getByRole('combobox', { name: 'Gambit' });
  await bids.waitFor();
  // A game with pieces of neither side does not go with bids.
  await choose(white, 'Duck chess');
  await bids.waitFor({ state: 'detached' });
  await choose(white, 'Makruk');
  await page.getByText('Open', { exact: true }).click();
  await page.getByText('White', { exact: true }).click();
  await bids.selectOption({ label: 'Standard' });
  await page.getByText('Each side has 32 points').waitFor();
  await page.getByText('Values of the pieces: khun 6, ruea 5, khon 3, ma 3, met 2, bia 1.').waitFor();
  await white.press('Create game');
  const link = await page.getByLabel('Link to the game').inputValue();
  await black.page.goto(link);
  await black.page.getByText('Each side has 32 points').waitFor();
  await black.join(link);
  for (const player of [white, black]) {
    await player.page.getByRole('grid').waitFor();
    await player.page.locator('[data-points]').filter({ hasText: '32' }).waitFor();
  }

  await white.move('b1', 'd2');
  await black.waitForTurn('yours');
  await black.move('d6', 'd5');
  await white.waitForTurn('yours');
  await white.move('d2', 'e4');
  await black.waitForTurn('yours');
  await black.move('h6', 'h5');
  await white.waitForTurn('yours');
  await white.move('e4', 'f6');
  await page.getByRole('heading', { name: 'Your ma takes the bia on f6?' }).waitFor();
  await black.page.getByText('Their ma takes your bia on f6?').waitFor();
  await white.checkLayout('a duel of makruk');
  await duel(white, 2, black, 6, /Your 2 = strength 2, theirs 6 = 3\.5: repulsed/);
  await page.locator('[data-bids=retreat]').waitFor();
  await page.getByRole('button', { name: 'f5, 2 points' }).click();
  await white.waitForLabel('f5', /ma/);
  await black.waitForTurn('yours');
  await black.waitForLabel('f5', /ma/);

  await black.move('g6', 'f5');
  await page.getByText('Their bia takes your ma on f5?').waitFor();
  await duel(black, 5, white, 1, /captured/);
  await white.waitForLabel('f5', /bia/);
  await white.waitForTurn('yours');
  assert.deepEqual([white.errors, black.errors], [[], []]);
  await Promise.all([white.context.close(), black.context.close()]);
});

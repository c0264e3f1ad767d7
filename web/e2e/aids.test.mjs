// Aids that both players agree on before they join: none, marks, or marks and deductions, between two browsers, one of them on a phone.
import assert from 'node:assert/strict';
import { startGame } from './fixtures.mjs';
import { startTwoPlayers } from './two-players.mjs';

const { server, test } = await startTwoPlayers();

/** @typedef {import('./two-players.mjs').Players} Players */

/** @param {Players} players @param {string} line @param {number} [first] the ply of the first move */
async function playOn({ white, black }, line, first = 0) {
  for (const [index, move] of line.split(' ').entries()) {
    const mover = (first + index) % 2 === 0 ? white : black;
    await mover.waitForTurn('yours');
    await mover.move(move.slice(0, 2), move.slice(2));
    for (const player of [white, black]) await player.waitForFrame(({ ply }) => ply === first + index + 1);
  }
}

test('deductions are chosen, read about, shown, and explained by a tap', async (players) => {
  const { white, black } = players;
  await white.page.goto(server.url);
  await white.page.getByText('Blind', { exact: true }).click();
  await white.page.getByText('White', { exact: true }).click();
  await white.page.getByLabel('Marks').selectOption({ label: 'Marks and deductions' });
  await white.page.getByText('the page shows what follows').waitFor();
  await white.screenshot('aids-choice');
  await white.press('Create game');
  const link = await white.page.getByLabel('Link to the game').inputValue();
  await black.page.goto(link);
  await black.page.locator('dl').filter({ hasText: /Marks\s*You may mark what you believe, and the page shows what follows from the announcements\./ }).waitFor();
  await black.screenshot('aids-terms');
  await black.press('Join');
  for (const { page } of [white, black]) await page.getByRole('grid').waitFor();
  await playOn(players, 'd2d4 e7e5 d4e5 d8g5');
  // The bishop does not get through the queen.
  await white.waitForTurn('yours');
  await white.move('c1', 'h6');
  await white.waitForLabel('g5', /it follows: c1 to h6 was refused: a piece stands on d2, e3, f4, or g5\./);
  assert.equal(await white.page.locator('[data-deduced="some"]').count(), 4);
  await playOn(players, 'c1d2 g5d2', 4);
  await white.waitForLabel('d2', /^d2, unseen.*it follows: .*A piece captured on d2: it stands there\..*on the king|it follows: .*A piece captured on d2: it stands there\./);
  assert.equal(await white.page.locator('[data-deduced="each"][data-at="d2"]').count(), 1);
  // A tap on it says why, in the moderator's place.
  await white.tap('d2');
  await white.waitForAnnouncement(/A piece captured on d2: it stands there\./);
  await white.screenshot('deductions-phone');
  await white.checkAccessibility('deductions');
  // It is read with its square.
  assert.match(await white.page.getByRole('grid').ariaSnapshot(), /gridcell "d2, [^"]*A piece captured on d2: it stands there\./);
  await playOn(players, 'b1d2 a7a6', 6);
  await white.waitForLabel('d2', /white knight/);
  assert.equal(await white.page.locator('[data-deduced]').count(), 0);
  // After the own move what it passed is empty, which the enemy's move may change.
  await white.move('d1', 'a1');
  await playOn(players, 'd2e4', 8);
  await black.screenshot('deductions-desktop');
});

test('without aids the page keeps no marks', async ({ white, black }) => {
  await startGame(server, white, black, { aids: 'none' });
  await white.waitForTurn('yours');
  await white.move('e2', 'e4');
  await white.waitForTurn('theirs');
  assert.equal(await white.page.locator('[data-mind]').count(), 0);
});

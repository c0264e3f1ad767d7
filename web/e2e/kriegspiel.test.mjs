// Blind games before moderators who answer attempts, between two browsers to mate: their choice, what they announce, the question for pawn captures, and
// checks by their direction.
import assert from 'node:assert/strict';
import { assertNothingLeaked, assertNumbered } from './fixtures.mjs';
import { startTwoPlayers } from './two-players.mjs';
import { comesTrue } from './wait.mjs';

const { server, test } = await startTwoPlayers();

/** @typedef {import('./player.mjs').Player} Player */
/** @typedef {import('./two-players.mjs').Players} Players */

/** Types a text into the field for moves, which on a phone is below the log. @param {Player} player @param {string} text */
async function type(player, text) {
  const field = player.page.getByLabel('Type a move');
  await field.waitFor({ state: 'attached' });
  const closed = !(await field.isVisible());
  if (closed) await player.press('Log');
  await field.fill(text);
  await field.press('Enter');
  if (closed) await player.press('Log');
}

/** Waits until the log has a line. @param {Player} player @param {string} line */
const waitForLine = ({ page }, line) => page.getByRole('log', { name: 'What was said' }).getByText(line, { exact: true }).first().waitFor({ state: 'attached' });

/** Plays moves in turn, White on the board and Black by typing. @param {Players} players @param {string} line @param {number} [first] the ply of the first */
async function playOn({ white, black }, line, first = 0) {
  for (const [index, move] of line.split(' ').entries()) {
    const mover = (first + index) % 2 === 0 ? white : black;
    await mover.waitForTurn('yours');
    if (mover === white) await white.move(move.slice(0, 2), move.slice(2));
    else await type(black, move);
    await mover.waitForFrame(({ ply }) => ply === first + index + 1);
  }
}

/** Checks what both received in a game that is over. @param {Players} players */
function checkFrames({ white, black }) {
  assertNothingLeaked(white, 'w');
  assertNothingLeaked(black, 'b');
  assertNumbered(white);
  assertNumbered(black);
}

test('a game before the moderator of Wild 16 is made, read about, and played to mate', async (players) => {
  const { white, black } = players;
  await white.page.goto(server.url);
  await white.page.getByText('Blind', { exact: true }).click();
  await white.page.getByText('White', { exact: true }).click();
  await white.page.getByLabel('Moderator').selectOption({ label: 'Wild 16' });
  const summary = white.page.locator('[data-moderator="wild16"]');
  await comesTrue(async () => assert.match(await summary.textContent() ?? '', /^Wild 16\. You try until a move is legal\. You hear: the square of a captured piece; .* how many pawn captures you have\./));
  await white.screenshot('moderator-choice');
  await white.press('Create game');
  const link = await white.page.getByLabel('Link to the game').inputValue();
  await black.page.goto(link);
  await black.page.locator('dl').filter({ hasText: 'Wild 16. You try until a move is legal.' }).waitFor();
  await black.screenshot('moderator-terms');
  await black.press('Join');
  for (const { page } of [white, black]) await page.getByRole('grid').waitFor();

  await playOn(players, 'f2f4 e7e5');
  await waitForLine(white, 'White has one pawn capture.');
  // What was tried in vain is answered, and another move tried.
  await type(white, 'g1g3');
  await waitForLine(white, 'You tried g1 to g3: illegal move.');
  await playOn(players, 'g2g4 d8h4', 2);
  await Promise.all([white, black].map(({ page }) => page.getByRole('button', { name: 'Rematch' }).waitFor()));
  assert.equal(await white.page.locator('.result').textContent(), 'You lost by checkmate.');
  checkFrames(players);
});

test('in Berkeley with "Any?" pawn captures are asked for by button, key and text, and checks are drawn at the king', async (players) => {
  const { white, black } = players;
  const made = await server.fetch('/api/games', {
    method: 'POST', headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ mode: 'blind', side: 'white', highlightingEnabled: true, moderator: 'berkeley-any' }),
  });
  const { gameId, creatorToken } = /** @type {Record<string, string>} */ (await made.json());
  await white.page.goto(`${server.url}/icon.svg`);
  await white.page.evaluate(([key = '', token = '']) => localStorage.setItem(key, token), [`bc:${gameId}`, creatorToken]);
  await Promise.all([white.page.goto(`${server.url}/g/${gameId}`), black.join(`${server.url}/g/${gameId}`)]);
  for (const { page } of [white, black]) await page.getByRole('grid').waitFor();

  await playOn(players, 'f2f4 e7e5');
  // By the button: there is one, and it has to be made.
  await white.waitForTurn('yours');
  const any = white.page.getByRole('button', { name: 'Any? Ask whether you have a pawn capture' });
  await any.click();
  await Promise.all([white, black].map((player) => waitForLine(player, 'White has a pawn capture.')));
  assert.equal(await any.isDisabled(), true);
  await white.screenshot('any-answered');
  await playOn(players, 'f4e5', 2);
  await waitForLine(black, 'White has moved and captured on e5.');
  // By the key: there is none.
  await black.waitForTurn('yours');
  await black.page.locator('[data-cell][tabindex="0"]').press('a');
  await waitForLine(white, 'Black has no pawn capture.');
  await playOn(players, 'd7d6', 3);
  // By text.
  await white.waitForTurn('yours');
  await type(white, 'any?');
  await white.waitForFrame(({ newAnnouncements = [] }) => newAnnouncements.some((/** @type {any} */ { ply, text }) => ply === 5 && text === 'white_has_any'));
  await playOn(players, 'e5d6 f8d6 b1c3 d8h4', 4);
  await white.waitForTurn('yours');
  await waitForLine(white, 'White is in check on the short diagonal.');
  await white.waitForLabel('e1', /white king, in check on the short diagonal/);
  assert.equal(await white.page.locator('[data-check-line]').count(), 1);
  await white.screenshot('check-by-direction');
  await white.checkAccessibility('a check by its direction');
  await playOn(players, 'g2g3 h4g3 h2g3 d6g3', 8);
  await Promise.all([white, black].map(({ page }) => page.getByRole('button', { name: 'Rematch' }).waitFor()));
  assert.equal(await black.page.locator('.result').textContent(), 'You won by checkmate.');
  checkFrames(players);
});

// Premoves in open games, and announcements that are spoken.
import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import { engineReady, startGame } from './fixtures.mjs';
import { keepSpoken, waitForSpoken } from './speech.mjs';
import { startTwoPlayers } from './two-players.mjs';
import { eventually } from './wait.mjs';

const { server, test } = await startTwoPlayers();

/** Returns the messages about moves that a page has sent. @param {import('./fixtures.mjs').Player} player */
const commits = ({ sent }) => sent.filter(({ type }) => type === 'commit').map(({ from, to }) => `${from}${to ?? ''}`);

/** Waits until the last moves that a page has sent are these: a move is on the board before it is sent. @param {import('./fixtures.mjs').Player} player @param {string[]} moves */
const waitForCommits = (player, ...moves) => eventually(() => isDeepStrictEqual(commits(player).slice(-moves.length), moves));

test('a move chosen on the other side’s turn is made on one’s own, if it is legal then', async ({ white, black }) => {
  await startGame(server, white, black, { mode: 'Open' });
  await engineReady(white, 'e2', 'e4');
  await white.move('e2', 'e4');
  await white.waitForTurn('theirs');

  // By taps.
  await white.move('f1', 'c4');
  await white.waitForAnnouncement('Your next move is chosen');
  await white.waitForLabel('c4', /chosen as your next move/);
  await white.screenshot('premove-phone');
  await white.checkAccessibility('a premove');
  assert.deepEqual(commits(white), ['e2e4']);
  await black.move('d7', 'd5');
  await white.waitForLabel('c4', /white bishop/);
  await black.waitForTurn('yours');
  await waitForCommits(white, 'e2e4', 'f1c4');

  // Dragged; what it would have captured is gone then.
  await white.waitForTurn('theirs');
  await white.drag('e4', 'd5');
  await white.waitForLabel('d5', /chosen as your next move/);
  await black.move('d5', 'c4');
  await white.waitForAnnouncement('Your premove is no longer possible.');
  await white.waitForTurn('yours');
  await white.move('b1', 'a3');
  await white.waitForTurn('theirs');
  await white.drag('a3', 'c4');
  await white.waitForLabel('c4', /chosen as your next move/);
  await black.move('b7', 'b5');
  await white.waitForLabel('c4', /white knight/);
  await white.waitForTurn('theirs');

  // Taken back by a tap on it.
  await white.move('g1', 'f3');
  await white.waitForLabel('f3', /chosen as your next move/);
  await white.tap('f3');
  await white.waitForLabel('f3', /empty/);
  await black.move('b5', 'c4');
  await white.waitForTurn('yours');
  await waitForCommits(white, 'a3c4');

  // Onto an own piece: it takes back what takes it. By taps, then by keys.
  await white.move('d2', 'd3');
  await white.waitForTurn('theirs');
  await white.move('c2', 'd3');
  await white.waitForLabel('d3', /chosen as your next move/);
  await black.move('c4', 'd3');
  await waitForCommits(white, 'd2d3', 'c2d3');
  await white.waitForTurn('theirs');
  await black.waitForTurn('yours');
  for (const cell of ['d1', 'd3']) {
    await white.page.locator(`[data-cell="${cell}"]`).focus();
    await white.page.keyboard.press('Enter');
  }
  await white.waitForLabel('d3', /white pawn.*chosen as your next move/);
  await black.move('d8', 'd3');
  await white.waitForLabel('d3', /white queen/);
  await waitForCommits(white, 'd2d3', 'c2d3', 'd1d3');
});

test('announcements are spoken where the settings ask for it', async ({ white, black }) => {
  await keepSpoken(white, server.url);
  await startGame(server, white, black);
  await engineReady(white, 'e2', 'e4');
  await white.move('e2', 'e4');
  await black.waitForTurn('yours');
  await black.move('d7', 'd5');
  await white.waitForTurn('yours');
  await white.move('b1', 'c3');
  await black.waitForTurn('yours');
  await black.move('d5', 'e4');
  assert.match(await waitForSpoken(white, 'captured'), /^en: .*captured/);
});

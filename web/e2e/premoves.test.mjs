// Premoves in open games, and announcements that are spoken.
import assert from 'node:assert/strict';
import { engineReady, startGame } from './fixtures.mjs';
import { startTwoPlayers } from './two-players.mjs';

const { server, test } = await startTwoPlayers();

/** Returns the messages about moves that a page has sent. @param {import('./fixtures.mjs').Player} player */
const commits = ({ sent }) => sent.filter(({ type }) => type === 'commit').map(({ from, to }) => `${from}${to ?? ''}`);

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
  assert.deepEqual(commits(white), ['e2e4', 'f1c4']);

  // Dragged onto an own piece: it takes back what takes it.
  await white.drag('e4', 'd5');
  await white.waitForLabel('d5', /chosen as your next move/);
  await black.move('d5', 'c4');
  await white.waitForAnnouncement('Your premove is no longer possible.');
  await white.waitForTurn('yours');
  await white.move('b1', 'a3');
  await white.drag('a3', 'c4');
  await white.waitForLabel('c4', /chosen as your next move/);
  await black.move('b7', 'b5');
  await white.waitForLabel('c4', /white knight/);

  // Taken back by a tap on it.
  await white.move('g1', 'f3');
  await white.waitForLabel('f3', /chosen as your next move/);
  await white.tap('f3');
  await white.waitForLabel('f3', /empty/);
  await black.move('b5', 'c4');
  await white.waitForTurn('yours');
  assert.deepEqual(commits(white).at(-1), 'a3c4');
});

test('announcements are spoken where the settings ask for it', async ({ white, black }) => {
  // Chromium without a screen has no voices.
  await white.page.addInitScript(() => {
    const spoken = /** @type {string[]} */ ([]);
    Object.assign(window, { spoken });
    SpeechSynthesis.prototype.speak = function (/** @type {SpeechSynthesisUtterance} */ { text, lang }) {
      spoken.push(`${lang}: ${text}`);
    };
  });
  await white.page.goto(server.url);
  await white.page.evaluate(() => localStorage.setItem('tabula:settings', JSON.stringify({ speech: true })));
  await startGame(server, white, black);
  await engineReady(white, 'e2', 'e4');
  await white.move('e2', 'e4');
  await black.waitForTurn('yours');
  await black.move('d7', 'd5');
  await white.waitForTurn('yours');
  await white.move('b1', 'c3');
  await black.waitForTurn('yours');
  await black.move('d5', 'e4');
  const spoken = await white.page.waitForFunction(() => {
    const { spoken } = /** @type {Window & { spoken?: string[] }} */ (window);
    return spoken?.some((text) => text.includes('captured')) ? spoken : null;
  });
  assert.match((await spoken.jsonValue())?.at(-1) ?? '', /^en: .*captured/);
});

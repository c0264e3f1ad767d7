// Games with covered pieces between two browsers: what is uncovered to both, what one alone is told, a piece that a tap uncovers, and the deal that the end opens.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { assertNumbered, startGame } from './fixtures.mjs';
import { rulesOf } from './ruleset-player.mjs';
import { startTwoPlayers } from './two-players.mjs';

const { server, test } = await startTwoPlayers();

/** @typedef {import('./player.mjs').Player} Player */

/** The last state of the game that a player was sent. @param {Player} player */
const stateOf = ({ received }) => received.findLast(({ view }) => view !== undefined) ?? assert.fail('no state');

/** The words of the tray of captured pieces in the bar of a side. @param {Player} player @param {'.upper' | '.lower'} bar */
const trayOf = async ({ page }, bar) => (await page.locator(`${bar} .tray li .unseen-text`).allTextContents()).map((text) => text.trim());

/** Checks that no text sent to a player before the end names a deal or its seed, and that the end opens what was promised. @param {Player} player */
function assertOpened({ received }) {
  const promised = received.find(({ commitment }) => commitment !== undefined)?.commitment;
  assert.match(promised, /^[0-9a-f]{64}$/);
  const { record } = received.findLast(({ record: there }) => there !== undefined) ?? {};
  const { commitment, seed, feen } = record.deal;
  assert.equal(commitment, promised);
  assert.equal(createHash('sha256').update(`${seed} ${feen}`).digest('hex'), promised);
  for (const frame of received.filter(({ gameStatus }) => gameStatus !== 'finished')) {
    const text = JSON.stringify(frame);
    assert.ok(!text.includes(seed) && !text.includes(feen));
  }
}

/** Ends the game by resigning. @param {Player} player */
async function resign(player) {
  await player.press('Resign');
  await player.page.getByRole('dialog').getByRole('button', { name: 'Resign' }).click();
}

test('in Jieqi a move uncovers a piece for both, and a capture one for its captor alone', async ({ white, black }) => {
  await startGame(server, white, black, { mode: 'Open', side: 'White', ruleset: 'jieqi' });
  await Promise.all([white, black].map(rulesOf));
  await black.waitForLabel('b3', /^b3, red covered piece, moves as cannon/);
  await white.screenshot('jieqi-start');
  await white.move('b3', 'b10');
  await black.waitForTurn('yours');
  const { view, tally, latestMove } = stateOf(black);
  const { qpi, covered } = view.pieces.b10;
  assert.equal(covered, undefined);
  assert.match(qpi, /^X:[AEHRCS]$/);
  assert.match(latestMove.san, /^Cxb10=[AEHRCS]\+?$/);
  await Promise.all([white, black].map((player) => player.waitForLabel('b10', /^b10, red (advisor|elephant|horse|chariot|cannon|soldier)/)));
  // Red alone knows what was taken.
  assert.deepEqual(tally, { byYou: {}, byOpponent: {}, hiddenByOpponent: 1 });
  const [kind] = Object.keys(stateOf(white).tally.byYou);
  assert.match(kind ?? '', /^[aehrcs]$/);
  assert.match((await trayOf(white, '.lower')).join(), /advisor|elephant|horse|chariot|cannon|soldier/);
  assert.match((await trayOf(black, '.upper')).join(), /covered piece/);
  await black.checkAccessibility('Jieqi in play');
  await black.move('a10', 'b10');
  await white.waitForTurn('yours');
  await white.screenshot('jieqi-play');
  await black.screenshot('jieqi-play');
  await white.move('i1', 'i2');
  await black.waitForTurn('yours');
  await resign(black);
  await Promise.all([white, black].map(({ page }) => page.getByRole('button', { name: 'Rematch' }).waitFor()));
  for (const player of [white, black]) {
    assertOpened(player);
    assertNumbered(player);
  }
  // The end tells both what was taken.
  assert.deepEqual(stateOf(black).tally.byOpponent, { [kind ?? '']: 1 });
  assert.equal(stateOf(black).record.plies[0].captured, kind);
  await black.screenshot('jieqi-end');
  // The page checks the promise by itself; one that has stored another finds it broken.
  const verdictOf = async (/** @type {Player} */ player) => {
    await player.press('More');
    const verdict = await player.page.locator('[data-kept]').getAttribute('data-kept');
    await player.checkAccessibility('the deal');
    await player.screenshot('deal');
    await player.press('Close');
    return verdict;
  };
  assert.equal(await verdictOf(black), 'true');
  await white.page.evaluate(() => {
    const key = Object.keys(localStorage).find((key) => key.endsWith(':deal')) ?? '';
    localStorage.setItem(key, '0'.repeat(64));
  });
  assert.equal(await verdictOf(white), 'false');
});

test('in Banqi a tap uncovers a piece, and the first one is its player\'s', async ({ white, black }) => {
  await startGame(server, white, black, { mode: 'Open', side: 'White', ruleset: 'banqi' });
  await Promise.all([white, black].map(rulesOf));
  await white.waitForLabel('c2', /^c2, covered piece/);
  await white.tap('c2');
  await black.waitForTurn('yours');
  await Promise.all([white, black].map((player) => player.waitForLabel('c2', /^c2, red /)));
  await black.tap('f3');
  await white.waitForTurn('yours');
  const { view, latestMove } = stateOf(white);
  assert.match(view.pieces.c2.qpi, /^X:[GAERHCS]$/);
  assert.match(latestMove.san, /^Uf3=[GAERHCSgaerhcs]$/);
  assert.equal(Object.values(view.pieces).filter(({ covered }) => covered).length, 30);
  await white.screenshot('banqi-play');
  await resign(white);
  await Promise.all([white, black].map(({ page }) => page.getByRole('button', { name: 'Rematch' }).waitFor()));
  [white, black].forEach(assertOpened);
});

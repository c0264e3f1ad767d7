// Feedback of the page besides announcements: failed tries, captures, checks, moves in notation.
import assert from 'node:assert/strict';
import { DESKTOP, engineReady, startGame } from './fixtures.mjs';
import { playLine, startTwoPlayers } from './two-players.mjs';

const { server, test } = await startTwoPlayers({ white: DESKTOP });

/** @param {import('./fixtures.mjs').Player} player @param {string | RegExp} text */
const inLog = ({ page }, text) => page.getByRole('log', { name: 'What was said' }).getByText(text, { exact: typeof text === 'string' });

test('a failed try is crossed out for its turn, and logged with what was tried', async ({ white, black }) => {
  await startGame(server, white, black);
  await engineReady(white, 'g1', 'f3');
  await playLine({ white, black }, 'e2e4', 'e7e6', 'f1c4', 'a7a6');
  await white.waitForTurn('yours');
  await white.move('c4', 'f7');
  await white.waitForAnnouncement('Illegal move.');
  await white.waitForLabel('f7', /already tried/);
  assert.equal(await white.page.locator('[data-tried]').count(), 1);
  await inLog(white, 'You tried c4 to f7: illegal move.').waitFor();
  // The same after the page is loaded again: e6 is dotted, f7 is not.
  await white.page.reload();
  await white.waitForLabel('e6', /reachable/);
  await white.waitForLabel('f7', /unseen, already tried$/);
  await inLog(white, 'You tried c4 to f7: illegal move.').waitFor();
  // What fell is told to both, each as they may know it.
  await white.move('c4', 'e6');
  await inLog(white, 'You captured a pawn.').waitFor();
  await inLog(black, 'Your pawn on e6 was captured.').waitFor();
  await black.waitForAnnouncement('Your pawn on e6 was captured.');
  await white.page.locator('[data-tried]').waitFor({ state: 'detached' });
  assert.equal(await black.page.locator('[data-tried]').count(), 0);
  assert.equal(await inLog(black, /tried/).count(), 0);
});

/** @type {import('./fixtures.mjs').GameOptions[]} */
const OPEN_GAMES = [{}, { gambit: 'standard' }];
for (const options of OPEN_GAMES) {
  test(`an open game ${options.gambit ? 'with bids ' : ''}tells why a move is refused, also to a player who only hears`, async ({ white, black }) => {
    await startGame(server, white, black, { mode: 'Open', ...options });
    await engineReady(white, 'g1', 'f3');
    await playLine({ white, black }, 'd2d4', 'e7e6');
    await white.waitForTurn('yours');
    const part = white.page.waitForRequest(/refusal-reason/);
    await white.drag('b1', 'b3');
    await white.waitForAnnouncement('Illegal move.');
    await white.waitForAnnouncement('Not legal: the knight on b1 cannot go to b3.');
    await part;
    await white.page.locator('.region').getByText('Not legal: the knight on b1 cannot go to b3.').waitFor({ state: 'attached' });
    await white.move('b1', 'c3');
    await playLine({ white: black, black: white }, 'f8b4');
    // The knight is pinned.
    await white.move('c3', 'd5');
    await white.waitForAnnouncement('Not legal: the king on e1 could then be captured from b4.');
    await white.screenshot(`refusal-open-${options.gambit ?? 'plain'}`);
    assert.equal(await black.page.getByText('Not legal').count(), 0);
  });
}

test('a blind game never tells why a move is refused', async ({ white, black }) => {
  /** @type {string[]} */
  const loaded = [];
  white.page.on('request', (request) => loaded.push(request.url()));
  await startGame(server, white, black);
  await engineReady(white, 'g1', 'f3');
  await playLine({ white, black }, 'd2d4', 'e7e6');
  await white.waitForTurn('yours');
  await white.drag('b1', 'b3');
  await white.waitForAnnouncement('Illegal move.');
  await white.move('b1', 'c3');
  await playLine({ white: black, black: white }, 'f8b4');
  await white.move('c3', 'd5');
  await white.waitForAnnouncement(/no legal moves|will not help/);
  // A reason would have come before the next turn.
  await white.move('c1', 'd2');
  await black.waitForTurn('yours');
  for (const { page } of [white, black]) assert.doesNotMatch(await page.locator('html').innerHTML(), /Not legal|could then be captured|cannot go to|pinned/);
  assert.deepEqual(loaded.filter((url) => url.includes('refusal-reason')), []);
});

/** Returns the rows of the moves. @param {import('./fixtures.mjs').Player} player */
async function movesOf({ page }) {
  const rows = await page.getByRole('region', { name: 'Moves' }).locator('tbody tr').allInnerTexts();
  return rows.map((row) => row.trim().split(/\s+/).join(' '));
}

test('an open game has all its moves after a reload, and goes on', async ({ white, black }) => {
  await startGame(server, white, black, { mode: 'Open' });
  await playLine({ white, black }, 'e2e4', 'e7e5', 'g1f3', 'b8c6');
  await white.page.reload();
  await white.page.locator('.moves [data-ply="4"]').waitFor();
  assert.deepEqual(await movesOf(white), ['1. e4 e5', '2. Nf3 Nc6']);
  await white.move('f1', 'b5');
  await black.page.reload();
  for (const player of [white, black]) {
    await player.page.locator('.moves [data-ply="5"]').waitFor();
    assert.deepEqual(await movesOf(player), ['1. e4 e5', '2. Nf3 Nc6', '3. Bb5']);
  }
});

test('an open game has its moves in two columns, marks a checked king for both, and counts checks', async ({ white, black }) => {
  await startGame(server, white, black, { mode: 'Open', overlays: ['three-check'] });
  await engineReady(white, 'g1', 'f3');
  await playLine({ white, black }, 'e2e4', 'f7f6', 'd1h5');
  await black.waitForLabel('e8', /in check/);
  await white.waitForLabel('e8', /in check/);
  await white.page.getByRole('img', { name: 'Checks given: 1 of 3' }).waitFor();
  assert.equal(await black.page.locator('[data-checks=w]').innerText(), '+ 1/3');
  assert.equal(await black.page.locator('[data-checks=b]').innerText(), '+ 0/3');
  for (const player of [white, black]) {
    await player.page.locator('.moves [data-ply="3"]').waitFor();
    assert.deepEqual(await movesOf(player), ['1. e4 f6', '2. Qh5+']);
  }
  // An empty chat leaves the room to the log.
  await startGame(server, white, black, { mode: 'Open' });
  const share = () => white.page.evaluate(() => {
    const [chat, panel] = ['.table > .chat', '.table > .log'].map((part) => document.querySelector(part)?.getBoundingClientRect().height ?? 0);
    return { chat: chat ?? 0, log: panel ?? 0 };
  });
  await white.page.getByLabel('Say something').waitFor();
  await white.page.getByRole('log', { name: 'What was said' }).waitFor();
  const empty = await share();
  assert.ok(empty.chat < 160 && empty.log > empty.chat, JSON.stringify(empty));
  await black.page.getByLabel('Say something').fill('Hello');
  await black.press('Send');
  await white.page.getByText('Hello').waitFor();
  assert.ok((await share()).chat > empty.chat);
});

test('who hears the game asks by typing, and goes to the board and back by key', async ({ white, black }) => {
  await startGame(server, white, black);
  await engineReady(white, 'g1', 'f3');
  const { page } = white;
  const frames = () => white.sent.filter(({ type }) => type !== 'pong').length;
  const before = frames();
  const ask = async (/** @type {string} */ question, /** @type {string} */ told) => {
    await page.keyboard.type(question);
    await page.keyboard.press('Enter');
    await page.locator('[data-reply]').getByText(told, { exact: true }).waitFor();
  };
  const toField = async () => {
    await page.locator('[data-typed]').waitFor({ state: 'attached' });
    await page.keyboard.press('/');
    await page.locator('[data-typed]:focus').waitFor();
  };
  await toField();
  await ask('pieces n', 'white knight b1, g1.');
  await ask('e4?', 'e4, light: unseen.');
  await ask('e7', 'e7, dark: unseen.');
  await ask('last', 'Nothing has been said yet.');
  await ask('captured', 'You captured: nothing. Your opponent captured: nothing.');
  // A question sends nothing; a move in the same field does.
  assert.equal(frames(), before);
  await page.keyboard.type('e4');
  await page.keyboard.press('Enter');
  await black.waitForTurn('yours');
  await ask('last', 'You moved e2 to e4.');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await page.locator('[role=gridcell]:focus').waitFor();
  await toField();
  await page.keyboard.press('Tab');
  await page.keyboard.press('b');
  await page.locator('[role=gridcell]:focus').waitFor();
});

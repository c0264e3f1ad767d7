// A game with bids between two browsers, with a delayed spectator in a third: won and lost duels, retreats of a knight and a bishop, and mate. Every
// frame is recorded, and none contains what its viewer may not know.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DESKTOP, PHONE, Player, rulesWithTime, startGame, startStage } from './fixtures.mjs';
import { eventually } from './wait.mjs';

const { server, browser } = await startStage({ rules: rulesWithTime() });

const DELAY_S = 5;
/** How early a timer of the server may be by the clock of the test, in milliseconds. */
const SLACK_MS = 100;

/** @typedef {{ at: number, frame: any }} Received */

/** Records every frame with its time of arrival. @param {Player} player */
function received(player) {
  /** @type {Received[]} */
  const all = [];
  player.page.on('websocket', (socket) => {
    socket.on('framereceived', ({ payload }) => all.push({ at: Date.now(), frame: JSON.parse(payload.toString()) }));
  });
  return all;
}

/** @param {Player} player @param {string} name */
const named = (player, name) => player.page.addInitScript((text) => localStorage.setItem('tabula:name', text), name);

/** @param {Player} player @param {number} amount */
async function bid(player, amount) {
  const { page } = player;
  await page.locator('[data-bids=duel]').waitFor();
  await page.getByLabel('Points to spend').fill(String(amount));
  await player.press(`Bid ${amount}`);
}

/** Sends both bids and waits for the result. @param {Player} first @param {number} one @param {Player} second @param {number} other @param {RegExp} result */
async function duel(first, one, second, other, result) {
  await bid(first, one);
  await first.page.getByText(`You bid ${one}.`).waitFor();
  await bid(second, other);
  await first.page.locator('[data-outcome]').filter({ hasText: result }).waitFor();
}

/** Yields every object in a value, the value itself first. @param {any} value @returns {Generator<any>} */
function* objects(value) {
  if (typeof value !== 'object' || value === null) return;
  yield value;
  for (const inner of Object.values(value)) yield* objects(inner);
}

/** @param {Received[]} all @param {'w' | 'b' | 'spectator'} you */
function assertNothingHidden(all, you) {
  const on = all.filter(({ frame }) => frame.gameStatus !== 'finished' && frame.type !== 'game.over');
  let states = 0;
  for (const { frame } of on) {
    const text = JSON.stringify(frame).slice(0, 400);
    if (frame.bp) {
      states += 1;
      for (const side of ['w', 'b']) {
        if (side !== you) assert.equal(frame.bp[side], null, `a pool of ${side} for ${you}: ${text}`);
      }
    }
    for (const part of objects(frame)) {
      if ('regained' in part) assert.equal(part.by, you, `what came back: ${text}`);
      if (typeof part.notation === 'string' && part.notation.includes('{+')) assert.equal(part.by, you, `what came back: ${text}`);
      if (you === 'spectator') for (const key of ['yourBid', 'capacity', 'token']) assert.ok(frame.type === 'spectator.welcome' || !(key in part), `${key}: ${text}`);
    }
    if (frame.type === 'retreat.options' || frame.retreat) {
      assert.equal((frame.retreat ?? frame).piece.color, you, `where a piece may go: ${text}`);
    }
    assert.equal(frame.record, undefined, `a record before the end: ${text}`);
  }
  assert.ok(states > 10, `${states} states were looked at`);
  // Between the start of a duel and its outcome no frame contains a bid, apart from the own one.
  let asked = false;
  for (const { frame } of on) {
    if (frame.type === 'duel.initiated') asked = true;
    if (frame.type === 'duel.outcome') asked = false;
    if (!asked) continue;
    for (const part of frame.newMoves ?? []) assert.equal(part.duel, undefined, `a bid before it is opened: ${JSON.stringify(frame)}`);
    assert.ok(!('attackerAllocation' in frame), JSON.stringify(frame));
  }
}

/** Returns the types of the frames received between two moments, without pings. @param {Received[]} all @param {number} from @param {number} to */
const between = (all, from, to) => all.filter(({ at, frame }) => at > from && at < to && frame.type !== 'ping').map(({ frame }) => frame.type);

// Requirements gambit-16, gambit-21, gambit-25, gambit-37, gambit-41, gambit-47.
test('a game with bids from the first duel to mate, with a delayed spectator', async () => {
  const white = await Player.open(browser, DESKTOP);
  const black = await Player.open(browser, PHONE);
  const guest = await Player.open(browser, DESKTOP);
  const [toWhite, toBlack, toGuest] = [white, black, guest].map(received);
  assert.ok(toWhite && toBlack && toGuest);
  await named(white, 'Ada Lovelace');
  await named(black, 'Charles');

  // ---- created on the page, with a delay for spectators
  const { page } = white;
  await page.goto(server.url);
  await page.getByText('Open', { exact: true }).click();
  await page.getByText('White', { exact: true }).click();
  await page.getByRole('combobox', { name: 'Gambit' }).selectOption({ label: 'Standard' });
  await page.getByText('Each side has 39 points').waitFor();
  await page.getByText('Name, spectators and chat').click();
  await page.getByRole('slider', { name: 'Spectator delay' }).fill(String(DELAY_S));
  await white.press('Create game');
  const link = await page.getByLabel('Link to the game').inputValue();
  await black.join(link);
  for (const player of [white, black]) {
    await player.page.getByRole('grid').waitFor();
    await player.page.locator('[data-points]').filter({ hasText: '39' }).waitFor();
    await player.page.locator('[data-points]').filter({ hasText: '?' }).waitFor();
  }
  await black.page.getByText('Ada Lovelace').waitFor();
  await page.getByText('Charles').waitFor();
  await white.checkLayout('a game with bids');
  await black.checkLayout('a game with bids');

  // ---- the third person finds both seats taken, and watches by the other link
  await guest.page.goto(link);
  await guest.page.getByRole('heading', { name: 'This game is full' }).waitFor();
  // The page asked whether the game is over and has left a record; the browser notes the answer.
  await eventually(() => guest.errors.length > 0);
  assert.deepEqual(guest.errors.splice(0), ['Failed to load resource: the server responded with a status of 404 (Not Found)']);
  await guest.page.goto(await black.watchLink());
  await guest.page.locator(`[data-delay="${DELAY_S}"]`).waitFor();

  await white.move('e2', 'e4');
  await black.waitForTurn('yours');
  await black.move('e7', 'e5');
  await white.waitForTurn('yours');
  await white.move('f1', 'c4');
  await black.waitForTurn('yours');
  await black.move('b8', 'c6');
  await white.waitForTurn('yours');

  // ---- a bishop is repulsed: a tie at nothing goes to the defender
  await white.move('c4', 'f7');
  await black.page.locator('[data-bids=duel]').waitFor();
  await black.waitForLabel('f7', /duel here/);
  // What tells of the duel comes in more than one frame.
  await black.waitForFrame((frame) => frame.type === 'duel.initiated');
  await black.waitForFrame((frame) => frame.type === 'gameState.update' && frame.phase === 'duel_allocation');
  const asked = Date.now();
  await bid(white, 0);
  await white.page.getByText('You bid 0.').waitFor();
  await new Promise((resolve) => setTimeout(resolve, 500));
  assert.deepEqual(between(toBlack, asked, Date.now()), [], 'nobody receives that the other has bid');
  await bid(black, 0);
  await white.page.getByText('Your 0 = strength 0, theirs 0 = 0: repulsed.').waitFor();
  await black.page.getByText('Your 0 = strength 0, theirs 0 = 0: repulsed.').waitFor();
  await white.waitForLabel('b3', /may retreat here for 1/);
  await white.waitForLabel('c4', /may retreat here, free/);
  await white.waitForLabel('d5', /may retreat here for 1/);
  await white.waitForLabel('e6', /may retreat here for 2/);
  assert.equal(await white.page.getByRole('list', { name: 'Squares to retreat to' }).getByRole('button').count(), 4);
  assert.equal(await black.page.locator('[data-cost]').count(), 0, 'the other sees none of it');
  await white.tap('b3');
  await black.waitForTurn('yours');
  await black.waitForLabel('b3', /white bishop/);

  await black.move('c6', 'b4');
  await white.waitForTurn('yours');
  await white.move('b1', 'c3');
  await black.waitForTurn('yours');

  // ---- a knight is repulsed; its owner sees the cost and the regained points
  await black.move('b4', 'c2');
  await duel(black, 0, white, 0, /repulsed/);
  await black.waitForLabel('c4', /may retreat here for 3/);
  assert.equal(await black.page.locator('[data-cost]').count(), 2, 'where others stand nothing can fall back to');
  await black.page.getByRole('button', { name: 'c4, 3 points' }).click();
  await white.waitForTurn('yours');
  await black.page.getByRole('button', { name: /^\d+ points?$/ }).click();
  await black.page.locator('[data-pool=b]').getByText('−3').waitFor();
  await black.press('Close');

  // ---- a duel is won
  await white.move('b3', 'c4');
  await duel(white, 5, black, 2, /Your 5 = strength 4, theirs 2 = 2: captured/);
  await black.page.getByText('Your 2 = strength 2, theirs 5 = 4: captured.').waitFor();
  await black.waitForTurn('yours');
  await white.waitForLabel('c4', /white bishop/);
  await black.move('h7', 'h6');
  await white.waitForTurn('yours');
  await white.move('d1', 'h5');
  await black.waitForTurn('yours');
  await black.move('a7', 'a6');
  await white.waitForTurn('yours');

  // ---- mate by a capture, with bids
  await white.move('h5', 'f7');
  // The end takes the place of the opened bids.
  await bid(white, 9);
  await white.page.getByText('You bid 9.').waitFor();
  await bid(black, 3);
  await page.locator('.result', { hasText: 'You won by checkmate.' }).waitFor();
  await black.page.locator('.result', { hasText: 'You lost by checkmate.' }).waitFor();
  for (const player of [white, black]) {
    const end = await player.waitForFrame((frame) => frame.gameStatus === 'finished');
    assert.equal(end.winner, 'w');
    assert.equal(typeof end.bp.w, 'number', 'both pools are open at the end');
    assert.equal(typeof end.bp.b, 'number', 'both pools are open at the end');
    assert.equal(await player.page.locator('[data-points]').filter({ hasText: '?' }).count(), 0);
  }

  // ---- the spectator saw everything after the delay, and nothing hidden
  await guest.page.locator('.result', { hasText: 'White won by checkmate.' }).waitFor();
  assertNothingHidden(toWhite, 'w');
  assertNothingHidden(toBlack, 'b');
  assertNothingHidden(toGuest, 'spectator');
  assert.ok(toGuest.some(({ frame }) => frame.type === 'duel.outcome'), 'bids that were opened are everybody’s');
  let compared = 0;
  for (const { at, frame } of toGuest) {
    if (frame.type !== 'gameState.update' || frame.ply === 0) continue;
    // The server's timestamp and the time of arrival are of the same clock.
    const late = at - frame.timestamp;
    assert.ok(late >= DELAY_S * 1_000 - SLACK_MS, `ply ${frame.ply} came ${late} ms after it was so`);
    compared += 1;
  }
  assert.ok(compared >= 10, `${compared} states were compared`);
  assert.deepEqual([...white.errors, ...black.errors, ...guest.errors], []);
  for (const player of [white, black, guest]) await player.context.close();
});

test('a bid is made by keys alone, and its value is shown', async () => {
  const white = await Player.open(browser, DESKTOP);
  const black = await Player.open(browser, DESKTOP);
  const { page } = white;
  await page.goto(server.url);
  await page.getByText('Open', { exact: true }).click();
  await page.getByText('White', { exact: true }).click();
  await page.getByRole('combobox', { name: 'Gambit' }).selectOption({ label: 'Standard' });
  await white.press('Create game');
  await black.join(await page.getByLabel('Link to the game').inputValue());
  await page.getByRole('grid').waitFor();
  await white.move('e2', 'e4');
  await black.waitForTurn('yours');
  await black.move('d7', 'd5');
  await white.waitForTurn('yours');
  await white.move('e4', 'd5');
  const slider = page.getByRole('slider', { name: 'Your bid' });
  await slider.and(page.locator(':focus')).waitFor();
  // A key meant for the board sends no bid: neither a late one nor a held one.
  await page.keyboard.down('Enter');
  await page.getByRole('button', { name: 'Bid 0' }).and(page.locator(':focus')).waitFor();
  for (let repeats = 0; repeats < 5; repeats += 1) await page.keyboard.down('Enter');
  await page.keyboard.up('Enter');
  assert.equal(white.sent.filter(({ type }) => type === 'duel.allocate').length, 0, 'nothing was bid');
  await slider.focus();
  for (let presses = 0; presses < 5; presses += 1) await page.keyboard.press('ArrowRight');
  await page.getByText('Spend 5: strength 3').waitFor();
  await page.keyboard.press('End');
  // The slider ends where more has no effect; the field takes all.
  await page.getByText('Spend 19: strength 10').waitFor();
  await page.getByLabel('Points to spend').fill('40');
  await page.getByText('21 points have no effect').waitFor();
  await slider.focus();
  await page.keyboard.press('Escape');
  assert.ok(await slider.isVisible(), 'a duty is not put off');
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await page.getByText('Spend 2: strength 1.5').waitFor();
  await page.keyboard.press('Enter');
  await page.getByText('You bid 2.').waitFor();
  assert.equal(white.sent.filter(({ type }) => type === 'duel.allocate').length, 1, 'it is sent once');
  // The keys are back at the board.
  await page.locator('[data-cell]:focus').waitFor();
  await bid(black, 1);
  await page.getByText('Your 2 = strength 1.5, theirs 1 = 1: captured.').waitFor();
  await white.press('Continue');
  await black.waitForTurn('yours');
  await white.waitForLabel('d5', /white pawn/);
  assert.deepEqual([...white.errors, ...black.errors], []);
  await white.context.close();
  await black.context.close();
});

test('a piece whose retreat cannot be paid is lost, and a reload shows both bids again', async () => {
  const white = await Player.open(browser, DESKTOP);
  const black = await Player.open(browser, PHONE);
  const { page } = white;
  await page.goto(server.url);
  await page.getByText('Open', { exact: true }).click();
  await page.getByText('White', { exact: true }).click();
  await page.getByRole('combobox', { name: 'Gambit' }).selectOption({ label: 'Risky' });
  await page.getByText('a piece that cannot pay is lost').waitFor();
  await white.press('Create game');
  await black.join(await page.getByLabel('Link to the game').inputValue());
  await page.getByRole('grid').waitFor();
  await white.move('e2', 'e4');
  await black.waitForTurn('yours');
  await black.move('a7', 'a6');
  await white.waitForTurn('yours');
  await white.move('f1', 'a6');
  await page.getByText('Your bishop takes the pawn on a6?').waitFor();
  await black.page.getByText('Their bishop takes your pawn on a6?').waitFor();
  await bid(white, 48);
  await bid(black, 40);
  await page.getByText('Your bishop was repulsed and cannot pay to retreat: it is lost.').waitFor();
  await page.reload();
  await page.getByText('Your 48 = strength 10, theirs 40 = 10: repulsed.').waitFor();
  await white.press('Let it go');
  await black.waitForTurn('yours');
  await white.waitForLabel('f1', /empty/);
  await page.getByText('The piece is lost.').waitFor();
  assert.deepEqual([...white.errors, ...black.errors], []);
  await white.context.close();
  await black.context.close();
});

test('xiangqi is played with bids: a cannon is repulsed and falls back along its line', async () => {
  const [red, black] = await Promise.all([Player.open(browser, PHONE), Player.open(browser, DESKTOP)]);
  await startGame(server, red, black, { mode: 'Open', side: 'White', ruleset: 'xiangqi', gambit: 'xiangqi-standard' });
  for (const player of [red, black]) await player.page.locator('[data-points]').filter({ hasText: '49' }).waitFor();
  await red.waitForTurn('yours');
  // Over the cannon on h8.
  await red.move('h3', 'h10');
  await red.page.getByRole('heading', { name: 'Your cannon takes the horse on h10?' }).waitFor();
  await red.checkLayout('a duel of xiangqi');
  await red.screenshot('bids-xiangqi-duel');
  await duel(red, 2, black, 4, /repulsed/);
  await red.page.locator('[data-bids=retreat]').waitFor();
  await red.screenshot('bids-xiangqi-retreat');
  await red.checkLayout('a retreat of xiangqi');
  await red.page.getByRole('button', { name: 'h5, 2 points' }).click();
  await red.waitForLabel('h5', /cannon/);
  await black.waitForTurn('yours');
  await black.waitForLabel('h5', /cannon/);
  assert.deepEqual([red.errors, black.errors], [[], []]);
  await Promise.all([red.context.close(), black.context.close()]);
});

// Play at the board: refusals, promotion, draws, resignation, marks, keys and typed moves.
import assert from 'node:assert/strict';
import { assertNothingLeaked, engineReady, startGame, Player, SMALL_PHONE } from './fixtures.mjs';
import { playLine, startTwoPlayers } from './two-players.mjs';

const { server, browser, test } = await startTwoPlayers({ motion: true });

/** Returns the number of frames that a page has sent, without pongs, which may go out at any time. @param {Player} player */
const sentCount = ({ sent }) => sent.filter(({ type }) => type !== 'pong').length;

// Requirements blind-12, blind-106.
test('arming is reversible and sends nothing', async ({ white, black }) => {
  await startGame(server, white, black);
  await engineReady(white, 'g1', 'f3');
  const before = sentCount(white);
  await white.tap('g1');
  await white.waitForSelected('g1');
  await white.waitForLabel('f3', /unseen, reachable/);
  await white.waitForLabel('g3', /unseen$/);
  await white.screenshot('armed-phone');
  // Whether a piece is chosen is told by the state of its square, and once.
  await white.waitForLabel('g1', /white knight$/);
  await white.tap('g1');
  await white.waitForNoneSelected();
  await white.tap('b1');
  await white.tap('e2');
  await white.waitForSelected('e2');
  // A tap on an unreachable square or beside the board puts the piece back.
  await white.tap('e6');
  await white.waitForNoneSelected();
  await white.tap('e2');
  await white.page.locator('.line').tap();
  await white.waitForLabel('e2', /white pawn$/);
  assert.equal(sentCount(white), before);
});

// Requirements blind-13, blind-105.
test('refusals are shown at their square and in the moderator’s line, to the player who tried', async ({ white, black }) => {
  await startGame(server, white, black, { highlighting: false });
  assert.equal(await white.page.locator('.board .dot').count(), 0);
  await white.move('e2', 'e5');
  await white.waitForAnnouncement('Illegal move.');
  await white.waitForLabel('e5', /refused/);
  await white.waitForLabel('e2', /touched, must move/);
  await white.screenshot('refusal-phone');
  await white.screenshot('touched-phone');
  // A touched piece is not put back.
  await white.page.keyboard.press('Escape');
  await white.tap('e2');
  await white.waitForAnnouncement('You touched this piece: it must move.');
  await white.tap('d2');
  await white.waitForAnnouncement('You touched another piece');
  await white.waitForLabel('d2', /refused/);
  await white.tap('e4');
  await black.waitForTurn('yours');
  assert.equal(black.received.some((frame) => frame.newAnnouncements?.some((/** @type {any} */ one) => one.text === 'illegal_move')), false);

  // Out of turn: refused at once, and nothing is sent.
  const before = sentCount(white);
  await white.move('d2', 'd4');
  await white.waitForAnnouncement('It is not your turn.');
  assert.equal(sentCount(white), before);

  await black.move('a8', 'a5');
  await black.waitForAnnouncement('That piece has no legal moves.');
  await black.waitForLabel('a8', /black rook, already tried$/);
  assertNothingLeaked(white, 'w');
  assertNothingLeaked(black, 'b');
});

// Requirement blind-13.
test('dragging touches the piece before it lands', async ({ white, black }) => {
  await startGame(server, white, black);
  await white.drag('g1', 'g1', async () => undefined);
  assert.equal(white.sent.some((frame) => frame.type === 'commit'), false);
  await white.drag('g1', 'f3', async () => {
    await white.waitForFrame((frame) => frame.touchedPiece === 'g1');
    await white.screenshot('drag-phone');
  });
  await black.waitForTurn('yours');
  // A piece dropped on an own piece is touched too.
  await black.drag('g8', 'h7');
  await black.waitForLabel('g8', /touched, must move/);
  await black.screenshot('touched-desktop');
  await black.drag('g8', 'h6');
  await white.waitForTurn('yours');
  // The touch is refused during the drag: the piece has no legal moves.
  await white.drag('a1', 'a4', () => white.waitForAnnouncement('That piece has no legal moves.'));
  await white.waitForLabel('a1', /white rook, already tried$/);
});

// Requirements blind-21, blind-131.
test('a promotion is chosen on the board, and can be postponed', async ({ white, black }) => {
  await startGame(server, white, black);
  await playLine({ white, black }, 'a2a4', 'b7b5', 'a4b5', 'a7a6', 'b5a6', 'h7h6', 'a6a7', 'h6h5');
  await engineReady(white, 'a7', 'b8');
  await white.move('a7', 'b8');
  const chooser = white.page.getByRole('group', { name: 'Promote to' });
  await chooser.waitFor();
  await white.waitForAnnouncement('Choose what the piece becomes.');
  await white.screenshot('promotion-phone');
  assert.equal(await chooser.getByRole('button').count(), 4);
  await white.page.keyboard.press('Escape');
  await chooser.waitFor({ state: 'detached' });
  assert.equal(white.sent.some((frame) => frame.to === 'b8'), false);
  await white.drag('a7', 'b8');
  await chooser.waitFor();
  await white.page.keyboard.press('Escape');
  await white.waitForLabel('a7', /touched, must move/);
  await white.tap('b8');
  await white.press('Promote to knight');
  await black.waitForAnnouncement('White has promoted to a knight.');
  await white.waitForLabel('b8', /white knight/);
  assert.deepEqual(white.sent.filter((frame) => frame.to === 'b8').map((frame) => frame.promotion), ['n']);
  // The trays show captures, as far as their player knows them.
  await white.waitForTurn('theirs');
  assert.equal(await white.page.getByText('2 × pawn').count(), 1);
  assert.equal(await white.page.getByText('1 × knight').count(), 1);
  assertNothingLeaked(white, 'w');
  assertNothingLeaked(black, 'b');
});

// Requirement blind-97.
test('castling is never marked in blind play, and is played by two steps of the king', async ({ white, black }) => {
  await startGame(server, white, black);
  await playLine({ white, black }, 'g1f3', 'g8f6', 'g2g3', 'g7g6', 'f1g2', 'f8g7');
  await engineReady(white, 'e1', 'f1');
  await white.tap('e1');
  await white.waitForLabel('g1', /unseen$/);
  await white.tap('g1');
  await black.waitForAnnouncement('White has castled kingside.');
  await white.waitForLabel('f1', /white rook/);
  const input = black.page.getByLabel('Type a move');
  await input.fill('O-O');
  await input.press('Enter');
  await white.waitForAnnouncement('Black has castled kingside.');
});

test('a draw is offered, declined, offered again and accepted; both ask first', async ({ white, black }) => {
  await startGame(server, white, black);
  await white.press('Draw');
  await white.page.getByRole('dialog', { name: 'Offer a draw?' }).waitFor();
  await white.screenshot('draw-dialog-phone');
  await white.press('Keep playing');
  assert.equal(white.sent.some((frame) => frame.type === 'offer-draw'), false);
  await white.press('Draw');
  await white.press('Offer draw');
  await black.waitForAnnouncement('Your opponent offers a draw.');
  await white.page.getByRole('button', { name: 'Draw offered' }).waitFor();
  await black.screenshot('draw-offered-desktop');
  await black.press('Decline');
  await white.waitForAnnouncement('Your draw offer was declined.');
  await playLine({ white, black }, 'e2e4');
  await black.press('Draw');
  await black.press('Offer draw');
  await white.press('Accept draw');
  for (const player of [white, black]) await player.page.locator('.result', { hasText: 'Drawn by agreement.' }).waitFor();
});

test('resigning asks for confirmation, and ends the game for both', async ({ white, black }) => {
  await startGame(server, white, black);
  await black.press('Resign');
  const dialog = black.page.getByRole('dialog', { name: 'Resign this game?' });
  await dialog.waitFor();
  await black.page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  await black.press('Resign');
  await dialog.getByRole('button', { name: 'Resign' }).click();
  await black.page.locator('.result', { hasText: 'You resigned.' }).waitFor();
  await white.page.locator('.result', { hasText: 'You won: your opponent resigned.' }).waitFor();
});

// Requirements blind-19, blind-107, gambit-33.
test('an open game shows everything, with dots and rings', async ({ white, black }) => {
  await startGame(server, white, black, { mode: 'Open' });
  await white.waitForLabel('e8', /black king$/);
  await white.waitForLabel('e4', /^e4, empty$/);
  await playLine({ white, black }, 'e2e4', 'd7d5');
  await engineReady(white, 'e4', 'e5');
  await white.tap('e4');
  await white.waitForLabel('d5', /black pawn, can be captured/);
  await white.waitForLabel('e5', /empty, reachable/);
  assert.equal(await white.page.locator('.board .ring').count(), 1);
  assert.equal(await white.page.locator('.board .dot').count(), 1);
  await white.screenshot('open-phone');
  await white.tap('d5');
  await black.waitForAnnouncement('White has moved e4 to d5 and captured.');
  await black.waitForLabel('d5', /white pawn, last move/);
});

// Requirement engine-1.
test('the whole game can be played by keyboard', async ({ white, black }) => {
  await startGame(server, black, white, { side: 'Black' });
  const page = black.page;
  await white.move('e2', 'e4');
  await black.waitForTurn('yours');
  await page.getByRole('grid').getByRole('gridcell', { name: /^h8/ }).focus();
  for (const key of ['ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowUp']) await page.keyboard.press(key);
  assert.match((await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))) ?? '', /^e7, black pawn/);
  await page.keyboard.press('Enter');
  await black.waitForSelected('e7');
  await page.keyboard.press('Escape');
  await black.waitForNoneSelected();
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await black.screenshot('keyboard-desktop');
  await page.keyboard.press('Enter');
  await white.waitForAnnouncement('Black has moved.');

  await page.keyboard.press('?');
  const help = page.getByRole('dialog', { name: 'Keyboard' });
  await help.waitFor();
  await black.screenshot('help-desktop');
  await page.keyboard.press('Escape');
  await help.waitFor({ state: 'hidden' });

  await white.move('d2', 'd4');
  await black.waitForTurn('yours');
  await page.locator('.typed input').waitFor({ state: 'attached' });
  await page.keyboard.press('/');
  await page.locator('.typed input:focus').waitFor();
  for (const [typed, answer] of [
    ['hello', 'That is not a move.'],
    ['e4e5', 'You have no such piece there.'],
    ['Nd4', 'None of your pieces can go there.'],
  ]) {
    await page.keyboard.type(/** @type {string} */ (typed));
    await page.keyboard.press('Enter');
    await page.getByText(/** @type {string} */ (answer)).waitFor();
    await page.keyboard.press('Escape');
  }
  await page.keyboard.type('exd4');
  await page.keyboard.press('Enter');
  await white.waitForAnnouncement('Black has moved and captured.');
  await white.waitForLabel('d4', /your piece was taken here/);
});

test('with confirmation on, nothing is touched before it is given', async ({ white, black }) => {
  await startGame(server, white, black);
  await black.press('More');
  await black.press('Settings');
  await black.page.getByRole('switch', { name: /Confirm each move/ }).click();
  await black.press('Close');
  await white.move('e2', 'e4');
  await black.waitForTurn('yours');
  await black.drag('g8', 'f6');
  await black.press('Put back');
  assert.equal(black.sent.some((frame) => frame.type === 'commit'), false);
  await black.move('g8', 'f6');
  await black.press('Move g8 to f6?');
  await white.waitForAnnouncement('Black has moved.');
});

// Requirement blind-3.
test('a small phone holds the whole game without scrolling', async ({ black }) => {
  const small = await Player.open(browser, SMALL_PHONE);
  await startGame(server, small, black);
  await small.checkLayout('the start');
  await small.screenshot('start-small');
  await small.drag('g1', 'h2');
  await small.waitForLabel('g1', /touched/);
  await small.checkLayout('touched');
  await small.drag('g1', 'f3');
  await black.waitForTurn('yours');
  await black.press('Draw');
  await black.press('Offer draw');
  await small.press('Decline');
  await small.press('Log');
  await small.checkLayout('with the log');
  await small.screenshot('log-small');
  await small.press('Log');
  await black.press('Resign');
  await black.page.getByRole('dialog').getByRole('button', { name: 'Resign' }).click();
  await small.page.locator('.result', { hasText: 'You won: your opponent resigned.' }).waitFor();
  await small.checkLayout('the end');
  await small.screenshot('end-small');
  await black.checkLayout('the end on a desktop');
  assert.deepEqual(small.errors, []);
  await small.context.close();
});

test('squares smaller than a fingertip are enlarged under the finger', async ({ black }) => {
  const narrow = await Player.open(browser, { ...SMALL_PHONE, viewport: { width: 264, height: 560 } });
  await startGame(server, narrow, black);
  assert.equal(await narrow.page.locator('.loupe').count(), 0);
  await narrow.drag('g1', 'f3', async () => {
    await narrow.page.locator('.loupe').waitFor();
    await narrow.screenshot('loupe-narrow');
  });
  await black.waitForTurn('yours');
  assert.equal(await narrow.page.locator('.loupe').count(), 0);
  await narrow.context.close();
});

test('a piece of any ruleset is drawn, with its letter, side and state', async ({ white, black }) => {
  // A chess game with its pieces renamed: the page must show pieces that it does not know.
  await white.page.routeWebSocket(/\/ws\?/, (socket) => {
    const onwards = socket.connectToServer();
    socket.onMessage((message) => onwards.send(message));
    onwards.onMessage((message) => {
      const other = { P: 'S:+G', N: 'S:-L', B: 'S:B', R: 'S:+R', Q: 'S:S', K: 'S:K^' };
      socket.send(message.toString().replace(/"C:[+-]?([A-Z])\^?"/g, (_, letter) => `"${other[/** @type {'P'} */ (letter)]}"`)
        .replace(/"c:([+-]?[a-z]\^?)"/g, '"s:$1"').replace(/"type":"p"/g, '"type":"g"'));
    });
  });
  await startGame(server, white, black, { mode: 'Open' });
  await white.waitForLabel('e2', /White, piece S:\+G/);
  await white.page.locator('.board .tile').nth(31).waitFor({ state: 'attached' });
  assert.equal(await white.page.locator('.board .tile').count(), 32);
  assert.equal(await white.page.locator('.board .letter', { hasText: 'G' }).count(), 8);
  await white.screenshot('other-pieces-phone');
});

// What happens at one table: refusals, promotion, draws, resignation, marks, keys and typed moves.
import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { assertNothingLeaked, DESKTOP, engineReady, meet, PHONE, Player, SMALL_PHONE, stage } from './support.mjs';

const { server, browser } = await stage();
/** @type {Player} */
let white;
/** @type {Player} */
let black;

beforeEach(async () => {
  [white, black] = await Promise.all([Player.sit(browser, PHONE), Player.sit(browser, DESKTOP)]);
});
afterEach(async () => {
  assert.deepEqual([...white.complaints, ...black.complaints], []);
  await Promise.all([white.context.close(), black.context.close()]);
});

/** Plays moves by typing on the desktop and tapping on the phone. @param {string[]} moves */
async function line(...moves) {
  for (const [ply, move] of moves.entries()) {
    const mover = ply % 2 === 0 ? white : black;
    await mover.turn('yours');
    await mover.move(move.slice(0, 2), move.slice(2, 4));
    await mover.turn('theirs');
  }
}

/** How much a page has said; the answer to the server's question whether it is there may go out at any time. @param {Player} player */
const said = ({ said: frames }) => frames.filter(({ type }) => type !== 'pong').length;

test('arming is reversible and tells the server nothing', async () => {
  await meet(server, white, black);
  await engineReady(white, 'g1', 'f3');
  const before = said(white);
  await white.tap('g1');
  await white.labelled('g1', /white knight, armed/);
  await white.labelled('f3', /unseen, reachable/);
  await white.labelled('g3', /unseen$/);
  await white.shot('armed-phone');
  await white.tap('g1');
  await white.labelled('g1', /white knight$/);
  await white.tap('b1');
  await white.tap('e2');
  await white.labelled('b1', /white knight$/);
  await white.labelled('e2', /white pawn, armed/);
  // A square that the piece cannot reach is elsewhere, and so is the room beside the board.
  await white.tap('e6');
  await white.labelled('e2', /white pawn$/);
  await white.tap('e2');
  await white.page.locator('.line').tap();
  await white.labelled('e2', /white pawn$/);
  assert.equal(said(white), before);
});

test('refusals answer where they happened and in the moderator’s line, to the one who tried', async () => {
  await meet(server, white, black, { highlighting: false });
  assert.equal(await white.page.locator('.board .dot').count(), 0);
  await white.move('e2', 'e5');
  await white.hears('Illegal move.');
  await white.labelled('e5', /refused/);
  await white.labelled('e2', /touched, must move/);
  await white.shot('refusal-phone');
  await white.shot('touched-phone');
  // A touched piece is not put back.
  await white.page.keyboard.press('Escape');
  await white.tap('e2');
  await white.hears('You touched this piece: it must move.');
  await white.tap('d2');
  await white.hears('You touched another piece');
  await white.labelled('d2', /refused/);
  await white.tap('e4');
  await black.turn('yours');
  assert.equal(black.heard.some((frame) => frame.newAnnouncements?.some((/** @type {any} */ one) => one.text === 'illegal_move')), false);

  // Not my turn: said at once, and nothing is sent.
  const before = said(white);
  await white.move('d2', 'd4');
  await white.hears('It is not your turn.');
  assert.equal(said(white), before);

  await black.move('a8', 'a5');
  await black.hears('That piece has no legal moves.');
  await black.labelled('a8', /black rook$/);
  assertNothingLeaked(white, 'w');
  assertNothingLeaked(black, 'b');
});

test('dragging touches the piece before it lands', async () => {
  await meet(server, white, black);
  await white.drag('g1', 'g1', async () => undefined);
  assert.equal(white.said.some((frame) => frame.type === 'commit'), false);
  await white.drag('g1', 'f3', async () => {
    await white.hasHeard((frame) => frame.touchedPiece === 'g1');
    await white.shot('drag-phone');
  });
  await black.turn('yours');
  // Dropped on an own piece: touched all the same.
  await black.drag('g8', 'h7');
  await black.labelled('g8', /touched, must move/);
  await black.shot('touched-desktop');
  await black.drag('g8', 'h6');
  await white.turn('yours');
  // A try that is refused in the air: the piece was never free to go.
  await white.drag('a1', 'a4');
  await white.hears('That piece has no legal moves.');
  await white.labelled('a1', /white rook$/);
});

test('a pawn is promoted on the board, the choice can be put off', async () => {
  await meet(server, white, black);
  await line('a2a4', 'b7b5', 'a4b5', 'a7a6', 'b5a6', 'h7h6', 'a6a7', 'h6h5');
  await engineReady(white, 'a7', 'b8');
  await white.move('a7', 'b8');
  const chooser = white.page.getByRole('group', { name: 'Promote to' });
  await chooser.waitFor();
  await white.hears('Choose what the piece becomes.');
  await white.shot('promotion-phone');
  assert.equal(await chooser.getByRole('button').count(), 4);
  await white.page.keyboard.press('Escape');
  await chooser.waitFor({ state: 'detached' });
  assert.equal(white.said.some((frame) => frame.to === 'b8'), false);
  await white.drag('a7', 'b8');
  await chooser.waitFor();
  await white.page.keyboard.press('Escape');
  await white.labelled('a7', /touched, must move/);
  await white.tap('b8');
  await white.press('Promote to knight');
  await black.hears('White has promoted to a knight.');
  await white.labelled('b8', /white knight/);
  assert.deepEqual(white.said.filter((frame) => frame.to === 'b8').map((frame) => frame.promotion), ['n']);
  // The trays: what was taken, as the takers know it.
  assert.equal(await white.page.getByText('2 × pawn').count(), 1);
  assert.equal(await white.page.getByText('1 × knight').count(), 1);
  assertNothingLeaked(white, 'w');
  assertNothingLeaked(black, 'b');
});

test('castling is never marked in blind play, and is played by two steps of the king', async () => {
  await meet(server, white, black);
  await line('g1f3', 'g8f6', 'g2g3', 'g7g6', 'f1g2', 'f8g7');
  await engineReady(white, 'e1', 'f1');
  await white.tap('e1');
  await white.labelled('g1', /unseen$/);
  await white.tap('g1');
  await black.hears('White has castled kingside.');
  await white.labelled('f1', /white rook/);
  const input = black.page.getByLabel('Type a move');
  await input.fill('O-O');
  await input.press('Enter');
  await white.hears('Black has castled kingside.');
});

test('a draw is offered, declined, offered again and accepted; both ask first', async () => {
  await meet(server, white, black);
  await white.press('Draw');
  await white.page.getByRole('dialog', { name: 'Offer a draw?' }).waitFor();
  await white.shot('draw-dialog-phone');
  await white.press('Keep playing');
  assert.equal(white.said.some((frame) => frame.type === 'offer-draw'), false);
  await white.press('Draw');
  await white.press('Offer draw');
  await black.hears('Your opponent offers a draw.');
  await white.page.getByRole('button', { name: 'Draw offered' }).waitFor();
  await black.shot('draw-offered-desktop');
  await black.press('Decline');
  await white.hears('Your draw offer was declined.');
  await line('e2e4');
  await black.press('Draw');
  await black.press('Offer draw');
  await white.press('Accept draw');
  for (const player of [white, black]) await player.page.getByText('Drawn by agreement.').waitFor();
});

test('resigning asks, and ends the game for both', async () => {
  await meet(server, white, black);
  await black.press('Resign');
  const dialog = black.page.getByRole('dialog', { name: 'Resign this game?' });
  await dialog.waitFor();
  await black.page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  await black.press('Resign');
  await dialog.getByRole('button', { name: 'Resign' }).click();
  await black.page.getByText('You resigned.').waitFor();
  await white.page.getByText('You won: your opponent resigned.').waitFor();
});

test('an open game shows everything, with dots and rings', async () => {
  await meet(server, white, black, { mode: 'Open' });
  await white.labelled('e8', /black king$/);
  await white.labelled('e4', /^e4, empty$/);
  await line('e2e4', 'd7d5');
  await engineReady(white, 'e4', 'e5');
  await white.tap('e4');
  await white.labelled('d5', /black pawn, can be captured/);
  await white.labelled('e5', /empty, reachable/);
  assert.equal(await white.page.locator('.board .ring').count(), 1);
  assert.equal(await white.page.locator('.board .dot').count(), 1);
  await white.shot('open-phone');
  await white.tap('d5');
  await black.hears('White has moved e4 to d5 and captured.');
  await black.labelled('d5', /white pawn, last move/);
});

test('the whole game can be played by keyboard', async () => {
  await meet(server, black, white, { side: 'Black' });
  const page = black.page;
  await white.move('e2', 'e4');
  await black.turn('yours');
  await page.getByRole('grid').getByRole('gridcell', { name: /^h8/ }).focus();
  for (const key of ['ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowUp']) await page.keyboard.press(key);
  assert.match((await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))) ?? '', /^e7, black pawn/);
  await page.keyboard.press('Enter');
  await black.labelled('e7', /armed/);
  await page.keyboard.press('Escape');
  await black.labelled('e7', /black pawn$/);
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await black.shot('keyboard-desktop');
  await page.keyboard.press('Enter');
  await white.hears('Black has moved.');

  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keyboard' }).waitFor();
  await black.shot('help-desktop');
  await page.keyboard.press('Escape');

  await white.move('d2', 'd4');
  await black.turn('yours');
  await page.keyboard.press('/');
  for (const [typed, answer] of [
    ['hello', 'That is not a move.'],
    ['e4e5', 'You have no such piece there.'],
    ['Nd4', 'No such piece of yours can try that square.'],
  ]) {
    await page.keyboard.type(/** @type {string} */ (typed));
    await page.keyboard.press('Enter');
    await page.getByText(/** @type {string} */ (answer)).waitFor();
    await page.keyboard.press('Escape');
  }
  await page.keyboard.type('exd4');
  await page.keyboard.press('Enter');
  await white.hears('Black has moved and captured.');
  await white.labelled('d4', /your piece was taken here/);
});

test('a move can be asked to be confirmed, and then nothing is touched before', async () => {
  await meet(server, white, black);
  await black.press('More');
  await black.press('Settings');
  await black.page.getByRole('switch', { name: /Confirm each move/ }).click();
  await black.press('Close');
  await white.move('e2', 'e4');
  await black.turn('yours');
  await black.drag('g8', 'f6');
  await black.press('Put back');
  assert.equal(black.said.some((frame) => frame.type === 'commit'), false);
  await black.move('g8', 'f6');
  await black.press('Move g8 to f6?');
  await white.hears('Black has moved.');
});

test('a small phone holds the whole game without scrolling', async () => {
  const small = await Player.sit(browser, SMALL_PHONE);
  await meet(server, small, black);
  await small.fits('the start');
  await small.shot('start-small');
  await small.drag('g1', 'h2');
  await small.labelled('g1', /touched/);
  await small.fits('touched');
  await small.drag('g1', 'f3');
  await black.turn('yours');
  await black.press('Draw');
  await black.press('Offer draw');
  await small.press('Decline');
  await small.press('Log');
  await small.fits('with the log');
  await small.shot('log-small');
  await small.press('Log');
  await black.press('Resign');
  await black.page.getByRole('dialog').getByRole('button', { name: 'Resign' }).click();
  await small.page.getByText('You won: your opponent resigned.').waitFor();
  await small.fits('the end');
  await small.shot('end-small');
  await black.fits('the end on a desktop');
  assert.deepEqual(small.complaints, []);
  await small.context.close();
});

test('squares smaller than a fingertip are enlarged under the finger', async () => {
  const narrow = await Player.sit(browser, { ...SMALL_PHONE, viewport: { width: 264, height: 560 } });
  await meet(server, narrow, black);
  assert.equal(await narrow.page.locator('.loupe').count(), 0);
  await narrow.drag('g1', 'f3', async () => {
    await narrow.page.locator('.loupe').waitFor();
    await narrow.shot('loupe-narrow');
  });
  await black.turn('yours');
  assert.equal(await narrow.page.locator('.loupe').count(), 0);
  await narrow.context.close();
});

test('a piece of any ruleset is drawn, with its letter, side and state', async () => {
  // The same game, told in the pieces of another: what the page does not know it must still show.
  await white.page.routeWebSocket(/\/ws\?/, (socket) => {
    const onwards = socket.connectToServer();
    socket.onMessage((message) => onwards.send(message));
    onwards.onMessage((message) => {
      const other = { P: 'S:+G', N: 'S:-L', B: 'S:B', R: 'S:+R', Q: 'S:S', K: 'S:K^' };
      socket.send(message.toString().replace(/"C:[+-]?([A-Z])\^?"/g, (_, letter) => `"${other[/** @type {'P'} */ (letter)]}"`)
        .replace(/"c:([+-]?[a-z]\^?)"/g, '"s:$1"').replace(/"type":"p"/g, '"type":"g"'));
    });
  });
  await meet(server, white, black, { mode: 'Open' });
  await white.labelled('e2', /White, piece S:\+G/);
  assert.equal(await white.page.locator('.board .tile').count(), 32);
  assert.equal(await white.page.locator('.board .letter', { hasText: 'G' }).count(), 8);
  await white.shot('other-pieces-phone');
});

// A player's marks between two browsers, one of them on a phone: placed by finger, mouse and keys, heard, kept, given way to what is known, and never sent.
import assert from 'node:assert/strict';
import { startGame } from './fixtures.mjs';
import { startTwoPlayers } from './two-players.mjs';
import { comesTrue } from './wait.mjs';

const { server, test } = await startTwoPlayers();

/** @typedef {import('./player.mjs').Player} Player */
/** @typedef {import('./two-players.mjs').Players} Players */

/** Moves one after another, each once it is the mover's turn. @param {Players} players @param {string} line @param {number} [first] the ply of the first */
async function playOn({ white, black }, line, first = 0) {
  for (const [index, move] of line.split(' ').entries()) {
    const mover = (first + index) % 2 === 0 ? white : black;
    await mover.waitForTurn('yours');
    await mover.move(move.slice(0, 2), move.slice(2));
    for (const player of [white, black]) await player.waitForFrame(({ ply }) => ply === first + index + 1);
  }
}

/** Presses a square with a finger for longer than a tap. @param {Player} player @param {string} cell */
async function hold(player, cell) {
  const at = await player.middle(cell);
  const session = await player.context.newCDPSession(player.page);
  await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [at] });
  await player.page.getByRole('dialog').waitFor();
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await session.detach();
}

/** @param {Player} player */
const openTray = async ({ page }) => {
  await page.getByRole('button', { name: 'Marks', exact: true }).click();
  await page.locator('[data-tool="empty"]').waitFor();
  await page.locator('[data-tool="c:q"], [data-tool="C:Q"]').first().waitFor();
};

test('a finger marks by the tray and by holding a square, and moves are made as before', async (players) => {
  const { white, black } = players;
  await startGame(server, white, black);
  await openTray(white);
  await white.screenshot('marks-tray-phone');
  await white.press('Set up their pieces');
  await white.waitForLabel('e8', /^e8, unseen, your mark: king/);
  await white.waitForLabel('d7', /your mark: pawn/);
  await white.screenshot('marks-set-up-phone');
  assert.equal(await white.page.locator('[data-tool="c:p"]').getAttribute('aria-label'), 'pawn, 0 to place');
  // A mark is dragged by the finger.
  await white.drag('d7', 'd5');
  await white.waitForLabel('d5', /your mark: pawn/);
  await white.waitForLabel('d7', /^d7, unseen$/);
  // A drag off the board removes one.
  await white.press('Undo mark');
  await white.waitForLabel('d7', /your mark: pawn/);
  await white.press('Redo mark');
  await white.waitForLabel('d5', /your mark: pawn/);

  // A chosen tool marks squares; a tap on an own piece is for moves again.
  await white.page.locator('[data-tool="c:n"]').click();
  await white.tap('f6');
  await white.waitForLabel('f6', /your mark: knight/);
  await white.tap('e2');
  await white.waitForSelected('e2');
  await white.tap('e4');
  await white.waitForFrame(({ ply }) => ply === 1);
  await playOn(players, 'd7d5', 1);

  // Holding a square asks what stands there: several pieces are candidates.
  await white.waitForTurn('yours');
  await hold(white, 'c6');
  const dialog = white.page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'knight' }).click();
  await dialog.getByRole('button', { name: 'bishop' }).click();
  await white.screenshot('marks-menu-phone');
  await dialog.getByRole('button', { name: 'Done' }).click();
  await white.waitForLabel('c6', /your mark: maybe knight or bishop/);
  await hold(white, 'c3');
  await dialog.getByRole('button', { name: 'Definitely empty' }).click();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await white.waitForLabel('c3', /your mark: empty/);
  await white.screenshot('marks-phone');
  // While a piece waits for its destination, a long press is a move.
  await white.tap('g1');
  await white.waitForSelected('g1');
  await white.page.keyboard.press('Escape');

  // What is known takes the place of a mark: a capture, and the own piece that stands there.
  await playOn(players, 'e4d5', 2);
  await white.waitForLabel('d5', /^d5, white pawn/);
  assert.doesNotMatch(await white.cell('d5').getAttribute('aria-label') ?? '', /mark/);
  assert.equal(await white.page.locator('[data-tool="c:p"]').getAttribute('aria-label'), 'pawn, 0 to place');
  assert.equal(await white.page.locator('[data-marked]').count(), 18);
  // They are there after the page was loaded again, and on another socket.
  await white.page.goto(white.page.url());
  await white.waitForLabel('c6', /your mark: maybe knight or bishop/);
  await white.page.evaluate(() => window.dispatchEvent(new Event('online')));
  await white.waitForLabel('f6', /your mark: knight/);
  await white.checkAccessibility('a board with marks');
  // Nothing of it went anywhere.
  for (const frame of white.sent) assert.ok(['hello', 'commit', 'pong'].includes(frame.type), JSON.stringify(frame));
});

test('a mouse and keys mark, another tab shows it, and a screen reader hears it', async (players) => {
  const { white, black } = players;
  await startGame(server, white, black);
  await openTray(black);
  await black.page.mouse.move(...(/** @type {[number, number]} */ (Object.values(await black.middle('e4')))));
  await black.page.mouse.down({ button: 'right' });
  await black.page.mouse.up({ button: 'right' });
  const dialog = black.page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'queen' }).click();
  await black.screenshot('marks-menu-desktop');
  await black.page.keyboard.press('Escape');
  await black.waitForLabel('e4', /your mark: queen/);
  // Dragged with either button.
  await black.drag('e4', 'h4');
  await black.waitForLabel('h4', /your mark: queen/);
  await black.waitForLabel('e4', /^e4, unseen$/);
  // From the tray onto the board.
  const rook = await black.page.locator('[data-tool="C:R"]').boundingBox();
  assert.ok(rook);
  await black.page.mouse.move(rook.x + 10, rook.y + 10);
  await black.page.mouse.down();
  const { x, y } = await black.middle('a3');
  await black.page.mouse.move(x - 20, y);
  await black.page.mouse.move(x, y);
  await black.page.mouse.up();
  await black.waitForLabel('a3', /your mark: rook/);

  // By keys alone, on the board that a screen reader reads.
  const { page } = black;
  await black.cell('c5').focus();
  await page.keyboard.press('m');
  await page.getByRole('dialog', { name: 'What stands on c5?' }).waitFor();
  await dialog.getByRole('button', { name: 'pawn' }).focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('Escape');
  await page.getByRole('gridcell', { name: 'c5, unseen, your mark: pawn', exact: true }).waitFor();
  await page.locator('[data-cell="c5"]:focus').waitFor();
  await comesTrue(async () => assert.match(await page.locator('.table > .board').ariaSnapshot(), /gridcell "c5, unseen, your mark: pawn"[\s\S]*status: "c5: pawn\."|status: "c5: pawn\."[\s\S]*gridcell "c5, unseen, your mark: pawn"/));
  await page.keyboard.press('Delete');
  await black.waitForLabel('c5', /^c5, unseen$/);
  await page.keyboard.press('Control+z');
  await black.waitForLabel('c5', /your mark: pawn/);
  await page.keyboard.press('Control+Shift+z');
  await black.waitForLabel('c5', /^c5, unseen$/);
  await black.screenshot('marks-desktop');
  await black.checkAccessibility('marks on a large screen');
  const tab = await black.openTab();
  await tab.page.goto(page.url());
  await tab.waitForLabel('h4', /your mark: queen/);
});

test('marks are of the pieces and the board that the rules have, and of nothing in an open game', async ({ white, black }) => {
  await startGame(server, white, black, { ruleset: 'xiangqi', side: 'White' });
  await white.page.getByRole('button', { name: 'Marks', exact: true }).click();
  await white.press('Set up their pieces');
  await white.waitForLabel('e10', /your mark: general/);
  await white.waitForLabel('b8', /your mark: cannon/);
  assert.equal(await white.page.locator('[data-marked]').count(), 16);
  await white.screenshot('marks-xiangqi-phone');
  // Twelve squares, and a king that is called a lion.
  await startGame(server, white, black, { ruleset: 'dobutsu', side: 'White' });
  await white.page.getByRole('button', { name: 'Marks', exact: true }).click();
  await white.press('Set up their pieces');
  await white.waitForLabel('b4', /your mark: lion/);
  assert.equal(await white.page.locator('[data-marked]').count(), 4);
  await white.screenshot('marks-dobutsu-phone');
  // Twelve files and fourteen kinds: what finds no room in the tray scrolls.
  await startGame(server, white, black, { ruleset: 'courier', side: 'White' });
  await white.page.getByRole('button', { name: 'Marks', exact: true }).click();
  await white.press('Set up their pieces');
  await white.page.locator('[data-marked]').nth(23).waitFor();
  await white.screenshot('marks-courier-phone');
  await startGame(server, white, black, { mode: 'Open' });
  await white.waitForTurn('yours');
  assert.equal(await white.page.locator('[data-mind]').count(), 0);
});

// Arrows and circles of one's own on the board.
import assert from 'node:assert/strict';
import { startGame } from './fixtures.mjs';
import { startTwoPlayers } from './two-players.mjs';

const { server, test } = await startTwoPlayers();

/** Returns what is drawn: names of squares, with the colour where it is the second. @param {import('./fixtures.mjs').Player} player */
const drawn = ({ page }) =>
  page.locator('[data-drawn]').evaluateAll((shapes) => shapes.map((shape) => `${shape.getAttribute('data-drawn')}${shape.classList.contains('second') ? ' second' : ''}`));

test('the right button draws in an open game, and a press on the board removes all', async ({ white, black }) => {
  await startGame(server, white, black, { mode: 'Open' });
  const { page } = black;
  const right = async (/** @type {string} */ from, /** @type {string} */ to) => {
    const [a, b] = await Promise.all([from, to].map((cell) => page.locator(`[data-cell="${cell}"]`).boundingBox()));
    assert.ok(a && b);
    await page.mouse.move(a.x + a.width / 2, a.y + a.height / 2);
    await page.mouse.down({ button: 'right' });
    await page.mouse.move(b.x + b.width / 2, b.y + b.height / 2, { steps: 4 });
    await page.mouse.up({ button: 'right' });
  };
  await page.locator('svg.drawing').waitFor({ state: 'attached' });
  const sent = black.sent.length;
  await right('g8', 'f6');
  await right('e5', 'e5');
  await page.keyboard.down('Shift');
  await right('a5', 'a7');
  await page.keyboard.up('Shift');
  assert.deepEqual(await drawn(black), ['g8f6', 'e5e5', 'a5a7 second']);
  await black.screenshot('drawing-desktop');
  // Drawn again, it goes.
  await right('g8', 'f6');
  assert.deepEqual(await drawn(black), ['e5e5', 'a5a7 second']);
  // What was drawn touched no piece.
  await white.move('e2', 'e4');
  await black.waitForTurn('yours');
  await black.move('e7', 'e5');
  await white.waitForTurn('yours');
  assert.deepEqual(await drawn(black), []);
  assert.deepEqual(black.sent.slice(sent).filter(({ type }) => type !== 'pong' && type !== 'commit'), []);
  assert.deepEqual(await drawn(white), []);
});

test('keys draw from the square with the focus to the one where it went, and the page says it', async ({ white, black }) => {
  await startGame(server, white, black, { mode: 'Open' });
  const { page } = black;
  await page.locator('svg.drawing').waitFor({ state: 'attached' });
  const sent = black.sent.length;
  const keys = async (/** @type {string[]} */ ...pressed) => {
    for (const key of pressed) await page.keyboard.press(key);
  };
  const hear = (/** @type {RegExp} */ hasText) => page.locator('.board p[role=status]', { hasText }).waitFor({ state: 'attached' });
  await page.locator('[data-cell="g8"]').focus();
  await keys('d');
  await hear(/^From g8\. Press the same key where the arrow ends/);
  await keys('ArrowUp', 'ArrowUp', 'ArrowRight');
  // It is seen before it is done.
  assert.deepEqual(await drawn(black), ['g8f6']);
  await keys('d');
  await hear(/^Arrow from g8 to f6\.$/);
  await keys('Shift+D', 'Shift+D');
  await hear(/^Red circle on f6\.$/);
  assert.deepEqual(await drawn(black), ['g8f6', 'f6f6 second']);
  await keys('d', 'ArrowDown');
  assert.deepEqual(await drawn(black), ['g8f6', 'f6f6 second', 'f6f7']);
  await keys('Escape');
  assert.deepEqual(await drawn(black), ['g8f6', 'f6f6 second']);
  await black.checkAccessibility('drawing by keys');
  await keys('Delete');
  await hear(/^Removed\.$/);
  assert.deepEqual(await drawn(black), []);
  // Once it was asked for, the keys that move draw.
  await black.press('More');
  await black.press('Draw on the board');
  await page.getByRole('button', { name: 'Done' }).waitFor();
  await page.locator('[data-cell="e7"]').focus();
  await keys('Enter', 'ArrowUp', 'ArrowUp', 'Enter');
  await hear(/^Arrow from e7 to e5\.$/);
  assert.deepEqual(await drawn(black), ['e7e5']);
  await keys('Escape');
  await page.getByRole('button', { name: 'Done' }).waitFor({ state: 'detached' });
  // A move ends what was begun, too: it does not follow the focus.
  await keys('d', 'Enter', 'ArrowDown');
  assert.deepEqual(await drawn(black), []);
  assert.deepEqual(black.sent.slice(sent).filter(({ type }) => type !== 'pong' && type !== 'commit'), []);
});

test('a finger draws once it was asked for, until it is done', async ({ white, black }) => {
  await startGame(server, white, black, { mode: 'Open' });
  const draw = async () => {
    await white.press('More');
    await white.press('Draw on the board');
    await white.page.getByRole('button', { name: 'Done' }).waitFor();
  };
  await draw();
  await white.tap('e4');
  await white.tap('e2');
  assert.deepEqual(await drawn(white), ['e4e4', 'e2e2']);
  await white.checkAccessibility('drawing');
  await white.screenshot('drawing-phone');
  await white.waitForLabel('e2', /white pawn$/);
  await white.press('Done');
  await white.move('e2', 'e4');
  await black.waitForTurn('yours');
  assert.deepEqual(await drawn(white), []);
  await draw();
  await white.page.keyboard.press('Escape');
  await white.page.getByRole('button', { name: 'Done' }).waitFor({ state: 'detached' });
});

test('a finger draws on the board of a finished game, which it would scroll otherwise', async ({ white, black }) => {
  await startGame(server, white, black, { mode: 'Open' });
  await black.press('Resign');
  await black.page.getByRole('dialog').getByRole('button', { name: 'Resign' }).click();
  await white.page.getByRole('button', { name: 'Rematch', exact: true }).waitFor();
  await white.press('More');
  await white.press('Draw on the board');
  await white.page.getByRole('button', { name: 'Done' }).waitFor();
  await white.drag('e2', 'e5');
  assert.deepEqual(await drawn(white), ['e2e5']);
});

test('a press of which the end was not heard takes no tap away', async ({ white, black }) => {
  // As where a menu of the browser takes it.
  await black.page.addInitScript(() => {
    const losing = /** @type {any} */ (window);
    const lose = (/** @type {Event} */ event) => {
      if (losing.loses) event.stopImmediatePropagation();
      losing.loses = false;
    };
    addEventListener('pointerup', lose, { capture: true });
  });
  await startGame(server, white, black, { mode: 'Open' });
  const { page } = black;
  await page.locator('svg.drawing').waitFor({ state: 'attached' });
  const cell = page.locator('[data-cell="e5"]');
  const box = await cell.boundingBox();
  assert.ok(box);
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down({ button: 'right' });
  assert.deepEqual(await drawn(black), ['e5e5']);
  await page.evaluate(() => (/** @type {any} */ (window).loses = true));
  await page.mouse.up({ button: 'right' });
  await white.move('e2', 'e4');
  await black.waitForTurn('yours');
  await black.move('e7', 'e5');
  await white.waitForTurn('yours');
  await black.waitForLabel('e5', /black pawn/);
  assert.deepEqual(await drawn(black), []);
});

test('in a blind game the right button is that of marks', async ({ white, black }) => {
  await startGame(server, white, black);
  await black.page.locator('[data-cell="e7"]').click({ button: 'right' });
  await black.press('More');
  await black.page.getByRole('dialog').waitFor();
  assert.equal(await black.page.getByRole('button', { name: 'Draw on the board' }).count(), 0);
  assert.equal(await black.page.locator('svg.drawing').count(), 0);
});

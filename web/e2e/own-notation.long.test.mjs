// Squares and moves as the players of a game read them: on the board, in the list of moves, in sentences, and typed.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DESKTOP, Player, startGame, startStage } from './fixtures.mjs';
import { close, rulesOf } from './ruleset-player.mjs';
import { drawn } from './screens.mjs';

const { server, browser } = await startStage();

/** Begins an open game of a ruleset between two browsers. @param {string} ruleset */
async function begin(ruleset) {
  const [white, black] = await Promise.all([Player.open(browser, DESKTOP), Player.open(browser, DESKTOP)]);
  const link = await startGame(server, white, black, { mode: 'Open', side: 'White', ruleset });
  await Promise.all([white, black].map(rulesOf));
  return { white, black, link };
}

/** Types a text in the field for moves. @param {Player} player @param {string} text */
async function type({ page }, text) {
  const field = page.getByLabel('Type a move');
  await field.fill(text);
  await field.press('Enter');
}

/** Returns the names on the edge of the board: of the files from the left, and of the ranks from the top. @param {Player} player */
const edgeOf = ({ page }) =>
  page.locator('.table > .board .coordinates').evaluate((group) => {
    const texts = [...group.querySelectorAll('text')];
    const sorted = (/** @type {boolean} */ isFile, /** @type {'x' | 'y'} */ by) =>
      texts.filter((text) => text.classList.contains('file') === isFile).sort((a, b) => Number(a.getAttribute(by)) - Number(b.getAttribute(by))).map((text) => text.textContent).join('');
    return [sorted(true, 'x'), sorted(false, 'y')];
  });

/** Waits until the list of moves has these. @param {Player} player @param {readonly string[]} moves */
async function waitForMoves({ page }, moves) {
  const listed = page.locator('.moves [data-ply]');
  await listed.nth(moves.length - 1).waitFor();
  assert.deepEqual(await listed.allTextContents(), moves);
}

/** Waits for a sentence in the log. @param {Player} player @param {string} sentence */
const waitForSentence = ({ page }, sentence) =>
  page.getByRole('log', { name: 'What was said' }).getByText(sentence, { exact: true }).first().waitFor();

test('shogi has its own squares on the board, in sentences and in typed moves', async () => {
  const { white, black } = await begin('shogi');
  assert.deepEqual(await edgeOf(white), ['987654321', 'abcdefghi']);
  assert.deepEqual(await edgeOf(black), ['123456789', 'ihgfedcba']);
  await white.waitForLabel('c3', /^7g, sente pawn/);
  await white.waitForLabel('a1', /^9i, sente lance/);
  await white.waitForTurn('yours');
  await type(white, 'P-7f');
  await black.waitForTurn('yours');
  for (const player of [white, black]) await waitForMoves(player, ['P-7f']);
  await waitForSentence(white, 'You moved 7g to 7f.');
  await waitForSentence(black, 'Sente has moved 7g to 7f.');
  // Its squares alone, and those of the wire, are moves as well; and a square is a question.
  await type(black, '3c3d');
  await white.waitForTurn('yours');
  await waitForMoves(white, ['P-7f', 'P-3d']);
  await type(white, '3d?');
  await white.page.locator('[data-reply]').filter({ hasText: '3d: gote pawn.' }).waitFor();
  await type(white, 'h2f2');
  await black.waitForTurn('yours');
  await waitForMoves(black, ['P-7f', 'P-3d', 'R-4h']);
  await black.checkAccessibility('a game with squares of its own');
  await black.screenshot('shogi-own-notation');
  // The sign of a promotion is a part of the move, and decides.
  await type(black, 'Bx8h+');
  await white.waitForTurn('yours');
  await waitForMoves(white, ['P-7f', 'P-3d', 'R-4h', 'Bx8h+']);
  await white.waitForLabel('b2', /^8h, gote promoted bishop/);
  // Its review has the same notation.
  await white.press('Resign');
  await white.page.getByRole('dialog').getByRole('button', { name: 'Resign' }).click();
  await Promise.all([white, black].map(({ page }) => page.getByRole('button', { name: 'Rematch' }).waitFor()));
  await waitForMoves(black, ['P-7f', 'P-3d', 'R-4h', 'Bx8h+']);
  assert.match((await black.page.locator('.review .step').textContent()) ?? '', /Bx8h\+/);
  await close({ white, black });
});

test('xiangqi has moves by files, and its squares keep their names', async () => {
  const { white, black } = await begin('xiangqi');
  assert.deepEqual(await edgeOf(white), ['abcdefghi', '10987654321']);
  await white.waitForTurn('yours');
  // Examples are moves of the game: in the field, in the answer to what is no move, and in the help.
  const examples = (await white.page.getByLabel('Type a move').getAttribute('placeholder')) ?? '';
  assert.match(examples, /^[a-i]\d{1,2}[a-i]\d{1,2}, [A-Z+-]{1,2}\d[=+-]\d$/);
  await type(white, 'hello');
  await white.page.locator('[data-reply]').filter({ hasText: `That is not a move. Try ${examples.replace(', ', ' or ')}.` }).waitFor();
  await white.page.keyboard.press('Escape');
  await white.page.locator('[data-cell][tabindex="0"]').focus();
  await white.page.keyboard.press('?');
  await white.page.getByRole('dialog').getByText(`Type a move: ${examples}`).waitFor();
  await white.page.getByRole('dialog').getByText(/^pieces, pieces [a-z]$/).waitFor();
  await white.page.keyboard.press('Escape');
  await type(white, 'C2=5');
  await black.waitForTurn('yours');
  for (const player of [white, black]) await waitForMoves(player, ['C2=5']);
  await black.waitForLabel('e3', /^e3, red cannon/);
  await type(black, 'h8+7');
  await white.waitForTurn('yours');
  await waitForMoves(white, ['C2=5', 'H8+7']);
  await close({ white, black });
});

test('janggi has squares by two digits, the rank first, and moves with both', async () => {
  const { white, black } = await begin('janggi');
  assert.deepEqual(await edgeOf(white), ['123456789', '1234567890']);
  await white.waitForLabel('b1', /^02, blue horse/);
  await white.waitForTurn('yours');
  await type(white, 'H02-83');
  await black.waitForTurn('yours');
  for (const player of [white, black]) await waitForMoves(player, ['H02-83']);
  await waitForSentence(white, 'You moved 02 to 83.');
  await type(black, 'h18-37');
  await white.waitForTurn('yours');
  await waitForMoves(white, ['H02-83', 'H18-37']);
  await white.screenshot('janggi-own-notation');
  await close({ white, black });
});

test('a move in characters has one line in the list of moves', async () => {
  const { white, black, link } = await begin('shogi');
  for (const [ply, move] of ['P-7f', 'P-3d', 'Bx2b+', 'Sx2b', 'B*5e'].entries()) {
    const mover = ply % 2 === 0 ? white : black;
    await mover.waitForTurn('yours');
    await type(mover, move);
  }
  const { page } = white;
  // Who reads Japanese has this setting by the languages of their browser.
  await page.evaluate(() => localStorage.setItem('tabula:settings', JSON.stringify({ faces: 'traditional' })));
  for (const { language, last } of [{ language: 'ja', last: '５五角打' }, { language: 'en', last: 'B*5e' }]) {
    await page.goto(`${link}?lang=${language}`);
    await page.locator('.moves [data-ply]').filter({ hasText: last }).waitFor();
    for (const width of [1280, 1024, 800]) {
      await page.setViewportSize({ width, height: 720 });
      await drawn(page);
      // Whole, in one line, and without a scroll bar below it.
      const broken = await page.locator('.moves').evaluate((list) => [
        ...[...list.querySelectorAll('[data-ply]')].filter((move) => move.getBoundingClientRect().height > 30 || move.getClientRects().length > 1).map((move) => move.textContent),
        ...(list.scrollWidth > list.clientWidth ? [`${list.scrollWidth} in ${list.clientWidth}`] : []),
      ]);
      assert.deepEqual(broken, [], `${language}, ${width} wide`);
      const log = await page.locator('.panes [role=log]').boundingBox();
      assert.ok((log?.width ?? 0) > 120, `the log is ${log?.width} wide`);
    }
    await white.screenshot(`moves-in-one-line-${language}`);
  }
  await close({ white, black });
});

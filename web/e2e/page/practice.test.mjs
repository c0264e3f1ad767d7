// Practice: games against the machine in the browser, without a message to the server.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DESKTOP, PHONE, Player, SMALL_PHONE, startStage, TABLET } from '../fixtures.mjs';
import { checkScreens } from '../screens.mjs';
import { comesTrue, sees } from '../wait.mjs';

const { server, browser } = await startStage();

/** @param {Player} player @param {string | RegExp} text */
const waitForStatus = (player, text) => player.page.locator('[data-status]').getByText(text).first().waitFor();
/** @param {Player} player */
const plies = (player) => player.page.locator('.moves [data-ply]').count();
/** @param {Player} player @param {number} count */
const waitForPlies = (player, count) => player.page.waitForFunction((wanted) => document.querySelectorAll('.moves [data-ply]').length === wanted, count);

/** Opens practice and waits for the player's turn. @param {import('playwright-core').BrowserContextOptions} screen @param {string} [query] */
async function open(screen, query = '') {
  const player = await Player.open(browser, screen);
  await player.page.goto(`${server.url}/practice${query}`);
  await waitForStatus(player, 'Your turn');
  return player;
}

test('one tap on the first page begins a game; moves are answered, taken back and explained, and are there after a reload', async () => {
  const player = await Player.open(browser, PHONE);
  const { page } = player;
  /** @type {string[]} */
  const asked = [];
  page.on('request', (request) => asked.push(request.method() + new URL(request.url()).pathname));
  await page.goto(server.url);
  await page.getByRole('link', { name: 'Practise', exact: true }).tap();
  await waitForStatus(player, 'Your turn');
  await player.move('e2', 'e4');
  await waitForPlies(player, 2);
  await waitForStatus(player, 'Your turn');
  await player.screenshot('practice-phone');
  await player.checkAccessibility('practice');

  // A move that the rules refuse gets their reason.
  await player.move('e4', 'e6');
  await waitForStatus(player, 'Not legal: the pawn on e4 cannot go to e6.');
  assert.equal(await plies(player), 2);

  await page.reload();
  await waitForStatus(player, 'Your turn');
  assert.equal(await plies(player), 2);
  await player.waitForLabel('e4', /white pawn/);

  await player.press('Hint: a move to try');
  await waitForStatus(player, /^You could try .+\(\w\d to \w\d\)\.$/);
  assert.equal(await page.locator('.arrow').count(), 1);
  await player.screenshot('practice-hint');
  await player.press('Take back your move');
  await waitForPlies(player, 0);
  await player.waitForLabel('e2', /white pawn/);
  await page.reload();
  await waitForStatus(player, 'Your turn');
  assert.equal(await plies(player), 0);

  await player.move('d2', 'd4');
  await waitForPlies(player, 2);
  await player.press('Resign');
  await waitForStatus(player, 'You resigned.');
  // A game that is over is not kept.
  assert.deepEqual(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('practice:'))), []);
  await player.press('Take back your move');
  await waitForStatus(player, 'Your turn');
  assert.deepEqual(player.sent, []);
  assert.deepEqual(asked.filter((request) => !/^GET\/(|practice|icon.*|manifest\.webmanifest|assets\/.*|api\/(rules|rulesets|overlays|clocks|gambits|modes|moderators)(\/chess)?)$/.test(request)), []);
  assert.deepEqual(player.errors, []);
  await player.context.close();
});

test('the machine begins where the player has the second side, and the page answers while it thinks', async () => {
  const player = await open(DESKTOP);
  const { page } = player;
  await player.press('New game');
  await page.getByRole('dialog').getByText('Black', { exact: true }).click();
  await page.getByLabel('Level of the machine').selectOption('8');
  await player.screenshot('practice-new');
  await player.checkAccessibility('a new game of practice');
  // However soon it has found its move.
  const thinks = () => sees(player, '[data-status]', 'The machine is thinking…');
  let thinking = thinks();
  await player.press('Begin');
  await thinking;
  const first = await player.middle('a1');
  await player.press('Flip board');
  await comesTrue(async () => assert.notDeepEqual(await player.middle('a1'), first));
  await waitForPlies(player, 1);
  await waitForStatus(player, 'Your turn');
  await page.getByText('Machine, level 8').waitFor();
  // What is taken back while the machine thinks, it does not answer.
  thinking = thinks();
  await player.move('a7', 'a6');
  await thinking;
  await player.press('Take back your move');
  await waitForPlies(player, 1);
  await waitForStatus(player, 'Your turn');
  await player.move('h7', 'h6');
  await waitForPlies(player, 3);
  assert.match((await page.locator('.moves [data-ply]').nth(1).textContent()) ?? '', /h6/);
  assert.deepEqual(player.errors, []);
  await player.context.close();
});

test('a game is lost by keyboard alone, and the end is said', async () => {
  const player = await open(DESKTOP);
  const { page } = player;
  await page.getByRole('gridcell', { name: /^a1/ }).focus();
  let [file, rank] = [0, 1];
  /** Walks to a square and presses Enter. @param {string} cell */
  const enter = async (cell) => {
    const [toFile, toRank] = [cell.charCodeAt(0) - 97, Number(cell.slice(1))];
    for (; file < toFile; file += 1) await page.keyboard.press('ArrowRight');
    for (; file > toFile; file -= 1) await page.keyboard.press('ArrowLeft');
    for (; rank < toRank; rank += 1) await page.keyboard.press('ArrowUp');
    for (; rank > toRank; rank -= 1) await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
  };
  await enter('g2');
  await enter('g4');
  await waitForPlies(player, 2);
  await waitForStatus(player, 'Your turn');
  await page.locator('[role=status][data-status=w]').waitFor();
  assert.equal(await page.evaluate(() => document.activeElement?.getAttribute('data-cell')), 'g4');
  assert.deepEqual(player.errors, []);
  await player.context.close();
});

test('games with hands, with pieces to place and with mechanics are practised, chosen from the list', async () => {
  const player = await open(SMALL_PHONE);
  const { page } = player;
  await page.getByRole('button', { name: /choose another game/ }).click();
  await page.getByRole('searchbox', { name: 'Search games' }).fill('shogi');
  await page.locator('.game').filter({ hasText: /^Shogi\b/ }).first().click();
  await player.press('Choose Shogi');
  await page.waitForFunction(() => document.querySelectorAll('[role=gridcell]').length === 81);
  await waitForStatus(player, 'Your turn');
  await player.move('c3', 'c4');
  await waitForPlies(player, 2);
  await player.screenshot('practice-shogi');
  await page.goto(`${server.url}/practice?game=duck`);
  await waitForStatus(player, 'Your turn');
  await player.move('e2', 'e4');
  await waitForStatus(player, /Choose|duck/i);
  await player.tap('e5');
  await waitForPlies(player, 2);
  // A disc turns over what it encloses, until the machine turns one.
  await page.goto(`${server.url}/practice?game=flipello`);
  await page.getByRole('button', { name: 'Flipello: choose another game' }).waitFor();
  await waitForStatus(player, 'Your turn');
  await player.waitForLabel('d5', /black disc/);
  const turned = page.locator('[data-cell=d5][role=gridcell]').evaluate((cell) => new Promise((/** @type {(turned: boolean) => void} */ resolve) => {
    new MutationObserver(() => /white disc/.test(cell.getAttribute('aria-label') ?? '') && resolve(true)).observe(cell, { attributeFilter: ['aria-label'] });
  }));
  await page.locator('button[data-drop]:enabled').click();
  await player.tap('d6');
  assert.ok(await turned);
  await waitForPlies(player, 2);
  // Each game of its own is kept.
  await page.goto(`${server.url}/practice?game=shogi`);
  await waitForStatus(player, 'Your turn');
  assert.equal(await plies(player), 2);
  assert.deepEqual(player.errors, []);
  await player.context.close();
});

test('a link to a game that is not there opens the game that was played last, or chess', async () => {
  const player = await open(DESKTOP, '?game=no-such-game');
  const { page } = player;
  await page.getByRole('button', { name: 'Chess: choose another game' }).waitFor();
  await page.waitForURL('**/practice?game=chess');
  await page.goto(`${server.url}/practice?game=gardner`);
  await page.getByRole('button', { name: 'Gardner minichess: choose another game' }).waitFor();
  await waitForStatus(player, 'Your turn');
  await player.move('a2', 'a3');
  await waitForPlies(player, 2);
  // A house rule is no game by itself.
  await page.goto(`${server.url}/practice?game=atomic`);
  await page.getByRole('button', { name: 'Gardner minichess: choose another game' }).waitFor();
  await page.waitForURL('**/practice?game=gardner');
  await waitForPlies(player, 2);
  assert.deepEqual(player.errors, []);
  await player.context.close();
});

test('the points of both sides are said where they decided the game', async () => {
  const player = await open(PHONE);
  const { page } = player;
  // A game that ends with the moves that are kept of it: the machine passes when it likes.
  await page.evaluate((game) => localStorage.setItem('practice:janggi', JSON.stringify(game)), {
    played: 1, name: 'Janggi', ruleset: 'janggi', you: 'w', level: 1, seed: 1,
    messages: [['e2', 'e2'], ['e9', 'e9']].map(([from, to]) => ({ message_type: 'piece_move', from, to })),
  });
  await page.goto(`${server.url}/practice?game=janggi`);
  await waitForStatus(player, /both sides passed/);
  await page.locator('[role=status] [data-points]').getByText('Points: Blue 72, Red 73.5 (1.5 for moving second).', { exact: true }).waitFor();
  assert.equal(await page.locator('[data-ground=zones] .palace').count(), 2);
  await player.screenshot('practice-points');
  assert.deepEqual(player.errors, []);
  await player.context.close();
});

test('the board is large and everything can be pressed on every screen', async () => {
  const player = await open(TABLET);
  await player.screenshot('practice-tablet');
  await player.move('e2', 'e4');
  await waitForPlies(player, 2);
  assert.deepEqual(await checkScreens(player.page, 'practice', { board: true, scrolls: false }), []);
  await player.page.setViewportSize({ width: 1440, height: 900 });
  await player.screenshot('practice-desktop');
  await player.context.close();
});

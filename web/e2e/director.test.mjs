// The director of a tournament sets results by hand and withdraws players, and a large tournament is shown on the wall.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DESKTOP, PHONE, Player, startStage } from './fixtures.mjs';
import { comesTrue } from './wait.mjs';

const { server, browser } = await startStage({ own: 'director' });

/** Sends a request about tournaments. @param {string} path @param {unknown} body @param {string} [token] @returns {Promise<any>} */
async function post(path, body, token) {
  const headers = { 'content-type': 'application/json', ...(token !== undefined && { authorization: `Bearer ${token}` }) };
  const answer = await server.fetch(`/api/tournaments${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  assert.ok(answer.ok, `${path}: ${answer.status}`);
  return answer.json();
}

/** Creates a Swiss tournament whose rounds the director pairs, and enters players. @param {string} name @param {readonly string[]} names */
async function tournament(name, names) {
  const game = { mode: 'blind', side: 'white', overlays: [] };
  const { tournamentId: id, directorToken: token } = await post('', { name, format: { type: 'swiss', rounds: 2 }, game });
  /** @type {{ player: number, token: string }[]} */
  const entered = [];
  for (const player of names) entered.push(await post(`/${id}/players`, { name: player }));
  return { id, token, entered, act: (/** @type {unknown} */ body) => post(`/${id}/acts`, body, token) };
}

/** Opens the page of a tournament as a member of it. @param {Player} player @param {string} id @param {unknown} membership */
async function open({ page }, id, membership) {
  await page.goto(`${server.url}/icon.svg`);
  await page.evaluate(([key = '', value = '']) => localStorage.setItem(key, value), [`tabula:tournament:${id}`, JSON.stringify(membership)]);
  await page.goto(`${server.url}/t/${id}`);
}

/** Returns the standings that a page shows, the first first: a player and points. @param {Player} player */
const standings = ({ page }) =>
  page.locator('section', { has: page.getByRole('heading', { name: 'Standings' }) }).locator('tbody tr')
    .evaluateAll((rows) => rows.map((row) => [row.children[1]?.textContent, row.children[2]?.textContent].join(' ')));

test('standings follow results that the director sets, and who is withdrawn is not paired', async () => {
  const NAMES = ['Ada Byron', 'Grace Hop', 'Alan Tur', 'Emmy Noe'];
  const { id, token, entered, act } = await tournament('Thursday club', NAMES);
  const { rounds: [round] } = await act({ act: 'begin' });
  const nameOf = (/** @type {number} */ number) => NAMES[entered.findIndex(({ player }) => player === number)] ?? '';
  const [first, second] = round.boards.map((/** @type {{ white: number, black: number }} */ board) => ({ white: nameOf(board.white), black: nameOf(board.black) }));
  const [director, player] = await Promise.all([Player.open(browser, DESKTOP), Player.open(browser, PHONE)]);
  // The player's page asks for changes often.
  await player.page.addInitScript(() => {
    const later = window.setTimeout;
    Object.assign(window, { setTimeout: (/** @type {() => void} */ run, /** @type {number} */ wait) => later(run, Math.min(wait, 250)) });
  });
  const own = entered.find(({ player: number }) => nameOf(number) === first.white);
  await Promise.all([open(director, id, { director: token }), open(player, id, { player: { number: own?.player, token: own?.token } })]);
  await player.page.getByText(`Your game against ${first.black} is ready.`).waitFor();

  /** @param {string} board @param {{ white: string, black: string }} of @param {string} score */
  const set = async (board, of, score) => {
    await director.page.getByLabel('Board', { exact: true }).selectOption(`${board} ${of.white} – ${of.black}`);
    await director.page.getByLabel('Result', { exact: true }).selectOption(score);
    await director.press('Set the result');
    await director.page.getByRole('row', { name: `${of.white} ${score} ${of.black}` }).waitFor();
  };
  await set('1.1', first, '1 – 0');
  await comesTrue(async () => assert.equal((await standings(player))[0], `${first.white} 1`));
  // Nobody plays on a board whose result is set.
  await player.page.getByRole('button', { name: 'Play', exact: true }).waitFor({ state: 'detached' });
  // The correction of a correction.
  await set('1.1', first, '0 – 1');
  await set('1.2', second, '½ – ½');
  const after = [`${first.black} 1`, `${second.white} 0.5`, `${second.black} 0.5`, `${first.white} 0`].sort();
  await comesTrue(async () => assert.deepEqual((await standings(player)).sort(), after));

  await director.page.locator('select[aria-label="Player"]').first().selectOption(second.black);
  await director.press('Withdraw');
  await director.page.getByRole('button', { name: 'Come back', exact: true }).waitFor();
  await director.press('Pair the next round');
  await player.page.getByText('Round 2 of 2').first().waitFor();
  const boards = player.page.locator('section', { has: player.page.getByRole('heading', { name: 'Round 2 of 2' }) }).first();
  // One board, and a bye for who is left over, which counts as a win.
  await comesTrue(async () => assert.equal(await boards.locator('tbody tr').count(), 2));
  assert.equal(await boards.getByText(second.black).count(), 0);
  const free = await boards.getByRole('row', { name: /bye/ }).locator('td').nth(1).textContent();
  const before = { [first.white]: 0, [first.black]: 1, [second.white]: 0.5 }[free ?? ''];
  await comesTrue(async () => assert.ok((await standings(player)).includes(`${free} ${Number(before) + 1}`), `${await standings(player)}`));
  assert.deepEqual([director.errors, player.errors], [[], []]);
  await Promise.all([director, player].map(({ context }) => context.close()));
});

/** The smallest letters on any wall, in pixels, and as a share of its width: the type grows with the screen. */
const LEAST_PX = 20;
const SHARE = 0.02;

/** Looks at the wall. Runs in the page. @param {{ least: number }} expected */
function look({ least }) {
  const faults = [];
  const { scrollWidth, scrollHeight } = document.documentElement;
  if (scrollWidth > innerWidth) faults.push(`scrolls sideways by ${scrollWidth - innerWidth}`);
  if (scrollHeight > innerHeight) faults.push(`scrolls down by ${scrollHeight - innerHeight}`);
  const lists = [...document.querySelectorAll('main section')].map((section) => {
    const frame = section.querySelector('.pages')?.getBoundingClientRect() ?? new DOMRect();
    const isWithin = (/** @type {DOMRect} */ box) =>
      box.left >= frame.left - 1 && box.right <= frame.right + 1 && box.top >= frame.top - 1 && box.bottom <= Math.min(frame.bottom, innerHeight) + 1;
    const rows = [...section.querySelectorAll('tbody tr, li')].filter((row) => isWithin(row.getBoundingClientRect()));
    for (const cell of rows.flatMap((row) => [row, ...row.children])) {
      if (parseFloat(getComputedStyle(cell).fontSize) < least) faults.push(`small: ${cell.textContent}`);
      if (!isWithin(cell.getBoundingClientRect()) || cell.scrollWidth > cell.clientWidth + 1) faults.push(`cut off: ${cell.textContent}`);
    }
    return rows.map((row) => [...row.children].map(({ textContent }) => textContent?.trim()).join('|') || (row.textContent ?? ''));
  });
  return { faults, lists };
}

test('a wall shows all 64 players and their boards in large type, page by page', async () => {
  const FIRST = ['Ada', 'Bartholomew', 'Chidi', 'Dorothea', 'Emmanuelle', 'Friedrich', 'Giovanna', 'Hiroshi'];
  const LAST = ['Abelard', 'Brunelle', 'Chang', 'Dvořák', 'Eze', 'Fontaine', 'Grünwald', 'Hakimi'];
  const NAMES = FIRST.flatMap((first) => LAST.map((last) => `${first} ${last}`));
  const { id, act } = await tournament('The Thursday evening championship of the town', NAMES);
  const wall = await Player.open(browser, DESKTOP);
  const { page } = wall;
  // Pages turn when the test turns them.
  await page.addInitScript(() => {
    /** @type {(() => void)[]} */
    const turns = [];
    Object.assign(window, { turns, setInterval: (/** @type {() => void} */ run) => turns.push(run) });
  });

  /** Turns the pages until one shows nothing new, and returns the rows of each list. @param {number} lists @param {string} where */
  const readAll = async (lists, where) => {
    await page.goto(`${server.url}/t/${id}?wall`);
    await comesTrue(async () => assert.equal(await page.locator('main section').count(), lists));
    await page.evaluate(() => document.fonts.ready);
    const width = page.viewportSize()?.width ?? 0;
    /** @type {Set<string>[]} */
    const seen = Array.from({ length: lists }, () => new Set());
    let shown = -1;
    const count = () => seen.reduce((sum, { size }) => sum + size, 0);
    for (let turn = 0; count() > shown; turn += 1) {
      shown = count();
      const { faults, lists: rows } = await page.evaluate(look, { least: Math.max(LEAST_PX, width * SHARE) });
      assert.deepEqual(faults, [], `${where}, page ${turn}`);
      for (const [at, list] of rows.entries()) for (const row of list) seen[at]?.add(row);
      await wall.screenshot(`tournament-wall-${where}-${turn}`);
      await page.evaluate(() => /** @type {any} */ (window).turns.forEach((/** @type {() => void} */ run) => run()));
    }
    return seen.map((rows) => [...rows]);
  };
  const SIZES = [{ width: 1920, height: 1080 }, { width: 1280, height: 720 }];
  for (const size of SIZES) {
    await page.setViewportSize(size);
    const [players = []] = await readAll(1, `entry-${size.height}`);
    assert.deepEqual(players.sort(), [...NAMES].sort());
  }
  await act({ act: 'begin' });
  await act({ act: 'correct', round: 1, board: 32, outcome: 'whiteWins' });
  for (const size of SIZES) {
    await page.setViewportSize(size);
    const [boards = [], standing = []] = await readAll(2, `${size.height}`);
    assert.deepEqual(boards.map((row) => Number(row.split('|')[0])).sort((a, b) => a - b), NAMES.map((_, at) => at + 1).slice(0, 32));
    assert.deepEqual(boards.flatMap((row) => [row.split('|')[1], row.split('|')[3]]).sort(), [...NAMES].sort());
    assert.match(boards.find((row) => row.startsWith('32|')) ?? '', /\|1 – 0\|/);
    assert.deepEqual(standing.map((row) => row.split('|')[1]).sort(), [...NAMES].sort());
  }
  // A button pauses the pages where the key for it is switched off.
  await page.evaluate(() => localStorage.setItem('tabula:settings', JSON.stringify({ letterKeys: false })));
  await page.reload();
  await wall.press('Pause');
  await page.getByRole('button', { name: 'Play', exact: true }).waitFor();
  await page.keyboard.press('p');
  assert.equal(await page.getByRole('button', { name: 'Pause', exact: true }).count(), 0);
  await wall.checkAccessibility('a wall of 64 players');
  assert.deepEqual(wall.errors, []);
  await wall.context.close();
});

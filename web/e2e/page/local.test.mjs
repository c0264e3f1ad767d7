// A game on one screen: played to mate by keyboard and by touch, with other rules, without a message to the server.
import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { createServer } from 'vite';
import { DESKTOP, LONG, PHONE, Player, SMALL_PHONE, startStage } from '../fixtures.mjs';
import { checkScreens } from '../screens.mjs';
import { root } from '../server.mjs';

// A server with a second game, whose pieces change sides and come back.
const rules = mkdtempSync(path.join(tmpdir(), 'tabula-rules-'));
cpSync(path.join(root, 'rules'), rules, { recursive: true });
cpSync(path.join(root, 'conformance/fixtures/games/minishogi'), path.join(rules, 'minishogi'), { recursive: true });
const { server, browser } = await startStage({ rules });
after(() => rmSync(rules, { recursive: true, force: true }));

/** @param {Player} player @param {string} text */
const waitForStatus = (player, text) => player.page.locator('[data-status]').getByText(text, { exact: true }).waitFor();

/** Opens the page and waits for the board. @param {import('playwright-core').BrowserContextOptions} screen */
async function open(screen) {
  const player = await Player.open(browser, screen);
  await player.page.goto(`${server.url}/local`);
  await waitForStatus(player, 'White to move');
  return player;
}

// Requirement engine-1.
test('a game is played to mate by keyboard alone, from the first page on', async () => {
  const player = await Player.open(browser, DESKTOP);
  const { page } = player;
  /** @type {string[]} */
  const requests = [];
  page.on('request', (request) => requests.push(`${request.method()} ${new URL(request.url()).pathname}`));
  await page.goto(server.url);
  await page.getByRole('link', { name: 'Play on one screen' }).focus();
  await page.keyboard.press('Enter');
  await waitForStatus(player, 'White to move');
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
  await enter('f2');
  await player.waitForLabel('f3', /reachable/);
  await enter('f3');
  await waitForStatus(player, 'Black to move');
  // A square that the piece cannot reach puts it back.
  await enter('e7');
  await enter('e3');
  await player.waitForLabel('e7', /black pawn$/);
  for (const cell of ['e7', 'e5', 'g2', 'g4', 'd8', 'h4']) await enter(cell);
  await waitForStatus(player, 'Black wins: checkmate.');
  await page.getByText('Black: Qh4#.').waitFor();
  await player.waitForLabel('e1', /in check/);
  assert.deepEqual(await page.locator('.moves [data-ply]').allTextContents(), ['f3', 'e5', 'g4', 'Qh4#']);
  // The page asks for its parts and for rules, and tells nobody of the moves.
  assert.deepEqual(player.sent, []);
  assert.deepEqual(requests.filter((request) => !/^GET \/(|local|sw\.js|.*icon.*|manifest\.webmanifest|assets\/.*|api\/[a-z]+(\/chess)?)$/.test(request)), []);
  await player.checkAccessibility('the end of a game on one screen');
  await player.press('Undo');
  await waitForStatus(player, 'Black to move');
  await player.press('Copy FEEN');
  await page.getByText('Copied.').waitFor({ state: 'attached' });
  assert.match(await page.evaluate(() => navigator.clipboard.readText()), /^\+?rnbq.* \/ c\/C$/);
  await player.press('New game');
  await waitForStatus(player, 'White to move');
  assert.deepEqual(player.errors, []);
  await player.context.close();
});

test('a phone plays by touch, with promotion, flip, resignation and a draw', async () => {
  const player = await open(PHONE);
  for (const [from, to] of [['e2', 'e4'], ['d7', 'd5'], ['e4', 'd5'], ['c7', 'c6'], ['d5', 'c6'], ['a7', 'a6'], ['c6', 'b7'], ['a6', 'a5']]) {
    await player.move(/** @type {string} */ (from), /** @type {string} */ (to));
  }
  await player.tap('b7');
  await player.waitForLabel('a8', /can be captured/);
  await player.tap('a8');
  await waitForStatus(player, 'Choose what the piece becomes.');
  await player.checkAccessibility('a promotion');
  await player.press('Promote to knight');
  await player.waitForLabel('a8', /white knight/);
  await waitForStatus(player, 'Black to move');
  await player.drag('b8', 'c6');
  await waitForStatus(player, 'White to move');
  await player.press('Flip board');
  const [own, other] = await Promise.all([player.middle('e1'), player.middle('e8')]);
  assert.ok(own.y < other.y);
  await player.press('Resign');
  await waitForStatus(player, 'Black wins: the other side resigned.');
  await player.press('Undo');
  await player.press('Draw by agreement');
  await waitForStatus(player, 'Draw: both sides agreed.');
  await player.screenshot('local-phone');
  assert.deepEqual(player.errors, []);
  await player.context.close();
});

test('other rules of the server are chosen from the list, and played with their sides and hands', async () => {
  const player = await open(SMALL_PHONE);
  const { page } = player;
  await page.getByRole('button', { name: /choose another game/ }).click();
  // On one screen nobody deals covered pieces.
  await page.getByRole('searchbox', { name: 'Search games' }).fill('jieqi');
  await page.getByText(/^Only in games by invitation, .*: Jieqi\.$/).waitFor();
  await page.getByRole('searchbox', { name: 'Search games' }).fill('minis');
  await page.getByRole('button', { name: /^Minishogi/ }).click();
  await page.getByText('Checkmate wins.').waitFor();
  await player.checkAccessibility('a game of the list');
  await player.screenshot('games-minishogi');
  await player.press('Choose Minishogi');
  await waitForStatus(player, 'Sente to move');
  assert.equal(await page.getByRole('gridcell').count(), 25);
  await player.waitForLabel('e2', /^e2, sente pawn$|^e2, empty$/);
  await player.checkAccessibility('other rules');
  // Pieces are captured until the side to move has one in hand.
  const held = () => page.locator('button[data-drop]:enabled');
  for (let ply = 0; ply < 40 && (await held().count()) === 0; ply += 1) {
    assert.equal(await page.locator('[data-status=over]').count(), 0);
    await captureOrMove(player);
  }
  const plies = () => page.locator('.moves [data-ply]').count();
  const before = await plies();
  await held().first().click();
  assert.equal(await held().first().getAttribute('aria-pressed'), 'true');
  const to = await page.getByRole('gridcell', { name: /reachable/ }).first().getAttribute('data-cell');
  await player.tap(to ?? '');
  assert.equal(await plies(), before + 1);
  assert.match((await page.locator('.moves [data-ply]').last().textContent()) ?? '', /[*@]/);
  assert.deepEqual(player.errors, []);
  await player.context.close();
});

/** Plays the first capture that there is, or else the first move, choosing the first promotion. @param {Player} player */
async function captureOrMove(player) {
  const { page } = player;
  const side = await page.locator('[data-status]').getAttribute('data-status');
  const cells = await page.getByRole('gridcell', { name: side === 'w' ? /sente/ : /gote/ }).evaluateAll((found) => found.map((cell) => cell.getAttribute('data-cell') ?? ''));
  /** @type {[string, string] | null} */
  let quiet = null;
  for (const from of cells) {
    await player.tap(from);
    const targets = await page.getByRole('gridcell', { name: /reachable|can be captured/ })
      .evaluateAll((found) => found.map((cell) => ({ to: cell.getAttribute('data-cell') ?? '', takes: cell.getAttribute('aria-label')?.includes('can be captured') ?? false })));
    const taking = targets.find(({ takes }) => takes);
    if (taking) {
      await player.tap(taking.to);
      await choosePromotion(player);
      return;
    }
    if (targets[0]) quiet ??= [from, targets[0].to];
    if (targets.length > 0) await player.tap(from);
  }
  assert.ok(quiet, 'no move');
  await player.move(...quiet);
  await choosePromotion(player);
}

/** @param {Player} player */
async function choosePromotion(player) {
  const choices = player.page.getByRole('group', { name: 'Choose what the piece becomes.' }).getByRole('button');
  if ((await choices.count()) > 0) await choices.first().click();
}

/** @typedef {typeof import('../../src/game/local-rules')} LocalRules */
/** @typedef {typeof import('../../src/game/local-game')} LocalGame */
/** @typedef {typeof import('../../src/lib/engine')} Engines */

// With LONG=1 by all rulesets; else by all with mechanics, and by one of twenty-four others: the server writes the files of each.
test('a move is played by every ruleset of the server, by the engine that this page loads for it', async () => {
  const { fetch } = globalThis;
  // As in the browser: the page's files are beside its scripts, and the rules come from the server.
  globalThis.fetch = async (address, options) => {
    const url = new URL(String(address), server.url);
    return url.protocol === 'file:'
      ? new Response(readFileSync(fileURLToPath(url)), { headers: { 'content-type': 'application/wasm' } })
      // No connection is kept, as by `Server.fetch`.
      : fetch(url, { ...options, headers: { connection: 'close' } });
  };
  const modules = await createServer({ root: path.join(root, 'web'), configFile: false, logLevel: 'error', appType: 'custom', server: { middlewareMode: true, ws: false, watch: null } });
  try {
    const local = /** @type {LocalRules} */ (await modules.ssrLoadModule('/src/game/local-rules.ts'));
    const game = /** @type {LocalGame} */ (await modules.ssrLoadModule('/src/game/local-game.ts'));
    const { hasMechanics } = /** @type {Engines} */ (await modules.ssrLoadModule('/src/lib/engine.ts'));
    const { rulesets } = /** @type {{ rulesets: { id: string, covered?: string[] }[] }} */ (await (await server.fetch('/api/rulesets')).json());
    assert.ok(rulesets.length > 100);
    const withMechanics = rulesets.filter(({ id }) => hasMechanics(readFileSync(path.join(rules, id, 'ruleset.json'), 'utf8')));
    assert.ok(withMechanics.length > 4);
    /** @type {string[]} */
    const faults = [];
    for (const { id, covered } of rulesets.filter((ruleset, index) => LONG || withMechanics.includes(ruleset) || index % 24 === 0)) {
      const loaded = await local.loadLocalRules(id);
      if (!loaded) throw new Error('no engine');
      const engine = new game.LocalEngine(loaded.rules.engine());
      engine.send({ message_type: 'new_game' });
      const fault = playFirst(engine);
      if (fault !== null) faults.push(`${id}: ${fault}`);
      // And the answer of the other side, which some mechanics change. Covered pieces are not offered here: nobody deals what they hide.
      else if (!covered && engine.send({ message_type: 'state' }).ending === null && playFirst(engine) !== null) faults.push(`${id}: no answer`);
    }
    assert.deepEqual(faults, []);
  } finally {
    globalThis.fetch = fetch;
    await modules.close();
  }
});

/** Plays the first move of the list, choosing the first promotion. Returns why it is refused; null if it is not. @param {InstanceType<LocalGame['LocalEngine']>} engine */
function playFirst(engine) {
  const { moves, drops, history } = engine.send({ message_type: 'state' });
  const [[from, [to] = []] = []] = Object.entries(moves);
  const [[piece, [at] = []] = []] = Object.entries(drops);
  let { state, refusal } = from !== undefined && to !== undefined
    ? engine.attempt({ message_type: 'piece_move', from, to })
    : engine.attempt({ message_type: 'piece_drop', piece: piece ?? '', to: at ?? '' });
  while (refusal === null && state.pending) ({ state, refusal } = engine.attempt({ message_type: 'piece_promotion_choice', piece_choice: state.pending.choices[0] ?? '' }));
  return refusal ?? (state.history.length === history.length + 1 ? null : 'not made');
}

test('a game with mechanics is played with the larger engine, which no other game loads', async () => {
  const player = await Player.open(browser, DESKTOP);
  const { page } = player;
  /** @type {string[]} */
  const engines = [];
  page.on('request', (request) => engines.push(/tabula_(\w+)_bg.*\.wasm$/.exec(request.url())?.[1] ?? ''));
  await page.goto(`${server.url}/local`);
  await waitForStatus(player, 'White to move');
  assert.ok(!engines.includes('machine'));
  await page.goto(`${server.url}/local?game=no-check-atomic`);
  await waitForStatus(player, 'White to move');
  assert.ok(engines.includes('machine'));
  for (const [from, to] of [['g1', 'f3'], ['d7', 'd5'], ['f3', 'e5'], ['d5', 'd4']]) await player.move(/** @type {string} */ (from), /** @type {string} */ (to));
  // The capture explodes: the king is gone with the capturing piece, pawns stand.
  await player.move('e5', 'f7');
  await waitForStatus(player, 'White wins: the last piece of a required kind is gone.');
  await player.waitForLabel('f7', /^f7, empty/);
  await player.waitForLabel('e7', /black pawn$/);
  await player.press('Undo');
  await waitForStatus(player, 'White to move');
  await player.waitForLabel('e5', /white knight/);
  assert.deepEqual([...player.errors, ...player.sent], []);
  await player.context.close();
});

test('zones and goals are drawn, and the points of both sides are said where they decided the game', async () => {
  const player = await Player.open(browser, SMALL_PHONE);
  const { page } = player;
  await page.goto(`${server.url}/local?game=racing-kings`);
  await waitForStatus(player, 'White to move');
  await page.locator('[data-ground=goal]').waitFor({ state: 'attached' });
  await player.waitForLabel('a8', /goal square/);
  await page.goto(`${server.url}/local?game=janggi`);
  await waitForStatus(player, 'Blue to move');
  assert.equal(await page.locator('[data-ground=zones] .palace').count(), 2);
  await player.press('Pass');
  await waitForStatus(player, 'Red to move');
  assert.equal(await page.locator('[data-points]').count(), 0);
  await player.press('Pass');
  await waitForStatus(player, 'Red wins: both sides passed.');
  // In the region that is said.
  await page.locator('[role=status] [data-points]').getByText('Points: Blue 72, Red 73.5 (1.5 for moving second).', { exact: true }).waitFor();
  await player.screenshot('local-points');
  await player.checkAccessibility('points on one screen');
  await player.press('Undo');
  await waitForStatus(player, 'Red to move');
  assert.equal(await page.locator('[data-points]').count(), 0);
  assert.deepEqual([...player.errors, ...player.sent], []);
  await player.context.close();
});

test('the board is large and everything can be pressed on every screen', async () => {
  const player = await open(DESKTOP);
  await player.move('e2', 'e4');
  assert.deepEqual(await checkScreens(player.page, 'on one screen', { board: true, scrolls: false }), []);
  await player.context.close();
});

// The page without a network: installable, played after a reload without one (with LONG=1 to the end of a game), own games replayed, renewed when its user
// wants that; and what it keeps.
import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { DESKTOP, LONG, makeGame, PHONE, Player, startGame, startStage } from '../fixtures.mjs';
import { rulesOf } from '../ruleset-player.mjs';
import { drawn } from '../screens.mjs';
import { root } from '../server.mjs';
import { playLine } from '../two-players.mjs';
import { comesTrue, eventually } from '../wait.mjs';

// A page of its own, which a test replaces by a new build.
const folder = mkdtempSync(path.join(tmpdir(), 'tabula-page-'));
cpSync(path.join(root, 'web/dist'), folder, { recursive: true, filter: (file) => !/\.(br|gz)$|\/\.[^/]*$/.test(file) });
const { server, browser } = await startStage({ page: folder });
after(() => rmSync(folder, { recursive: true, force: true }));

/** @param {Player} player @param {string | RegExp} text */
const waitForStatus = (player, text) => player.page.locator('[data-status]').getByText(text).first().waitFor();
/** @param {Player} player @param {number} count */
const waitForPlies = (player, count) => player.page.waitForFunction((wanted) => document.querySelectorAll('.moves [data-ply]').length === wanted, count);

/** Opens the first page and waits until a service worker controls it. @param {import('playwright-core').BrowserContextOptions} screen */
async function open(screen) {
  const player = await Player.open(browser, { ...screen, serviceWorkers: 'allow' });
  await player.page.goto(server.url);
  await controlled(player);
  return player;
}

/** @param {Player} player */
const controlled = (player) =>
  player.page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    while (!navigator.serviceWorker.controller) await new Promise((resolve) => setTimeout(resolve, 50));
  });

/** Returns the addresses and texts of everything that the service worker keeps. @param {Player} player */
const keptBy = (player) =>
  player.page.evaluate(async () => {
    /** @type {{ cache: string, path: string, text: string }[]} */
    const kept = [];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        const { pathname, search } = new URL(request.url);
        const response = await cache.match(request, { ignoreVary: true });
        kept.push({ cache: name, path: pathname + search, text: (await response?.text()) ?? '' });
      }
    }
    return kept;
  });

test('an installed page asks the browser to keep what it stores, and a page in a tab does not', async () => {
  for (const isInstalled of [true, false]) {
    const player = await Player.open(browser, { ...PHONE, serviceWorkers: 'allow' });
    await player.page.addInitScript((installed) => {
      const stage = /** @type {any} */ (window);
      stage.persisted = 0;
      navigator.storage.persist = async () => ((stage.persisted += 1), true);
      const ask = window.matchMedia.bind(window);
      window.matchMedia = (query) => (query === '(display-mode: standalone)' && installed ? ask('all') : ask(query));
    }, isInstalled);
    await player.page.goto(server.url);
    await controlled(player);
    assert.equal(await player.page.evaluate(() => /** @type {any} */ (window).persisted), isInstalled ? 1 : 0);
    await player.context.close();
  }
});

test('a browser offers to install the page', async () => {
  const player = await open(PHONE);
  const session = await player.context.newCDPSession(player.page);
  const { url, errors, data } = await session.send('Page.getAppManifest');
  assert.equal(new URL(url).pathname, '/manifest.webmanifest');
  assert.deepEqual(errors, []);
  const manifest = JSON.parse(data ?? '');
  assert.deepEqual([manifest.name, manifest.start_url, manifest.display], ['Tabula', '/', 'standalone']);
  const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
  // A private window, as each test has one, offers nothing to install. That is the only obstacle.
  assert.deepEqual(installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito'), []);
  for (const { src, sizes, type, purpose } of manifest.icons) {
    const size = await player.page.evaluate(async (address) => {
      const image = new Image();
      image.src = address;
      await image.decode();
      return `${image.naturalWidth}x${image.naturalHeight}`;
    }, src);
    if (type === 'image/png') assert.equal(size, sizes);
    assert.ok([undefined, 'maskable'].includes(purpose));
  }
  assert.ok(manifest.icons.some((/** @type {{ purpose?: string }} */ { purpose }) => purpose === 'maskable'));
  assert.deepEqual(player.errors, []);
  await player.context.close();
});

/** Turns of the practice game: as many as it takes, or a few. */
const TURNS = LONG ? 150 : 2;

test('without a network the first page says what works, and a game is practised', async () => {
  const player = await open(PHONE);
  const { page, context } = player;
  await page.getByRole('link', { name: 'Practise', exact: true }).tap();
  await waitForStatus(player, 'Your turn');
  await context.setOffline(true);
  await server.down();
  await page.goto(server.url);
  await page.getByRole('heading', { name: 'No connection to the server' }).waitFor();
  assert.equal(await page.getByRole('button', { name: 'Create game' }).isVisible(), false);
  await player.screenshot('offline-first-page');
  await player.checkAccessibility('the first page without a network');
  await page.getByRole('link', { name: 'Practise', exact: true }).tap();
  await waitForStatus(player, 'Your turn');
  await player.move('e2', 'e4');
  await waitForPlies(player, 2);
  await page.reload();
  await waitForPlies(player, 2);
  await waitForStatus(player, 'Your turn');
  // Hints are followed against the weakest machine.
  await player.press('New game');
  await page.getByLabel('Level of the machine').selectOption('1');
  await player.press('Begin');
  await waitForPlies(player, 0);
  for (let turn = 0; turn < TURNS; turn += 1) {
    const status = page.locator('[data-status]');
    await status.getByText(/Your turn|win|Draw/).first().waitFor();
    if ((await status.getAttribute('data-status')) === 'over') break;
    await player.press('Hint: a move to try');
    const text = (await status.getByText(/^You could try/).textContent()) ?? '';
    const [, from = '', to = ''] = /\((\w\d) to (\w\d)\)/.exec(text) ?? [];
    const plies = await page.locator('.moves [data-ply]').count();
    await player.move(from, to);
    const choices = page.getByRole('group', { name: 'Choose what the piece becomes.' }).getByRole('button');
    if (/=/.test(text)) await choices.first().click();
    // The machine may answer before anybody sees that it thinks.
    await page.waitForFunction((made) => document.querySelectorAll('.moves [data-ply]').length > made || document.querySelector('[data-status=over]'), plies + 1);
  }
  await waitForStatus(player, TURNS === 150 ? /win|Draw/ : 'Your turn');
  await player.screenshot('offline-practised');
  await page.goto(`${server.url}/local`);
  await waitForStatus(player, 'White to move');
  await page.goto(`${server.url}/lab`);
  await page.locator('[data-progress="done"]').getByText('No faults.').first().waitFor({ state: 'attached' });
  // Rules that were never opened are not there, and the page says so.
  await page.goto(`${server.url}/practice?game=xiangqi`);
  await waitForStatus(player, /could not be loaded/);
  await page.goto(server.url);
  await page.getByRole('heading', { name: 'No connection to the server' }).waitFor();
  // Once the server is there again, so is the first page.
  await server.up();
  await context.setOffline(false);
  await page.getByRole('button', { name: 'Create game' }).waitFor();
  await context.close();
});

/** Returns whether there is a copy of a game. @param {Player} player @param {string} id */
const hasCopy = (player, id) => player.page.evaluate(async (path) => (await (await caches.open('copies')).match(path)) !== undefined, `/g/${id}`);

/** Waits until there is a copy of a game, or none. @param {Player} player @param {string} id */
const waitForCopy = (player, id, isThere = true) =>
  player.page.waitForFunction(async ([path, wanted]) => ((await (await caches.open('copies')).match(String(path))) !== undefined) === wanted, [`/g/${id}`, isThere], { polling: 50 });

test('own finished games are replayed without a network, also by other rules, and a damaged copy is removed', async () => {
  const white = await open(PHONE);
  const black = await Player.open(browser, DESKTOP);
  const { page, context } = white;
  const row = (/** @type {string} */ id) => page.locator(`[data-game="${id}"]`);
  const mated = (await startGame(server, white, black, { mode: 'Blind' })).slice(-8);
  await playLine({ white, black }, 'f2f3', 'e7e5', 'g2g4');
  await white.waitForTurn('theirs');
  assert.equal(await hasCopy(white, mated), false, 'a copy of a game that goes on');
  await black.move('d8', 'h4');
  await page.getByText('You lost by checkmate.').first().waitFor();
  await waitForCopy(white, mated);
  const resigned = (await startGame(server, white, black, { mode: 'Open', ruleset: 'crazyhouse' })).slice(-8);
  await Promise.all([white, black].map(rulesOf));
  await playLine({ white, black }, 'e2e4', 'd7d5', 'e4d5', 'd8d5');
  assert.equal(await hasCopy(white, resigned), false, 'a copy of a game that goes on');
  await black.press('Resign');
  await black.page.getByRole('dialog').getByRole('button', { name: 'Resign' }).click();
  await page.getByText(/your opponent resigned/).first().waitFor();
  await waitForCopy(white, resigned);
  const passed = (await startGame(server, white, black, { mode: 'Open', ruleset: 'janggi' })).slice(-8);
  await Promise.all([white, black].map(rulesOf));
  for (const player of [white, black]) {
    await player.waitForTurn('yours');
    await player.press('Pass');
  }
  await page.locator('[data-points]').waitFor();
  await waitForCopy(white, passed);
  await black.context.close();

  await context.setOffline(true);
  await server.down();
  await page.goto(server.url);
  await page.getByRole('heading', { name: 'No connection to the server' }).waitFor();
  for (const [id, standing] of /** @type {const} */ ([[mated, /You lost by checkmate/], [resigned, /your opponent resigned/]])) {
    await row(id).getByText(/on this device/).waitFor();
    await row(id).getByText(standing).waitFor();
  }
  await white.screenshot('offline-own-games');
  await row(mated).getByRole('link').click();
  // By the list, and by the link of the game.
  for (const again of [async () => undefined, () => page.reload()]) {
    await again();
    await page.getByText('You lost by checkmate.').first().waitFor();
    await page.getByText('You are offline. You can still replay this game.').waitFor();
    await white.press('First');
    await white.waitForLabel('f2', /white pawn/);
    await white.press('Next');
    await white.waitForLabel('f3', /white pawn/);
    await white.press('Last');
    await white.waitForLabel('h4', /black queen/);
    await white.press('Previous');
    await white.waitForLabel('d8', /black queen/);
  }
  assert.equal(await page.getByRole('button', { name: 'Rematch', exact: true }).isDisabled(), true);
  await white.screenshot('offline-replay');
  await white.checkAccessibility('a replay without a network');

  // Hands come with the position that is shown.
  await page.goto(`${server.url}/g/${resigned}`);
  const held = page.locator('[data-hand="w"] [data-drop]');
  await held.waitFor();
  await white.press('First');
  await white.waitForLabel('e2', /white pawn/);
  await held.waitFor({ state: 'detached' });

  // Zones of the board, and the points that decided the game, come with the rules.
  await page.goto(`${server.url}/g/${passed}`);
  await page.locator('[data-points]').getByText('Points: Blue 72, Red 73.5 (1.5 for moving second).', { exact: true }).waitFor();
  assert.equal(await page.locator('[data-ground=zones] .palace').count(), 2);
  await page.getByText('You are offline. You can still replay this game.').waitFor();

  await page.evaluate(async (path) => (await caches.open('copies')).put(path, new Response('{"form":1,"play":{')), `/g/${resigned}`);
  await page.goto(`${server.url}/g/${resigned}`);
  await page.getByRole('alert').getByText(/was damaged and has been removed/).waitFor();
  await waitForCopy(white, resigned, false);
  await assert.rejects(page.goto(`${server.url}/g/${resigned}`), /ERR_/);
  await page.waitForURL(/^chrome-error:/);

  // Once the server is there again, nothing says that a connection is missing.
  await page.goto(`${server.url}/g/${mated}`);
  await page.locator('[data-link]').waitFor();
  await white.press('First');
  await server.up();
  await context.setOffline(false);
  await page.locator('[data-link]').waitFor({ state: 'detached' });
  await page.getByText('You lost by checkmate.').first().waitFor();

  // A game that is taken from the list leaves no copy.
  await page.goto(server.url);
  await row(mated).getByText('You lost by checkmate.').waitFor();
  await row(mated).getByRole('button', { name: /Remove/ }).click();
  await row(mated).waitFor({ state: 'detached' });
  await waitForCopy(white, mated, false);
  await context.close();
});

test('nothing of a game that goes on is kept: no frame, no id, no token, no page of a game', async () => {
  const player = await open(DESKTOP);
  const { page } = player;
  await page.goto(`${server.url}/practice?game=shogi`);
  await waitForStatus(player, 'Your turn');
  const link = await makeGame(server, player, { mode: 'Open', machine: { level: 1 } });
  // The picture that it opens for a moment has no icon of its own.
  player.errors.length = 0;
  await page.goto(link);
  await player.waitForTurn('yours');
  await controlled(player);
  await player.move('e2', 'e4');
  await player.waitForFrame((frame) => frame.type === 'update' && frame['ply'] === 2);
  assert.deepEqual(player.errors, []);
  await page.goto(await player.watchLink());
  await page.waitForLoadState('networkidle');
  const id = /** @type {string} */ (new URL(link).pathname.split('/').at(-1));
  const secrets = await page.evaluate(() => Object.entries(localStorage).filter(([key]) => /^bc:\w+$/.test(key)).flatMap(([key, token]) => [key.slice(3), token]));
  assert.ok(secrets.includes(id) && secrets.length === 2, `${secrets}`);
  const kept = await keptBy(player);
  const built = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile() && entry.name !== 'sw.js')
    .map((entry) => `/${path.relative(folder, path.join(entry.parentPath, entry.name))}`.replace(/^\/index\.html$/, '/'));
  const ofBuild = kept.filter(({ cache }) => cache.startsWith('build:'));
  // Of the files of languages, only that of the language in use: none for English. Sentences about refusals are needed where the server answers.
  assert.deepEqual(ofBuild.map((file) => file.path).sort(), built.filter((name) => !/^\/assets\/([a-z]{2}|refused|passkey-words)-[^/]*\.js$/.test(name)).sort());
  assert.deepEqual(kept.filter(({ cache }) => !cache.startsWith('build:')).map((file) => file.path).sort(), ['/api/overlays', '/api/rules', '/api/rules/chess?tables=relative', '/api/rules/shogi?tables=relative', '/api/rulesets']);
  for (const file of kept) for (const secret of secrets) assert.ok(!file.path.includes(secret) && !file.text.includes(secret), `${file.path} has ${secret}`);
  await player.context.close();
});

test('a page of a game without a copy, opened without a network, is not shown from what is kept', async () => {
  const player = await open(DESKTOP);
  await player.context.setOffline(true);
  for (const place of ['/g/abcd1234', '/w/abcd1234', '/r/ABC123', '/games']) {
    await assert.rejects(player.page.goto(server.url + place), /ERR_(INTERNET_DISCONNECTED|FAILED)/, place);
  }
  await player.context.close();
});

/** Writes the page anew, as a build does in which everything has changed: its scripts and styles have other names. @param {string} name */
function rebuild(name) {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
  const parts = files.filter((file) => /\/assets\/[^/]+\.(js|css)$/.test(file));
  const stemOf = (/** @type {string} */ file) => path.basename(file, path.extname(file));
  const renamed = (/** @type {string} */ text) => parts.map(stemOf).reduce((changed, stem) => changed.replaceAll(stem, `${stem}_${name}`), text);
  for (const file of files.filter((found) => /\.(js|html)$/.test(found))) {
    const text = renamed(readFileSync(file, 'utf8'));
    writeFileSync(file, file.endsWith('/sw.js') ? text.replace(/(version:)[`"']\w+[`"']/, `$1"${name}"`) : text);
  }
  for (const file of parts) renameSync(file, path.join(path.dirname(file), `${stemOf(file)}_${name}${path.extname(file)}`));
}

/** Returns whether the service worker of a build answers, and no other is coming. To ask it by a message would keep the one before at work. @param {string} build */
const isSettled = async (build) => {
  const { installing, waiting, active } = (await navigator.serviceWorker.getRegistration()) ?? {};
  return !installing && !waiting && active?.state === 'activated' && (await caches.keys()).includes(build);
};

test('a new build is announced, interrupts nothing, and is there after a tap', async () => {
  const player = await open(PHONE);
  const { page } = player;
  await page.getByRole('link', { name: 'Practise', exact: true }).tap();
  await waitForStatus(player, 'Your turn');
  await player.move('e2', 'e4');
  await waitForPlies(player, 2);
  rebuild('second');
  const asks = () => page.evaluate(async () => void (await (await navigator.serviceWorker.getRegistration())?.update()));
  await asks();
  const news = page.getByRole('status').filter({ hasText: 'A new version is available.' });
  await news.waitFor();
  await player.screenshot('new-version');
  // It is seen, and not over the board, however the screen is held.
  for (const size of [{ width: 390, height: 844 }, { width: 844, height: 390 }, { width: 1280, height: 800 }]) {
    await page.setViewportSize(size);
    await drawn(page);
    const [text, board] = await Promise.all([news.locator('.news').boundingBox(), page.getByRole('grid').boundingBox()]);
    assert.ok(text && board && text.y >= 0 && text.x + text.width <= size.width && text.y + text.height <= size.height);
    const isApart = text.y + text.height <= board.y + 2 || text.x >= board.x + board.width;
    assert.ok(isApart, `${JSON.stringify(text)} over ${JSON.stringify(board)}`);
  }
  await page.setViewportSize({ width: 390, height: 844 });
  await player.checkAccessibility('the announcement of a new version');
  // The game goes on as it was.
  await waitForStatus(player, 'Your turn');
  await player.move('d2', 'd4');
  await waitForPlies(player, 4);
  const scriptOf = () => page.evaluate(() => document.querySelector('script[type=module][src]')?.getAttribute('src') ?? '');
  assert.doesNotMatch(await scriptOf(), /_second\.js$/);
  await Promise.all([page.waitForEvent('load'), player.press('Reload')]);
  await waitForPlies(player, 4);
  assert.match(await scriptOf(), /_second\.js$/);
  // A page that is opened after a build is of that build, which needs no announcement; at most two builds are kept.
  for (const name of ['third', 'fourth']) {
    rebuild(name);
    await page.goto(`${server.url}/practice`);
    await waitForPlies(player, 4);
    await eventually(() => page.evaluate(isSettled, `build:${name}`));
    assert.equal(await news.count(), 0);
  }
  const builds = async () => (await page.evaluate(() => caches.keys())).filter((name) => name.startsWith('build:')).sort();
  await comesTrue(async () => assert.deepEqual(await builds(), ['build:fourth', 'build:third']));
  await player.context.close();
});

test('a host that is not secure has no service worker, and no fault', async () => {
  const player = await Player.open(browser, { ...DESKTOP, serviceWorkers: 'allow' });
  const { page } = player;
  await page.clock.install();
  await page.addInitScript(() => {
    // As browsers do where the address is neither https nor of the own machine.
    delete (/** @type {any} */ (Navigator.prototype)).serviceWorker;
  });
  await page.goto(server.url);
  await page.getByRole('link', { name: 'Practise', exact: true }).waitFor();
  await page.clock.runFor(10_000);
  assert.equal(await page.evaluate(() => 'serviceWorker' in navigator), false);
  await page.getByRole('link', { name: 'Practise', exact: true }).click();
  await page.getByRole('grid').waitFor();
  assert.deepEqual(player.errors, []);
  await player.context.close();
});

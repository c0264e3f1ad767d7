// The first visit: what comes late moves nothing, and blind chess is explained when asked.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeGame, PHONE, Player, startStage } from '../fixtures.mjs';

const { server, browser } = await startStage();

/** Sums up the shifts of the layout from the next page on. @param {Player} player */
const watchShifts = ({ page }) =>
  page.addInitScript(() => {
    const shifts = /** @type {any} */ (window);
    shifts.moved = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.moved += /** @type {any} */ (entry).value;
    }).observe({ type: 'layout-shift', buffered: true });
  });

/** Asserts that nothing has moved on the page, nor moves with the next frame. @param {Player} player */
async function nothingMoved({ page }) {
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 100))));
  const moved = await page.evaluate(() => /** @type {any} */ (window).moved);
  assert.ok(moved < 0.02, `the layout shifted by ${moved}`);
}

for (const [name, options] of /** @type {const} */ ([['phone', PHONE], ['tablet', { viewport: { width: 810, height: 1080 } }]])) {
  test(`nothing moves on the first page while it loads, on a ${name}`, async () => {
    const player = await Player.open(browser, options);
    const { page } = player;
    await watchShifts(player);
    // That the page is still waiting would be said after some seconds, as on a busy machine.
    await player.leaveTime(4_000);
    // Each list and each later part comes only after the page has been painted.
    let held = 0;
    /** @type {() => void} */
    let release = () => undefined;
    const painted = new Promise((resolve) => (release = () => resolve(null)));
    await page.route(/\/api\/|assets\/(landing-parts|house|Fold|later)[^/]*\.js/, async (route) => {
      held += 1;
      await painted;
      await route.continue();
    });
    await page.goto(server.url, { waitUntil: 'commit' });
    await page.getByRole('button', { name: 'Create game' }).waitFor();
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 100))));
    release();
    await page.getByText('House rules').first().waitFor();
    await page.getByRole('combobox', { name: 'Gambit' }).waitFor();
    await nothingMoved(player);
    assert.ok(held > 3, `${held} answers were late`);
    await player.context.close();
  });
}

test('nothing moves on the page of an invitation, nor at the board of a seat, while they load', async () => {
  const [creator, visitor] = await Promise.all([Player.open(browser, PHONE), Player.open(browser, PHONE)]);
  for (const player of [creator, visitor]) await player.leaveTime(4_000);
  const link = await makeGame(server, creator);
  await watchShifts(visitor);
  await visitor.page.goto(link, { waitUntil: 'commit' });
  await visitor.page.getByRole('button', { name: 'Join', exact: true }).waitFor();
  await visitor.page.waitForLoadState('networkidle');
  await nothingMoved(visitor);
  await visitor.press('Join');
  await visitor.page.getByRole('grid').waitFor();
  await watchShifts(creator);
  // To both players: to who comes to the board for the first time, and to who comes back.
  for (const player of [creator, visitor]) {
    await player.page.goto(link, { waitUntil: 'commit' });
    await player.page.getByRole('grid').waitFor();
    await player.page.waitForLoadState('networkidle');
    await nothingMoved(player);
    await player.context.close();
  }
});

/** The most that the first page and its scripts may weigh, as they travel. */
const PAGE_BYTES = 100_000;
const SCRIPT_BYTES = 70 * 1024;
/** Answers of this size and more are compressed. */
const SMALL_BYTES = 1_000;

test('the first page is compressed, and light', async () => {
  const player = await Player.open(browser, PHONE);
  const { page } = player;
  /** @type {import('playwright-core').Response[]} */
  const answers = [];
  page.on('response', (response) => answers.push(response));
  await page.goto(server.url);
  await page.getByText('House rules').first().waitFor();
  await page.waitForLoadState('networkidle');
  const loaded = await Promise.all(
    answers.map(async (response) => ({
      path: new URL(response.url()).pathname,
      bytes: (await response.request().sizes()).responseBodySize,
      form: response.headers()['content-encoding'],
      type: response.headers()['content-type'] ?? '',
    })),
  );
  const told = loaded.map(({ path, bytes, form = '-' }) => `${bytes} ${form} ${path}`).join('\n');
  const text = loaded.filter(({ type, bytes }) => !/image\/png|font/.test(type) && bytes >= SMALL_BYTES);
  assert.deepEqual(text.filter(({ form }) => form !== 'br'), [], told);
  const sum = (/** @type {typeof loaded} */ some) => some.reduce((total, { bytes }) => total + bytes, 0);
  assert.ok(text.some(({ type }) => type.includes('javascript')) && text.some(({ path }) => path.startsWith('/api/')), told);
  assert.ok(sum(loaded) <= PAGE_BYTES, `${sum(loaded)} bytes:\n${told}`);
  const scripts = sum(loaded.filter(({ type }) => type.includes('javascript')));
  assert.ok(scripts <= SCRIPT_BYTES, `${scripts} bytes of scripts:\n${told}`);
  await player.context.close();
});

/** Connections that a browser opens to a server without HTTP/2. */
const CONNECTIONS = 6;

test('the page of an invitation needs no more files than a browser has connections', async () => {
  const [creator, visitor] = await Promise.all([Player.open(browser, PHONE), Player.open(browser, PHONE)]);
  const link = await makeGame(server, creator);
  await visitor.page.addInitScript(() => {
    new MutationObserver((_, observer) => {
      if (!document.querySelector('.go .button.primary')) return;
      observer.disconnect();
      Object.assign(globalThis, { loadedBefore: performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname) });
    }).observe(document, { subtree: true, childList: true });
  });
  await visitor.page.goto(link);
  await visitor.page.getByRole('button', { name: 'Join', exact: true }).waitFor();
  const loaded = await visitor.page.evaluate(() => /** @type {{ loadedBefore: string[] }} */ (/** @type {unknown} */ (globalThis)).loadedBefore);
  const files = loaded.filter((path) => path.startsWith('/assets/'));
  assert.ok(files.some((path) => path.endsWith('.js')) && files.length <= CONNECTIONS, loaded.join('\n'));
  await Promise.all([creator, visitor].map(({ context }) => context.close()));
});

test('a slow server is waited for, and one that cannot be reached is told apart', async () => {
  const player = await Player.open(browser, PHONE);
  const { page } = player;
  /** @type {(route: import('playwright-core').Route) => void} */
  let answer = () => undefined;
  const asked = new Promise((/** @type {typeof answer} */ resolve) => (answer = resolve));
  await page.route(/\/api\/modes/, (route) => answer(route));
  await page.goto(server.url);
  await page.getByText('Still waiting for the server').waitFor();
  assert.equal(await page.getByRole('button', { name: 'Create game' }).isVisible(), true);
  await player.screenshot('first-page-waiting');
  await (/** @type {any} */ (await asked)).abort();
  await page.getByRole('heading', { name: 'No connection to the server' }).waitFor();
  await player.context.close();
});

test('the name of the page is painted before its scripts have come, and makes room for them', async () => {
  const player = await Player.open(browser, PHONE);
  const { page } = player;
  /** @type {() => void} */
  let release = () => undefined;
  const painted = new Promise((resolve) => (release = () => resolve(null)));
  await page.route(/assets\/.*\.js/, async (route) => {
    await painted;
    await route.continue();
  });
  await page.goto(server.url, { waitUntil: 'commit' });
  await page.locator('.opening', { hasText: 'Tabula' }).waitFor();
  await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
  release();
  await page.getByRole('button', { name: 'Create game' }).waitFor();
  assert.equal(await page.locator('.opening').count(), 0);
  await player.context.close();
});

test('how blind chess works is shown in five pictures, loaded when asked for', async () => {
  const player = await Player.open(browser, PHONE);
  const { page } = player;
  /** @type {string[]} */
  const loaded = [];
  page.on('request', (request) => loaded.push(request.url()));
  await page.goto(server.url);
  await page.getByRole('combobox', { name: 'Gambit' }).waitFor();
  assert.ok(!loaded.some((url) => url.includes('HowTo')));
  await player.press('How blind chess works');
  const dialog = page.getByRole('dialog', { name: 'How blind chess works' });
  await dialog.getByRole('listitem').nth(4).waitFor();
  assert.equal(await dialog.locator('svg.board').count(), 5);
  assert.ok(loaded.some((url) => url.includes('HowTo')));
  await player.screenshot('how-to-phone');
  await player.checkAccessibility('how blind chess works');
  await player.press('Close');
  assert.deepEqual(player.errors, []);
  await player.context.close();
});

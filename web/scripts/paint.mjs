// Measures how soon the built page shows something on a slow phone: a processor four times slower, 1.6 Mbit/s, and 150 ms to each answer. It needs what
// the browser tests need. Times are medians in milliseconds from the start of the navigation; `node scripts/paint.mjs 9` takes nine of each.
import { launchBrowser, makeGame, PHONE, Player, Server } from '../e2e/fixtures.mjs';

const RUNS = Number(process.argv[2] ?? 5);
const SLOWDOWN = 4;
const NETWORK = { offline: false, latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 };
const MOST_SHIFT = 0.02;

/** The things that are waited for, and the milliseconds within which each should be there; to exceed a wish is no failure yet. */
const GOALS = /** @type {const} */ ([
  { what: 'first page: something', mark: 'paint', limit: 800, wish: false },
  { what: 'link of a seat: the board', mark: '#preview, [role=grid]', limit: 1_000, wish: false },
  { what: 'link of a game: Join', mark: '.go .button.primary', limit: 1_000, wish: true },
  { what: 'link of a seat: the board takes moves', mark: '[role=grid]', limit: 1_000, wish: true },
]);

/** Runs in the page before its own scripts: notes when an element is drawn, and how much the layout shifts. @param {string} selector */
function observe(selector) {
  const page = /** @type {any} */ (window);
  page.shifted = 0;
  page.drawn = new Promise((resolve) => {
    if (selector === 'paint') {
      new PerformanceObserver((list) => {
        for (const { name, startTime } of list.getEntries()) if (name === 'first-contentful-paint') resolve(startTime);
      }).observe({ type: 'paint', buffered: true });
      return;
    }
    new MutationObserver((_, observer) => {
      if (!document.querySelector(selector)) return;
      observer.disconnect();
      // Drawn before the task that follows the next frame.
      requestAnimationFrame(() => setTimeout(() => resolve(performance.now())));
    }).observe(document, { subtree: true, childList: true });
  });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) page.shifted += /** @type {any} */ (entry).value;
  }).observe({ type: 'layout-shift', buffered: true });
}

/** @param {Player} player @param {string} url @param {string} mark */
async function measure({ page, context }, url, mark) {
  await page.addInitScript(observe, mark);
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', NETWORK);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
  await page.goto(url, { waitUntil: 'commit' });
  const time = await page.evaluate(() => /** @type {Promise<number>} */ (/** @type {any} */ (window).drawn));
  // What comes later may still move something.
  await page.waitForLoadState('networkidle');
  const shifted = await page.evaluate(() => /** @type {number} */ (/** @type {any} */ (window).shifted));
  return { time, shifted };
}

const [server, browser] = await Promise.all([Server.start(), launchBrowser()]);
let exceeded = false;
try {
  for (const { what, mark, limit, wish } of GOALS) {
    const runs = [];
    for (let run = 0; run < RUNS; run += 1) {
      const [creator, guest, visitor] = /** @type {[Player, Player, Player]} */ (await Promise.all([1, 2, 3].map(() => Player.open(browser, PHONE))));
      const link = await makeGame(server, creator);
      if (mark.includes('[role=grid]')) {
        await guest.join(link);
        await guest.page.getByRole('grid').waitFor();
        // The creator comes with a browser that knows the seat, and has nothing of the page yet.
        const seat = await creator.page.evaluate(() => Object.entries(localStorage));
        await visitor.page.addInitScript((entries) => entries.forEach(([key, value]) => localStorage.setItem(key, value)), seat);
      }
      // Their pages would load their engines on the same processors meanwhile.
      await Promise.all([creator, guest].map(({ context }) => context.close()));
      runs.push(await measure(visitor, mark === 'paint' ? server.url : link, mark));
      await visitor.context.close();
    }
    const times = runs.map(({ time }) => time).sort((a, b) => a - b);
    const median = times[Math.floor(times.length / 2)] ?? Infinity;
    const shifted = Math.max(...runs.map((run) => run.shifted));
    const over = median > limit || shifted > MOST_SHIFT;
    exceeded ||= over && (!wish || shifted > MOST_SHIFT);
    const range = `${Math.round(times[0] ?? 0)} to ${Math.round(times.at(-1) ?? 0)}`;
    console.log(`${over ? 'OVER' : 'ok  '} ${what}: ${Math.round(median)} of ${limit} ms (${range}), layout shift ${shifted.toFixed(3)} of ${MOST_SHIFT}`);
  }
} finally {
  await browser.close();
  await server.stop();
}
if (exceeded) process.exitCode = 1;

// The games of this browser on the first page: whose turn it is, also after a restart of the server, and such a game once more.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DESKTOP, PHONE, Player, startGame, startStage } from './fixtures.mjs';

const { server, browser } = await startStage({ own: 'own-games', flags: ['--finished-lifetime=300ms'] });

/** @param {Player} player @param {string} id */
const row = (player, id) => player.page.locator(`[data-game="${id}"]`);

/** Counts calls of the badge, and shifts of the layout. @param {Player} player */
const observe = (player) =>
  player.page.addInitScript(() => {
    const seen = /** @type {any} */ (window);
    [seen.badge, seen.moved] = [null, 0];
    Object.assign(navigator, {
      setAppBadge: async (/** @type {number} */ count) => void (seen.badge = count),
      clearAppBadge: async () => void (seen.badge = 0),
    });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) seen.moved += /** @type {any} */ (entry).value;
    }).observe({ type: 'layout-shift', buffered: true });
  });

test('the first page says whose turn it is, and what became of a game', async () => {
  const [white, black] = await Promise.all([Player.open(browser, PHONE), Player.open(browser, DESKTOP)]);
  await observe(white);
  const begun = Date.now();
  const id = (await startGame(server, white, black, { mode: 'Blind', clock: { initial: 300, increment: 3 } })).slice(-8);
  await white.page.goto(server.url);
  await row(white, id).getByText('Your turn').waitFor();
  const [, minutes, seconds] = /Chess, blind · (\d):(\d\d) left/.exec(await row(white, id).getByText(/Chess, blind · \d:\d\d left/).innerText()) ?? [];
  const left = Number(minutes) * 60 + Number(seconds);
  // All of its five minutes, but for those since the game was made.
  assert.ok(left <= 300 && left >= 299 - (Date.now() - begun) / 1_000, `${left} seconds are left`);
  const waitForBadge = (/** @type {number} */ count) => white.page.waitForFunction((wanted) => /** @type {any} */ (window).badge === wanted, count, { polling: 25 });
  await white.waitForTitle('(1) Tabula');
  await waitForBadge(1);
  await white.screenshot('own-games-phone');
  await white.checkAccessibility('own games');
  await row(white, id).getByRole('link').click();
  await white.page.getByRole('grid').waitFor();
  await white.move('e2', 'e4');
  await black.page.getByText('White has moved.').first().waitFor();
  await white.page.goto(server.url);
  await row(white, id).getByText('Their turn').waitFor();
  await white.waitForTitle('Tabula');
  await waitForBadge(0);
  // The list comes late, and moves nothing.
  const moved = await white.page.evaluate(() => /** @type {any} */ (window).moved);
  assert.ok(moved < 0.02, `the layout shifted by ${moved}`);
  await black.move('e7', 'e5');
  // The list would ask a server that is down, and the browser would log it.
  await white.page.goto('about:blank');
  await server.down();
  await server.up();
  await white.page.goto(server.url);
  await row(white, id).getByText('Your turn').waitFor();
  // A seat is given up by the second press alone.
  await row(white, id).getByRole('button', { name: /Remove/ }).click();
  await row(white, id).getByRole('button', { name: 'Give up the seat?' }).waitFor();
  await white.page.reload();
  await row(white, id).getByRole('link').click();
  await white.page.getByRole('grid').waitFor();
  await black.press('Resign');
  await black.page.getByRole('dialog').getByRole('button', { name: 'Resign' }).click();
  await white.page.getByText(/your opponent resigned/).first().waitFor();
  for (;;) {
    if ((await server.fetch(`/api/games/${id}`)).status === 404) break;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  await white.page.goto(server.url);
  await row(white, id).getByText(/your opponent resigned/).waitFor();
  await row(white, id).getByRole('button', { name: 'Again' }).click();
  await white.page.getByLabel('Link to the game').waitFor();
  await white.page.goto(server.url);
  await white.page.locator('[data-game]').nth(1).waitFor();
  assert.equal(await white.page.locator('[data-game]').count(), 2);
  await row(white, id).getByRole('link').click();
  await white.page.getByRole('button', { name: 'First' }).waitFor();
  await white.page.goto(server.url);
  await row(white, id).getByRole('button', { name: /Remove/ }).click();
  await row(white, id).waitFor({ state: 'detached' });
  assert.deepEqual(white.errors, []);
  await Promise.all([white.context.close(), black.context.close()]);
});

test('a browser without games loads no list of them', async () => {
  const player = await Player.open(browser, PHONE);
  /** @type {string[]} */
  const asked = [];
  player.page.on('request', (request) => asked.push(request.url()));
  await player.page.goto(server.url);
  await player.page.getByRole('combobox', { name: 'Gambit' }).waitFor();
  assert.equal(asked.filter((url) => /YourGames|own-games/.test(url)).length, 0);
  await player.context.close();
});

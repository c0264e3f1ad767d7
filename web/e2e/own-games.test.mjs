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
  const id = (await startGame(server, white, black, { mode: 'Blind', clock: { initial: 300, increment: 3 } })).slice(-8);
  await white.page.goto(server.url);
  await row(white, id).getByText('Your turn').waitFor();
  await row(white, id).getByText(/Chess, blind · (5:00|4:5\d) left/).waitFor();
  assert.equal(await white.page.title(), '(1) Tabula');
  assert.equal(await white.page.evaluate(() => /** @type {any} */ (window).badge), 1);
  await white.screenshot('own-games-phone');
  await white.checkAccessibility('own games');
  await row(white, id).getByRole('link').click();
  await white.page.getByRole('grid').waitFor();
  await white.move('e2', 'e4');
  await black.page.getByText('White has moved.').first().waitFor();
  await white.page.goto(server.url);
  await row(white, id).getByText('Their turn').waitFor();
  assert.equal(await white.page.title(), 'Tabula');
  assert.equal(await white.page.evaluate(() => /** @type {any} */ (window).badge), 0);
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
    if ((await fetch(`${server.url}/api/games/${id}`)).status === 404) break;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  await white.page.goto(server.url);
  await row(white, id).getByText(/your opponent resigned/).waitFor();
  await row(white, id).getByRole('button', { name: 'Again' }).click();
  await white.page.getByLabel('Link to the game').waitFor();
  await white.page.goto(server.url);
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

// The own results: games count for the key of a browser, on this device and on another, and nobody else learns of it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DESKTOP, PHONE, Player, startGame, startStage } from './fixtures.mjs';
import { checkScreens } from './screens.mjs';
import { playLine } from './two-players.mjs';

const { server, browser } = await startStage({ own: 'results', flags: ['--finished-lifetime=300ms'] });

/** Makes the key of a browser. @param {Player} player */
async function makeKey(player) {
  await player.page.goto(server.url);
  await player.page.getByRole('link', { name: 'Your results' }).click();
  await player.page.getByText('No account and no e-mail').waitFor();
  await player.checkAccessibility('results without a key');
  await player.press('Count my games');
  await player.page.getByText('No game has ended yet.').waitFor();
}

test('games count for the key of a browser, which its user takes along', async () => {
  const [white, black, tablet] = await Promise.all([Player.open(browser, PHONE), Player.open(browser, DESKTOP), Player.open(browser, DESKTOP)]);
  await makeKey(white);
  await white.screenshot('results-empty-phone');
  await white.page.getByRole('textbox', { name: 'Your name' }).fill('Ada Lovelace');
  /** @type {string[]} */
  const received = [];
  black.page.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => received.push(String(payload))));
  const link = await startGame(server, white, black, { mode: 'Blind', clock: { daysPerTurn: 3 }, spectators: { allowed: false, delaySeconds: 0 } });
  await black.page.getByText('Ada Lovelace').first().waitFor();
  await playLine({ white, black }, 'f2f3', 'e7e5', 'g2g4');
  await black.move('d8', 'h4');
  await white.page.getByText('You lost by checkmate.').first().waitFor();
  await black.page.getByText('You won by checkmate.').first().waitFor();
  const key = await white.page.evaluate(() => localStorage.getItem('tabula:key'));
  assert.ok(key);
  const [x = '', , secret = ''] = key.split('.');
  assert.ok(received.length > 4 && !received.some((frame) => frame.includes(x.slice(2, 40)) || frame.includes('identify')), 'the opponent is not told');
  // The other player has no key, and no results.
  await black.page.goto(`${server.url}/results`);
  await black.page.getByRole('button', { name: 'Count my games' }).waitFor();
  await white.page.goto(`${server.url}/results`);
  const game = white.page.getByRole('link', { name: /Ada Lovelace – Black.*Lost/ });
  await game.waitFor();
  await white.page.getByRole('region', { name: 'Results by game and time control' }).getByRole('rowheader', { name: /Chess, blind · 3 days per turn/ }).waitFor();
  await white.checkAccessibility('the own results');
  await white.screenshot('results-phone');
  assert.deepEqual(await checkScreens(white.page, 'the own results', { board: false, scrolls: true }), []);
  await white.page.setViewportSize({ width: 390, height: 844 });
  // On another device, by the link that brings the games. A private game opens there by the key alone, once its token is gone.
  await white.press('Other device');
  const field = white.page.getByLabel('Link for the other device');
  await field.waitFor();
  const handed = await field.inputValue();
  assert.ok(!handed.includes(secret));
  await tablet.page.goto(handed);
  await tablet.page.getByRole('checkbox', { name: /Count my results under that device/ }).check();
  await tablet.press('Take the games');
  await tablet.page.getByText('New on this device: 1').waitFor();
  await tablet.page.evaluate((id) => localStorage.removeItem(`bc:${id}`), link.slice(-8));
  await tablet.page.goto(`${server.url}/results`);
  await tablet.page.getByRole('link', { name: /Ada Lovelace – Black.*Lost/ }).waitFor();
  await tablet.screenshot('results-desktop');
  await tablet.page.getByRole('link', { name: /Ada Lovelace – Black.*Lost/ }).click();
  await tablet.page.locator('.result', { hasText: 'Black won by checkmate.' }).waitFor();
  // Forgotten on one device, it is there on the other.
  await tablet.page.goto(`${server.url}/results`);
  await tablet.press('Forget the key');
  await tablet.press('Forget it for good?');
  await tablet.page.getByRole('button', { name: 'Count my games' }).waitFor();
  assert.equal(await tablet.page.evaluate(() => localStorage.getItem('tabula:key')), '');
  await white.page.reload();
  await game.waitFor();
  // In the longest language there is room for it on a phone.
  await white.page.goto(`${server.url}/results?lang=ru`);
  await white.page.getByRole('heading', { name: 'Ваши результаты' }).waitFor();
  assert.ok(await white.page.evaluate(() => document.documentElement.scrollWidth <= Math.min(innerWidth, screen.width)));
  assert.deepEqual([white.errors, black.errors, tablet.errors], [[], [], []]);
  await Promise.all([white, black, tablet].map(({ context }) => context.close()));
});

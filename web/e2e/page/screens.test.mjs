// The layout of a game on fourteen screens: each state is set up once, then its page is resized.
import { test } from 'node:test';
import assert from 'node:assert/strict';
import { checkScreens } from '../screens.mjs';
import { DESKTOP, Player, startGame, startStage } from '../fixtures.mjs';

const { server, browser } = await startStage();

test('every control can be pressed, and the board is large, on every screen and at twice the text size', async () => {
  const [one, other, third] = await Promise.all([Player.open(browser, DESKTOP), Player.open(browser, DESKTOP), Player.open(browser, DESKTOP)]);
  const faults = [];
  const answer = await server.fetch('/api/games', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ mode: 'vanilla', side: 'white', overlays: [], chat: true, clock: { initial: 600, increment: 5 } }),
  });
  const { gameId, creatorToken } = /** @type {Record<string, string>} */ (await answer.json());
  await one.page.goto(`${server.url}/icon.svg`);
  await one.page.evaluate(([key = '', token = '']) => localStorage.setItem(key, token), [`bc:${gameId}`, creatorToken]);
  await one.page.goto(`${server.url}/g/${gameId}`);
  await one.page.getByRole('img', { name: 'QR code' }).waitFor();
  faults.push(...await checkScreens(one.page, 'waiting', { board: false, scrolls: true }));

  await startGame(server, one, other, { mode: 'Open' });
  await third.page.goto(await one.watchLink());
  await third.page.locator('[data-standing]').waitFor();
  await one.move('e2', 'e4');
  await other.waitForTurn('yours');
  await other.move('d7', 'd5');
  await one.waitForTurn('yours');
  await one.move('e4', 'd5');
  await other.waitForTurn('yours');
  await other.move('d8', 'd5');
  await one.waitForTurn('yours');
  faults.push(...await checkScreens(one.page, 'playing', { board: true, scrolls: false }));

  faults.push(...await checkScreens(third.page, 'watching', { board: true, scrolls: false }));

  await other.press('Draw');
  await other.press('Offer draw');
  await one.page.getByRole('button', { name: 'Accept draw' }).waitFor();
  faults.push(...await checkScreens(one.page, 'a draw is offered', { board: true, scrolls: false }));

  await one.press('Accept draw');
  await one.page.getByRole('button', { name: 'Rematch' }).waitFor();
  await one.page.locator('.moves').waitFor();
  faults.push(...await checkScreens(one.page, 'over', { board: true, scrolls: true }));
  await third.page.getByRole('button', { name: 'Copy', exact: true }).waitFor();
  faults.push(...await checkScreens(third.page, 'watched to the end', { board: true, scrolls: true }));

  await startGame(server, one, other);
  await one.press('Marks');
  await one.press('Set up their pieces');
  await one.waitForLabel('e8', /your mark: king/);
  faults.push(...await checkScreens(one.page, 'marking', { board: true, scrolls: false }));
  assert.deepEqual(faults, []);
  assert.deepEqual([...one.errors, ...other.errors, ...third.errors], []);
  await Promise.all([one, other, third].map(({ context }) => context.close()));
});

// The own games on another device: a link that works once, and tells the server nothing.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DESKTOP, PHONE, Player, startGame, startStage } from './fixtures.mjs';
import { readQr } from './qr.mjs';

const { server, browser } = await startStage();

test('a link brings the games of a browser to another, once', async () => {
  const [white, black, phone] = await Promise.all([Player.open(browser, DESKTOP), Player.open(browser, DESKTOP), Player.open(browser, PHONE)]);
  const link = await startGame(server, white, black, { mode: 'Blind', clock: { daysPerTurn: 3 } });
  const id = link.slice(-8);
  const token = await white.page.evaluate((key) => localStorage.getItem(key), `bc:${id}`);
  assert.ok(token);
  /** @type {string[]} */
  const asked = [];
  for (const { page } of [white, phone]) page.on('request', (request) => asked.push(`${request.url()} ${request.postData() ?? ''}`));
  await white.page.goto(server.url);
  await white.press('Other device');
  const field = white.page.getByLabel('Link for the other device');
  await field.waitFor();
  await white.page.getByRole('img', { name: 'QR code of the link' }).waitFor();
  const handed = await field.inputValue();
  assert.equal(await readQr(white.page), handed, 'a camera reads the link');
  await white.screenshot('handover');
  await white.checkAccessibility('the link for another device');
  // The other device asks before it takes anything.
  await phone.page.goto(handed);
  await phone.page.getByRole('heading', { name: 'Take games to this device?' }).waitFor();
  assert.equal(phone.page.url(), `${server.url}/`, 'the key does not stay in the address');
  assert.equal(await phone.page.evaluate((key) => localStorage.getItem(key), `bc:${id}`), null);
  await phone.screenshot('handover-take');
  await phone.checkAccessibility('games from another device');
  await phone.press('Take the games');
  await phone.page.getByText('New on this device: 1').waitFor();
  await phone.page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await phone.page.locator(`[data-game="${id}"]`).getByText('Your turn').waitFor();
  await phone.page.locator(`[data-game="${id}"]`).getByRole('link').tap();
  await phone.page.getByRole('grid').waitFor();
  await phone.move('e2', 'e4');
  await black.page.getByText('White has moved.').first().waitFor();
  // In the longest language there is room for it on a phone.
  await phone.page.goto(`${server.url}/?lang=ru`);
  const elsewhere = phone.page.getByRole('button', { name: 'Другое устройство' });
  await elsewhere.waitFor();
  assert.ok(await elsewhere.evaluate((button) => button.scrollWidth <= button.clientWidth && document.documentElement.scrollWidth <= Math.min(innerWidth, screen.width)));
  await phone.screenshot('handover-list');
  await phone.page.goto(`${server.url}/?lang=en`);
  // It works once; and neither the key nor, in the link's way, a token has reached the server.
  await phone.page.goto(handed);
  await phone.page.reload();
  await phone.page.goto('about:blank');
  await phone.page.goto(handed);
  await phone.press('Take the games');
  await phone.page.getByText('This link has already been used').waitFor();
  const key = handed.split('.').at(-1) ?? '';
  assert.ok(key.length > 40 && !asked.some((request) => request.includes(key)));
  assert.ok(!asked.filter((request) => request.includes('/api/handovers')).some((request) => request.includes(token)));
  assert.deepEqual([white.errors, black.errors], [[], []]);
  await Promise.all([white, black, phone].map(({ context }) => context.close()));
});

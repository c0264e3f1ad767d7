// The lobby: two who look for the same game meet, and one who waits is found in the list.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DESKTOP, PHONE, Player, startStage } from './fixtures.mjs';

const { server, browser } = await startStage({ own: 'lobby' });

/** Opens the lobby from the first page. @param {Player} player */
async function look(player) {
  await player.page.goto(server.url);
  await player.page.getByRole('button', { name: 'Find an opponent' }).click();
  await player.page.getByRole('button', { name: 'Play now' }).and(player.page.locator(':enabled')).waitFor();
}

test('two who look for the same game meet in it', async () => {
  const [ada, grace] = await Promise.all([Player.open(browser, PHONE), Player.open(browser, DESKTOP)]);
  await Promise.all([look(ada), look(grace)]);
  await ada.press('Play now');
  await ada.page.getByText('Waiting for an opponent…').waitFor();
  await grace.page.locator('[data-seek]').getByText('Chess, blind').waitFor();
  await grace.screenshot('lobby-desktop');
  await ada.screenshot('lobby-phone');
  await ada.checkAccessibility('waiting in the lobby');
  await grace.checkAccessibility('the lobby');
  await grace.press('Play now');
  for (const { page } of [ada, grace]) await page.getByRole('grid').waitFor();
  const [one, two] = [ada, grace].map(({ page }) => new URL(page.url()).pathname);
  assert.match(String(one), /^\/g\/[a-z0-9]{8}$/);
  assert.equal(one, two);
  assert.deepEqual([...ada.errors, ...grace.errors], []);
  await Promise.all([ada.context.close(), grace.context.close()]);
});

test('one who takes any clock meets one who waits with another', async () => {
  const [ada, grace] = await Promise.all([Player.open(browser, PHONE), Player.open(browser, DESKTOP)]);
  await grace.page.goto(server.url);
  await grace.page.getByRole('combobox', { name: 'Time' }).selectOption({ label: '5 min + 3 s (Blitz)' });
  await grace.page.getByRole('button', { name: 'Find an opponent' }).click();
  await Promise.all([look(ada), grace.page.getByRole('button', { name: 'Play now' }).and(grace.page.locator(':enabled')).waitFor()]);
  await grace.press('Play now');
  await grace.page.getByText('Waiting for an opponent…').waitFor();
  await ada.page.locator('[data-seek]').waitFor();
  await ada.press('Play now');
  await ada.page.getByText('Waiting for an opponent…').waitFor();
  // Chosen while waiting, it counts at once: the switch is gone before it could be looked at.
  await ada.page.getByRole('switch', { name: 'Any clock' }).click();
  for (const { page } of [ada, grace]) await page.locator('[data-clock="w"]').first().waitFor();
  assert.equal(new URL(ada.page.url()).pathname, new URL(grace.page.url()).pathname);
  assert.deepEqual([...ada.errors, ...grace.errors], []);
  await Promise.all([ada.context.close(), grace.context.close()]);
});

test('a seek is taken from the list, and is gone when its player leaves', async () => {
  const [ada, grace] = await Promise.all([Player.open(browser, PHONE), Player.open(browser, PHONE)]);
  await Promise.all([look(ada), look(grace)]);
  const seek = grace.page.locator('[data-seek]');
  await ada.press('Play now');
  await seek.waitFor();
  await ada.press('Stop waiting');
  await seek.waitFor({ state: 'detached' });
  await ada.press('Play now');
  await seek.waitFor();
  await ada.page.reload();
  await seek.waitFor({ state: 'detached' });
  await look(ada);
  await ada.press('Play now');
  await seek.getByRole('button', { name: 'Play' }).click();
  for (const { page } of [ada, grace]) await page.getByRole('grid').waitFor();
  // The game is in the list of both, as any other.
  await ada.page.goto(server.url);
  await ada.page.locator('[data-game]').first().getByText(/Your turn|Their turn/).waitFor();
  await Promise.all([ada.context.close(), grace.context.close()]);
});

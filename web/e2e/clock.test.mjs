// Games with a clock: chosen by the creator, shown to both players, and ended by time.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DESKTOP, PHONE, Player, startStage } from './fixtures.mjs';

const { server, browser } = await startStage();

/** @param {Player} player @param {'w' | 'b'} color */
const clock = (player, color) => player.page.locator(`[data-clock=${color}]`);

/** Returns the time that a clock shows, in seconds. @param {Player} player @param {'w' | 'b'} color */
async function shown(player, color) {
  const text = await clock(player, color).locator('.time').innerText();
  const [, minutes, seconds] = /^(\d+):(\d\d(?:\.\d)?)$/.exec(text) ?? assert.fail(text);
  return Number(minutes) * 60 + Number(seconds);
}

/** Waits until a clock has shown less time twice: however slow the machine is. @param {Player} player @param {'w' | 'b'} color */
async function sawClockRun(player, color) {
  for (let times = 0; times < 2; times += 1) {
    const before = await clock(player, color).locator('.time').innerText();
    await clock(player, color).locator('.time').filter({ hasNotText: before }).waitFor();
  }
}

test('a time control is chosen, and shown on both pages', async () => {
  const white = await Player.open(browser, PHONE);
  const black = await Player.open(browser, DESKTOP);
  const { page } = white;
  await page.goto(server.url);
  const choice = page.getByRole('combobox', { name: 'Time' });
  await choice.waitFor();
  assert.equal(await choice.locator('option').first().innerText(), 'No clock');
  const untimed = page.getByText('No clock: a player who stays away for 3 days loses.');
  await untimed.waitFor();
  await choice.selectOption({ label: '5 min + 3 s (Blitz)' });
  await untimed.waitFor({ state: 'detached' });
  await page.getByText('White', { exact: true }).click();
  await white.checkAccessibility('landing with time controls');
  await white.press('Create game');
  await page.getByText('5 min + 3 s').waitFor();
  await black.join(await page.getByLabel('Link to the game').inputValue());
  for (const player of [white, black]) {
    await player.page.getByRole('grid').waitFor();
    assert.equal(await shown(player, 'b'), 300);
    assert.ok((await shown(player, 'w')) <= 300);
    await clock(player, 'w').and(player.page.locator('.running')).waitFor();
    assert.equal(await clock(player, 'b').and(player.page.locator('.running')).count(), 0);
    await player.checkLayout('a game with a clock');
    await player.checkAccessibility('a game with a clock');
  }
  await white.page.getByRole('timer', { name: 'Your clock' }).waitFor();
  await black.page.getByRole('timer', { name: 'Your opponent’s clock' }).waitFor();
  for (const player of [white, black]) await sawClockRun(player, 'w');
  // The other side's clock runs now; the mover gained three seconds.
  await white.move('e2', 'e4');
  await black.waitForTurn('yours');
  for (const player of [white, black]) await clock(player, 'b').and(player.page.locator('.running')).waitFor();
  const { leftMs } = (await black.waitForFrame((frame) => frame.type === 'update' && frame.ply === 1)).clock;
  assert.ok(leftMs.w <= 303_000 && leftMs.b === 300_000, JSON.stringify(leftMs));
  await white.screenshot('clock-phone');
  assert.deepEqual([...white.errors, ...black.errors], []);
  await white.context.close();
  await black.context.close();
});

test('a correspondence game has days for each turn, and no countdown while its players are away', async () => {
  const white = await Player.open(browser, PHONE);
  const black = await Player.open(browser, DESKTOP);
  const { page } = white;
  await page.goto(server.url);
  const choice = page.getByRole('combobox', { name: 'Time' });
  await choice.waitFor();
  await choice.selectOption({ label: '3 days per turn (Correspondence)' });
  await page.getByText('White', { exact: true }).click();
  await white.press('Create game');
  const link = await page.getByLabel('Link to the game').inputValue();
  await black.page.goto(link);
  await black.page.getByText('3 days per turn').waitFor();
  assert.equal(await black.page.getByText('If you are away for').count(), 0);
  await black.join(link);
  await white.waitForTurn('yours');
  await white.move('e2', 'e4');
  await black.waitForTurn('yours');
  const left = (/** @type {Player} */ player, /** @type {'w' | 'b'} */ color) => clock(player, color).locator('.time').innerText();
  // The turn that is over has all of its days again.
  for (const player of [white, black]) await clock(player, 'w').locator('.time').filter({ hasText: /^3d 0:00$/ }).waitFor();
  assert.match(await left(black, 'b'), /^(3d 0:00|2d 23:59)$/);
  await white.checkLayout('a correspondence game');
  await white.screenshot('correspondence-phone');
  await black.context.close();
  await page.getByText('not connected').first().waitFor();
  assert.equal(await page.getByText('loses in').count(), 0);
  await white.screenshot('correspondence-away');
  assert.deepEqual(white.errors, []);
  await white.context.close();
});

test('a game of three seconds ends by time on both pages', async () => {
  const white = await Player.open(browser, PHONE);
  const black = await Player.open(browser, DESKTOP);
  const { page } = white;
  await page.route('**/api/games', async (route) => {
    const body = /** @type {object} */ (route.request().postDataJSON());
    await route.continue({ postData: JSON.stringify({ ...body, clock: { initial: 3 } }) });
  });
  await page.goto(server.url);
  await page.getByText('White', { exact: true }).click();
  await white.press('Create game');
  // Every text that the clock shows, from the first.
  await page.evaluate(() => {
    const seen = /** @type {string[]} */ ([]);
    Object.assign(globalThis, { seen });
    new MutationObserver(() => {
      const text = document.querySelector('[data-clock=w] .time')?.textContent;
      if (text && seen.at(-1) !== text) seen.push(text);
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
  await black.join(await page.getByLabel('Link to the game').inputValue());
  await page.locator('.result', { hasText: 'You lost on time.' }).waitFor();
  await black.page.locator('.result', { hasText: 'You won: your opponent ran out of time.' }).waitFor();
  for (const player of [white, black]) {
    const end = await player.waitForFrame((frame) => frame.gameStatus === 'finished');
    assert.deepEqual([end.endReason, end.winner, end.clock.leftMs], ['timeout', 'b', { w: 0, b: 3_000 }]);
    assert.equal(await clock(player, 'w').locator('.time').innerText(), '0:00.0');
    assert.equal(await clock(player, 'b').locator('.time').innerText(), '0:03.0');
    // The clock causes no frames of its own: at most one at the start of the game, and one at its end.
    assert.ok(player.received.filter((frame) => frame.type === 'update').length <= 2);
  }
  const seen = await page.evaluate(() => /** @type {{ seen: string[] }} */ (/** @type {unknown} */ (globalThis)).seen);
  // How many of them a slow machine shows is its own affair; that a clock is seen to run has a test above.
  assert.equal(seen.at(-1), '0:00.0');
  assert.deepEqual([...seen].sort().reverse(), seen, 'never backwards');
  assert.deepEqual([...white.errors, ...black.errors], []);
  await white.context.close();
  await black.context.close();
});

test('absence costs a game without a clock only after three days, and its joiner reads so', async () => {
  const [white, black] = await Promise.all([Player.open(browser, PHONE), Player.open(browser, DESKTOP)]);
  await white.page.goto(server.url);
  await white.screenshot('landing-phone');
  await white.press('Create game');
  const link = await white.page.getByLabel('Link to the game').inputValue();
  await black.page.goto(link);
  await black.page.getByText('If you are away for 3 days, you lose.').waitFor();
  assert.deepEqual([...white.errors, ...black.errors], []);
  await Promise.all([white.context.close(), black.context.close()]);
});

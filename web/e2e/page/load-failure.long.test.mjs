// A part of the page that does not come, as after a new version of the server: it is said where it is seen, and nothing of the board is below it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DESKTOP, PHONE, Player, startStage } from '../fixtures.mjs';

const { server, browser } = await startStage();
const LANDSCAPE = { ...PHONE, viewport: { width: 844, height: 390 } };

/** Waits for the message, and checks that all of it is on the screen. @param {Player} player */
async function waitForMessage({ page }) {
  const message = page.getByRole('alert').filter({ hasText: 'Part of the page failed to load.' }).first();
  await message.waitFor();
  const { width = 0, height = 0 } = page.viewportSize() ?? {};
  const box = await message.boundingBox();
  assert.ok(box && box.y >= 0 && box.y + box.height <= height && box.x >= 0 && box.x + box.width <= width, JSON.stringify(box));
  await message.getByRole('button', { name: 'Reload' }).click({ trial: true });
}

for (const [name, screen] of Object.entries({ phone: PHONE, landscape: LANDSCAPE, desktop: DESKTOP })) {
  test(`a missing dialog of the rule lab, ${name}`, async () => {
    const player = await Player.open(browser, screen);
    const { page } = player;
    await page.route('**/assets/lab-dialogs*.js', (route) => route.abort());
    await page.goto(`${server.url}/lab`);
    await page.locator('[data-progress="done"]').waitFor({ state: 'attached' });
    await player.press('Help');
    await waitForMessage(player);
    await player.screenshot(`load-failure-lab-${name}`);
    await player.checkAccessibility('the rule lab without its dialogs');
    await player.context.close();
  });

  test(`a missing part of a board, ${name}`, async () => {
    const player = await Player.open(browser, screen);
    const { page } = player;
    await page.route('**/assets/Drawing*.js', (route) => route.abort());
    await page.goto(`${server.url}/practice`);
    await page.getByRole('gridcell', { name: /^e2, white pawn/ }).waitFor();
    await waitForMessage(player);
    // Every square that is on the screen can be pressed.
    const covered = await page.evaluate(() => {
      const cells = [...document.querySelectorAll('[role=gridcell]')];
      return cells.flatMap((cell) => {
        const { x, y, width, height } = cell.getBoundingClientRect();
        return [y + 2, y + height / 2, y + height - 2].filter((at) => at < innerHeight && !document.elementFromPoint(x + width / 2, at)?.closest('[role=grid]')).map((at) => `${cell.getAttribute('aria-label')} at ${at}`);
      });
    });
    assert.deepEqual(covered, []);
    await player.screenshot(`load-failure-board-${name}`);
    await player.context.close();
  });
}

// Zones of boards and goals: for players and for spectators, in play and once the game is over, also where it is opened again.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DESKTOP, LONG, PHONE, Player, startGame, startStage, TABLET } from './fixtures.mjs';
import { close, rulesOf } from './ruleset-player.mjs';

const { server, browser } = await startStage();

/** Returns the number of flags on the board. @param {Player} player */
async function flagsOf({ page }) {
  const drawn = await page.locator('[data-ground=goal]').evaluateAll((goals) => goals.map((goal) => goal.getAttribute('d') ?? ''));
  return drawn.join('').split('M').length - 1;
}

/** Waits until a board shows a goal with a number of flags. @param {Player} player @param {number} count */
async function waitForFlags(player, count) {
  await player.page.locator('[data-ground=goal]').waitFor({ state: 'attached' });
  assert.equal(await flagsOf(player), count);
}

/** Waits until a board shows the river and both palaces of xiangqi. @param {Player} player */
async function waitForPalaces({ page }) {
  await page.locator('[data-ground=zones] .palace').nth(1).waitFor({ state: 'attached' });
}

/** Sets preferences of this browser for pages that are opened later. @param {Player} player @param {object} settings */
const prefer = (player, settings) => player.page.evaluate((text) => localStorage.setItem('tabula:settings', text), JSON.stringify(settings));

/** Ends a game. @param {Player} player */
async function resign(player) {
  await player.press('Resign');
  await player.page.getByRole('dialog').getByRole('button', { name: 'Resign' }).click();
}

test('the goal squares are marked for players, spectators and in the review of a finished game', async () => {
  const [white, black, third] = await Promise.all([Player.open(browser, PHONE), Player.open(browser, DESKTOP), Player.open(browser, TABLET)]);
  await startGame(server, white, black, { mode: 'Open', side: 'White', ruleset: 'racing-kings' });
  await Promise.all([white, black].map(rulesOf));
  await third.page.goto(await white.watchLink());
  await third.page.getByRole('grid').waitFor();
  for (const player of [white, black, third]) {
    await waitForFlags(player, 8);
    await player.waitForLabel('a8', /goal square/);
  }
  await white.checkAccessibility('a board with goals');
  // Every board in both themes is there to be looked at.
  const all = LONG || Boolean(process.env['TABULA_SCREENSHOTS']);
  for (const board of all ? ['slate', 'walnut', 'moss'] : ['walnut']) {
    for (const theme of all ? ['light', 'dark'] : ['dark']) {
      for (const [player, screen] of /** @type {const} */ ([[white, 'phone'], [black, 'desktop'], [third, 'tablet']])) {
        await prefer(player, { board, theme });
        await player.page.reload();
        await waitForFlags(player, 8);
        await player.screenshot(`goals-${board}-${theme}-${screen}`);
      }
    }
  }
  await white.waitForTurn('yours');
  await resign(white);
  for (const player of [white, black]) await player.page.getByRole('button', { name: 'Rematch' }).waitFor();
  await third.page.getByRole('button', { name: 'Copy', exact: true }).waitFor();
  for (const player of [white, black, third]) assert.equal(await flagsOf(player), 8);
  for (const player of [white, third]) {
    await player.page.reload();
    await waitForFlags(player, 8);
  }
  assert.deepEqual(third.errors, []);
  await third.context.close();
  await close({ white, black });
});

test('palaces and the river are drawn for spectators and where a finished game is opened', async () => {
  const [white, black, third] = await Promise.all([Player.open(browser, DESKTOP), Player.open(browser, PHONE), Player.open(browser, PHONE)]);
  await startGame(server, white, black, { mode: 'Blind', side: 'White', ruleset: 'xiangqi' });
  await Promise.all([white, black].map(rulesOf));
  await third.page.goto(await white.watchLink());
  await waitForPalaces(third);
  await third.screenshot('zones-spectator-phone');
  await white.waitForTurn('yours');
  await resign(white);
  await third.page.getByRole('button', { name: 'Copy', exact: true }).waitFor();
  for (const player of [white, black, third]) {
    await waitForPalaces(player);
    await player.page.reload();
    await waitForPalaces(player);
  }
  await third.screenshot('zones-finished-phone');
  assert.deepEqual(third.errors, []);
  await third.context.close();
  await close({ white, black });
});

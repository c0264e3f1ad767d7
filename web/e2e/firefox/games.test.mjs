// The page in Firefox: the first page, practice, an open game to mate, and a blind game with a refused try and a server that restarts.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createGame, DESKTOP, PHONE, startGame } from '../fixtures.mjs';
import { sees } from '../wait.mjs';
import { FirefoxPlayer, startFirefox } from './firefox.mjs';

const { server, browser } = await startFirefox({ own: 'firefox-games' });

/** Opens both players of a test, and closes them after it. @param {(white: FirefoxPlayer, black: FirefoxPlayer) => Promise<void>} play */
const between = (play) => async () => {
  const [white, black] = await Promise.all([FirefoxPlayer.open(browser, PHONE), FirefoxPlayer.open(browser, DESKTOP)]);
  try {
    await play(white, black);
  } finally {
    await Promise.all([white, black].map(({ context }) => context.close()));
  }
};

test('the first page fits, and leads to practice, which is there after a reload', async () => {
  for (const [name, screen] of /** @type {const} */ ([['phone', PHONE], ['desktop', DESKTOP]])) {
    const player = await FirefoxPlayer.open(browser, screen);
    const { page } = player;
    await page.goto(server.url);
    await page.getByRole('combobox', { name: 'Gambit' }).waitFor();
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true, name);
    await player.screenshot(`firefox-first-page-${name}`);
    await page.getByRole('link', { name: 'Practise', exact: true }).click();
    const status = (/** @type {string} */ text) => page.locator('[data-status]').getByText(text).first().waitFor();
    const played = (/** @type {number} */ count) =>
      page.waitForFunction((wanted) => document.querySelectorAll('.moves [data-ply]').length === wanted, count);
    await status('Your turn');
    await player.move('e2', 'e4');
    await played(2);
    await status('Your turn');
    await player.drag('d2', 'd4');
    await played(4);
    await status('Your turn');
    await player.checkLayout(`practice on a ${name}`);
    await player.screenshot(`firefox-practice-${name}`);
    await page.reload();
    await status('Your turn');
    await played(4);
    assert.deepEqual(player.errors, [], name);
    await player.context.close();
  }
});

test('an open game is played to mate by tapping and dragging, and reviewed', between(async (white, black) => {
  await createGame(server, white, black, { mode: 'Open' });
  /** @type {[string, string, 'tap' | 'drag'][]} */
  const game = [['f2', 'f3', 'tap'], ['e7', 'e5', 'tap'], ['g2', 'g4', 'drag'], ['d8', 'h4', 'drag']];
  for (const [ply, [from, to, how]] of game.entries()) {
    const mover = ply % 2 === 0 ? white : black;
    await mover.waitForTurn('yours');
    if (how === 'tap') await mover.move(from, to);
    else await mover.drag(from, to);
    if (ply === 2) for (const player of [white, black]) await player.checkLayout('an open game');
  }
  await white.page.locator('.result', { hasText: 'You lost by checkmate.' }).waitFor();
  await black.page.locator('.result', { hasText: 'You won by checkmate.' }).waitFor();
  for (const [name, player] of /** @type {const} */ ([['phone', white], ['desktop', black]])) {
    const { page } = player;
    await player.checkLayout(`the review on a ${name}`);
    await player.screenshot(`firefox-review-${name}`);
    await player.press('First');
    await page.getByText('Starting position').waitFor();
    await player.waitForLabel('d8', /black queen/);
    await page.keyboard.press('ArrowRight');
    await page.getByText('1. White: f3').waitFor();
    await player.press('Last');
    await player.waitForLabel('h4', /black queen/);
    await player.press('Copy');
    await player.press('PGN');
    await page.getByRole('dialog').getByText('Copied.').waitFor({ state: 'attached' });
    await player.press('Close');
  }
  assert.deepEqual([white.errors, black.errors], [[], []]);
}));

test('a blind game has a refused try, survives a restart of the server, and is opened at its end', between(async (white, black) => {
  await startGame(server, white, black);
  await white.page.getByRole('gridcell', { name: /^e4, unseen$/ }).waitFor();
  await white.move('g1', 'f3');
  await black.waitForAnnouncement('White has moved.');
  await black.waitForTurn('yours');
  // A pawn cannot capture on an empty square: refused, touched, and then moved straight on.
  await black.move('d7', 'e6');
  await black.waitForAnnouncement('Illegal move.');
  await black.waitForLabel('d7', /touched, must move/);
  await black.screenshot('firefox-refused-desktop');
  await black.move('d7', 'd5');
  await white.waitForTurn('yours');
  const told = Promise.all([white, black].map((player) => sees(player, '[data-link=retrying]', 'Connection lost. Trying again')));
  await server.down();
  await told;
  for (const player of [white, black]) await player.checkLayout('without a connection');
  await white.screenshot('firefox-disconnected-phone');
  await server.up();
  await white.waitForTurn('yours');
  await white.drag('f3', 'e5');
  await black.waitForAnnouncement('White has moved.');
  await black.waitForLabel('e5', /unseen/);
  await white.page.reload();
  await white.waitForLabel('e5', /white knight/);
  await black.waitForTurn('yours');
  await white.screenshot('firefox-blind-phone');
  await black.press('Resign');
  await black.page.getByRole('dialog').getByRole('button', { name: 'Resign' }).click();
  for (const player of [white, black]) {
    await player.page.locator('.review').waitFor();
    await player.waitForLabel('d5', /black pawn/);
    await player.waitForLabel('e5', /white knight/);
  }
  await black.page.locator('.perspective').getByText('White', { exact: true }).click();
  await black.waitForLabel('d5', /unseen/);
  await white.screenshot('firefox-blind-review-phone');
  // The lost connection is an error of the browser's own, and no other is.
  const others = [...white.errors, ...black.errors].filter((error) => !/can.t establish a connection to the server|was interrupted while/.test(error));
  assert.deepEqual(others, []);
}));

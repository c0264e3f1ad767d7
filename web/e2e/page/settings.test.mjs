// Settings of this device: the look of the board, stored in the browser.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DESKTOP, Player, startGame, startStage } from '../fixtures.mjs';

const { server, browser } = await startStage();

/** Returns the colours of both kinds of square, the shapes of the pieces, and the number of coordinates. @param {Player} player */
const looks = ({ page }) =>
  page.evaluate(() => {
    const fill = (/** @type {string} */ of) => getComputedStyle(/** @type {Element} */ (document.querySelector(`.board rect.${of}`))).fill;
    const shapes = [...document.querySelectorAll('.board use')].map((use) => use.getAttribute('href') ?? '');
    return {
      squares: [fill('light'), fill('dark')],
      shapes: [...new Set(shapes.map((shape) => shape.split('-')[0]))],
      drawn: shapes.every((shape) => document.querySelector(shape) !== null),
      coordinates: document.querySelectorAll('.board .coordinates text').length,
    };
  });

test('the board, the pieces and the coordinates are chosen in the settings, and kept in the browser', async () => {
  const [one, other] = await Promise.all([Player.open(browser, DESKTOP), Player.open(browser, DESKTOP)]);
  await startGame(server, one, other);
  const before = await looks(one);
  assert.deepEqual({ ...before, squares: 2 }, { squares: 2, shapes: ['#round'], drawn: true, coordinates: 16 });

  await one.press('More');
  await one.press('Settings');
  const dialog = one.page.getByRole('dialog', { name: 'Settings' });
  // There are three boards, each with colours of its own.
  await dialog.getByText('Moss', { exact: true }).click();
  const moss = (await looks(one)).squares;
  await dialog.getByText('Walnut', { exact: true }).click();
  await dialog.getByText('Angular', { exact: true }).click();
  await dialog.getByRole('switch', { name: 'Coordinates' }).click();
  await one.checkAccessibility('settings of the board');
  await one.press('Close');
  await one.page.locator('#angular-k').waitFor({ state: 'attached' });
  const after = await looks(one);
  assert.deepEqual({ ...after, squares: 2 }, { squares: 2, shapes: ['#angular'], drawn: true, coordinates: 0 });
  const colours = [...before.squares, ...after.squares];
  assert.equal(new Set(colours).size, 4);
  assert.equal(new Set([...colours, ...moss]).size, 6);
  // The dialog gives the focus back.
  assert.notEqual(await one.page.evaluate(() => document.activeElement?.tagName), 'BODY');

  await one.page.reload();
  await one.page.getByRole('grid').waitFor();
  await one.page.locator('#angular-k').waitFor({ state: 'attached' });
  assert.deepEqual(await looks(one), after);
  // What one chooses is not sent to anybody.
  assert.deepEqual((await looks(other)).squares, before.squares);
  assert.deepEqual([...one.errors, ...other.errors], []);
  await Promise.all([one.context.close(), other.context.close()]);
});

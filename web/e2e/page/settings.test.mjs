// Settings of this device: the look of the board, stored in the browser.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DESKTOP, Player, startGame, startStage } from '../fixtures.mjs';

const { server, browser } = await startStage();

/** Returns the colours of both kinds of square, the shapes of the pieces, and the number of coordinates. @param {Player} player */
const looks = ({ page }) =>
  page.evaluate(() => {
    const fill = (/** @type {string} */ of) => getComputedStyle(/** @type {Element} */ (document.querySelector(`.board .${of}`))).fill;
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
  await one.page.locator('#round-k').waitFor({ state: 'attached' });
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

test('keys of one character act on any keyboard, until they are switched off', async () => {
  const [white, black] = await Promise.all([Player.open(browser, DESKTOP), Player.open(browser, DESKTOP)]);
  await startGame(server, white, black, { mode: 'Open' });
  const { page } = white;
  await page.getByRole('grid').waitFor();
  await page.waitForLoadState('networkidle');
  const onBoard = () => page.evaluate(() => document.activeElement?.matches('[data-cell]') === true);
  const leave = () => page.evaluate(() => /** @type {HTMLElement} */ (document.activeElement).blur());
  /** @param {string} key */
  const press = (key) => page.evaluate((pressed) => document.body.dispatchEvent(new KeyboardEvent('keydown', { key: pressed, code: 'KeyB', bubbles: true })), key);
  for (const key of ['b', 'B', 'и']) {
    await press(key);
    assert.ok(await onBoard(), key);
    await leave();
  }
  await page.keyboard.press('?');
  const help = page.getByRole('dialog', { name: 'Keyboard' });
  await help.waitFor();
  assert.equal(await help.getByText('Single-character keys are switched off in the settings.').count(), 0);
  await white.press('Close');

  await white.press('More');
  await white.press('Settings');
  await page.getByRole('dialog', { name: 'Settings' }).getByRole('switch', { name: /^Single-character keys/ }).click();
  await white.press('Close');
  await leave();
  await press('b');
  await page.keyboard.press('?');
  assert.equal(await onBoard(), false);
  assert.equal(await help.count(), 0);
  await white.press('More');
  await white.press('Keyboard help');
  await help.getByText('Single-character keys are switched off in the settings.').waitFor();
  await Promise.all([white, black].map(({ context }) => context.close()));
});

test('a key that is pressed before the part for keys has come is not lost', async () => {
  const [white, black] = await Promise.all([Player.open(browser, DESKTOP), Player.open(browser, DESKTOP)]);
  const { page } = black;
  let release = () => {};
  const held = new Promise((resolve) => (release = () => resolve(undefined)));
  await page.route(/\/assets\/keys-[^/]*\.js$/, async (route) => {
    await held;
    await route.continue();
  });
  await startGame(server, white, black, { mode: 'Open' });
  await page.getByRole('grid').waitFor();
  await page.keyboard.press('?');
  release();
  await page.getByRole('dialog', { name: 'Keyboard' }).waitFor();
  await Promise.all([white, black].map(({ context }) => context.close()));
});

/** Returns the colour of a token as it is drawn, as the relative luminance of WCAG 2. @param {Player} player @param {string} token */
const luminance = ({ page }, token) =>
  page.evaluate((name) => {
    const probe = document.body.appendChild(document.createElement('p'));
    probe.style.color = `var(--${name})`;
    const [red = 0, green = 0, blue = 0] = (/** @type {RegExpMatchArray} */ (getComputedStyle(probe).color.match(/[\d.]+/g))).map((part) => {
      const share = Number(part) / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    probe.remove();
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  }, token);

/** Returns the contrast of two tokens. @param {Player} player @param {string} one @param {string} other */
async function contrast(player, one, other) {
  const [darker = 0, lighter = 0] = (await Promise.all([luminance(player, one), luminance(player, other)])).sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

test('the appearance is the one chosen, whatever the system says, and otherwise the system’s', async () => {
  const player = await Player.open(browser, DESKTOP);
  const { page } = player;
  const isDark = async () => (await luminance(player, 'paper')) < 0.5;
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto(server.url);
  await page.getByRole('button', { name: 'Create game' }).waitFor();
  assert.equal(await isDark(), true);
  await player.press('Settings');
  const dialog = page.getByRole('dialog', { name: 'Settings' });
  await dialog.getByText('Light', { exact: true }).click();
  assert.equal(await isDark(), false);
  await page.reload();
  await page.getByRole('button', { name: 'Create game' }).waitFor();
  assert.equal(await isDark(), false);
  await page.emulateMedia({ colorScheme: 'light' });
  await player.press('Settings');
  await dialog.getByText('Dark', { exact: true }).click();
  assert.equal(await isDark(), true);
  assert.deepEqual(player.errors, []);
  await player.context.close();
});

test('who asks the system for more contrast gets text of 7 : 1 and lines of 3 : 1, in light and dark', async () => {
  const player = await Player.open(browser, DESKTOP);
  await player.page.goto(server.url);
  for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
    await player.page.emulateMedia({ colorScheme, contrast: 'no-preference' });
    const usual = await contrast(player, 'line', 'card');
    await player.page.emulateMedia({ colorScheme, contrast: 'more' });
    for (const ground of ['paper', 'card']) {
      for (const text of ['ink', 'ink-soft', 'warn']) assert.ok((await contrast(player, text, ground)) >= 7, `${text} on ${ground}, ${colorScheme}`);
      for (const line of ['line', 'line-strong']) assert.ok((await contrast(player, line, ground)) >= 3, `${line} on ${ground}, ${colorScheme}`);
    }
    assert.ok((await contrast(player, 'line', 'card')) > usual, colorScheme);
  }
  assert.deepEqual(player.errors, []);
  await player.context.close();
});

test('a click beside a dialog closes it, and a press that began inside does not', async () => {
  const player = await Player.open(browser, DESKTOP);
  const { page } = player;
  await page.goto(server.url);
  await player.press('Settings');
  const dialog = page.getByRole('dialog', { name: 'Settings' });
  const heading = await dialog.getByRole('heading', { name: 'Settings' }).boundingBox();
  assert.ok(heading);
  await page.mouse.move(heading.x + 4, heading.y + 4);
  await page.mouse.down();
  await page.mouse.move(4, 4);
  await page.mouse.up();
  // What follows a click is there when the next frame is drawn.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
  assert.equal(await dialog.isVisible(), true);
  await page.mouse.click(4, 4);
  await dialog.waitFor({ state: 'hidden' });
  assert.deepEqual(player.errors, []);
  await player.context.close();
});

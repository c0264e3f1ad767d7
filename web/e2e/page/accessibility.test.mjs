// Accessibility of every view of the page, checked by Axe: one player has the light theme, the other the dark one. On a phone; with LONG=1 on all screens.
import { test } from 'node:test';
import { DESKTOP, engineReady, LONG, PHONE, Player, rulesWithTime, SMALL_PHONE, startGame, startStage } from '../fixtures.mjs';

const { server, browser } = await startStage({ rules: rulesWithTime() });

const VIEWS = /** @type {const} */ ([['phone', PHONE], ['desktop', DESKTOP]]);

for (const [name, options] of LONG ? VIEWS : VIEWS.slice(0, 1)) {
  test(`every view is accessible on a ${name}`, async () => {
    const one = await Player.open(browser, options);
    const other = await Player.open(browser, { ...options, colorScheme: 'dark' });
    await one.page.goto(server.url);
    await one.checkAccessibility('landing');
    await one.press('Settings');
    await one.checkAccessibility('settings');
    await one.press('Close');
    await one.press('Create game');
    await one.page.getByRole('img', { name: 'QR code' }).waitFor();
    await one.checkAccessibility('waiting');
    await one.screenshot(`waiting-${name}`);
    await other.page.goto(`${server.url}/g/zzzzzzzz`);
    await other.page.getByRole('heading', { name: 'No such game' }).waitFor();
    await other.checkAccessibility('no such game');

    await startGame(server, one, other);
    await one.checkAccessibility('start');
    await engineReady(one, 'g1', 'f3');
    await one.tap('g1');
    await one.checkAccessibility('armed');
    await one.tap('f3');
    await other.waitForTurn('yours');
    await other.drag('g8', 'h7');
    await other.waitForLabel('g8', /touched/);
    await other.checkAccessibility('touched');
    await other.screenshot(`dark-${name}`);
    // Dialogs are the same on all screens.
    for (const button of name === 'phone' ? ['Draw', 'Resign', 'More'] : []) {
      await one.press(button);
      await one.page.getByRole('dialog').waitFor();
      await one.checkAccessibility(`${button} dialog`);
      await one.page.keyboard.press('Escape');
    }
    if (name === 'phone') {
      await one.page.keyboard.press('?');
      await one.checkAccessibility('help');
      await one.press('Close');
      await one.press('Log');
      await one.checkAccessibility('log');
      await one.press('Log');
    }
    await one.context.setOffline(true);
    await one.page.getByText('You are offline.').waitFor();
    await one.checkAccessibility('offline');
    await other.page.getByText(/away, loses in/).waitFor();
    await other.checkAccessibility('opponent away');
    await one.context.setOffline(false);
    await one.waitForTurn('theirs');
    await other.press('Draw');
    await other.press('Offer draw');
    await one.page.getByRole('button', { name: 'Accept draw' }).waitFor();
    await one.checkAccessibility('draw offered');
    await one.press('Accept draw');
    await one.page.locator('.result', { hasText: 'Drawn by agreement.' }).waitFor();
    await one.checkAccessibility('end');
    await other.screenshot(`dark-end-${name}`);
    await one.context.close();
    await other.context.close();
  });
}

test('forced colours and reduced motion keep every state visible', async () => {
  const one = await Player.open(browser, { ...DESKTOP, forcedColors: 'active' });
  const other = await Player.open(browser, DESKTOP);
  await startGame(server, one, other);
  await engineReady(one, 'g1', 'f3');
  await one.drag('g1', 'h2');
  await one.waitForLabel('g1', /touched/);
  await one.screenshot('forced-colours-desktop');
  // The system chooses the colours then, not the page.
  await one.checkAccessibility('forced colours', ['color-contrast']);
  await one.context.close();
  await other.context.close();
});

/** Screens of games with bids: one page takes the sizes of all in turn, unless there is time to play on each. */
const SCREENS = /** @type {const} */ ([['phone', PHONE], ['small phone', SMALL_PHONE], ['desktop', DESKTOP]]);

for (const [name, options] of LONG ? SCREENS : SCREENS.slice(0, 1)) {
  test(`bids are accessible on a ${name}`, async () => {
    const one = await Player.open(browser, options);
    const other = await Player.open(browser, { ...options, colorScheme: 'dark' });
    const { page } = one;
    const checkAllScreens = async (/** @type {string} */ where) => {
      for (const { viewport } of LONG ? [options] : [...SCREENS.slice(1).map(([, screen]) => screen), options]) {
        if (viewport) await page.setViewportSize(viewport);
        await one.checkAccessibility(where);
        await one.checkLayout(where);
      }
    };
    await page.goto(server.url);
    await page.getByText('Open', { exact: true }).click();
    await page.getByText('White', { exact: true }).click();
    await page.getByRole('combobox', { name: 'Gambit' }).selectOption({ label: 'Standard' });
    await one.checkAccessibility('landing with bids');
    await one.press('Create game');
    await other.join(await page.getByLabel('Link to the game').inputValue());
    await page.getByRole('grid').waitFor();
    await one.move('g1', 'f3');
    await other.waitForTurn('yours');
    await other.move('e7', 'e5');
    await one.waitForTurn('yours');
    await one.checkAccessibility('a game with bids');
    await one.move('f3', 'e5');
    for (const player of [one, other]) await player.page.locator('[data-bids=duel]').waitFor();
    await checkAllScreens('a duel');
    await one.screenshot(`duel-${name}`);
    await one.press('Bid 0');
    await one.page.getByText('You bid 0.').waitFor();
    await one.checkAccessibility('a bid that was made');
    await other.press('One more');
    await other.press('Bid 1');
    await one.page.locator('[data-bids=retreat]').waitFor();
    await other.page.locator('[data-bids=outcome]').waitFor();
    await other.checkAccessibility('both bids');
    await checkAllScreens('falling back');
    await one.screenshot(`retreat-${name}`);
    await one.page.getByRole('button', { name: /^Stay on f3/ }).click();
    await other.waitForTurn('yours');
    await one.page.locator('[data-points=w]').click();
    await one.page.locator('[data-pool=w]').waitFor();
    await one.checkAccessibility('where the points are from');
    await one.press('Close');
    await one.context.close();
    await other.context.close();
  });
}

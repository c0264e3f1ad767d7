// Axe looks at every place of the page, in the light and in the dark.
import { test } from 'node:test';
import { DESKTOP, engineReady, meet, PHONE, Player, SMALL_PHONE, stage } from './support.mjs';

const { server, browser } = await stage();

for (const [name, options] of /** @type {const} */ ([['phone', PHONE], ['desktop', DESKTOP]])) {
  test(`every place is accessible on a ${name}`, async () => {
    const one = await Player.sit(browser, options);
    const other = await Player.sit(browser, { ...options, colorScheme: 'dark' });
    await one.page.goto(server.url);
    await one.accessible('landing');
    await one.press('Settings');
    await one.accessible('settings');
    await one.press('Close');
    await one.press('Create game');
    await one.page.getByRole('img', { name: 'QR code' }).waitFor();
    await one.accessible('waiting');
    await one.shot(`waiting-${name}`);
    await other.page.goto(`${server.url}/g/zzzzzzzz`);
    await other.page.getByRole('heading', { name: 'No such game' }).waitFor();
    await other.accessible('no such game');

    await meet(server, one, other);
    await one.accessible('start');
    await engineReady(one, 'g1', 'f3');
    await one.tap('g1');
    await one.accessible('armed');
    await one.tap('f3');
    await other.turn('yours');
    await other.drag('g8', 'h7');
    await other.labelled('g8', /touched/);
    await other.accessible('touched');
    await other.shot(`dark-${name}`);
    // Dialogs are the same on both screens.
    for (const button of name === 'phone' ? ['Draw', 'Resign', 'More'] : []) {
      await one.press(button);
      await one.page.getByRole('dialog').waitFor();
      await one.accessible(`${button} dialog`);
      await one.page.keyboard.press('Escape');
    }
    if (name === 'phone') {
      await one.page.keyboard.press('?');
      await one.accessible('help');
      await one.press('Close');
      await one.press('Log');
      await one.accessible('log');
      await one.press('Log');
    }
    await one.context.setOffline(true);
    await one.page.getByText('You are offline.').waitFor();
    await one.accessible('offline');
    await other.page.getByText(/away, loses in/).waitFor();
    await other.accessible('opponent away');
    await one.context.setOffline(false);
    await one.turn('theirs');
    await other.press('Draw');
    await other.press('Offer draw');
    await one.page.getByRole('button', { name: 'Accept draw' }).waitFor();
    await one.accessible('draw offered');
    await one.press('Accept draw');
    await one.page.getByText('Drawn by agreement.').waitFor();
    await one.accessible('end');
    await other.shot(`dark-end-${name}`);
    await one.context.close();
    await other.context.close();
  });
}

test('forced colours and reduced motion keep every state visible', async () => {
  const one = await Player.sit(browser, { ...DESKTOP, forcedColors: 'active', reducedMotion: 'reduce' });
  const other = await Player.sit(browser, DESKTOP);
  await meet(server, one, other);
  await engineReady(one, 'g1', 'f3');
  await one.drag('g1', 'h2');
  await one.labelled('g1', /touched/);
  await one.shot('forced-colours-desktop');
  // Which colours there are is then the system's choice, not the page's.
  await one.accessible('forced colours', ['color-contrast']);
  await one.context.close();
  await other.context.close();
});

for (const [name, options] of /** @type {const} */ ([['phone', PHONE], ['small phone', SMALL_PHONE], ['desktop', DESKTOP]])) {
  test(`bids are accessible on a ${name}`, async () => {
    const one = await Player.sit(browser, options);
    const other = await Player.sit(browser, { ...options, colorScheme: 'dark' });
    const { page } = one;
    await page.goto(server.url);
    await page.getByText('Open', { exact: true }).click();
    await page.getByText('White', { exact: true }).click();
    await page.getByRole('combobox', { name: 'Gambit' }).selectOption({ label: 'Standard' });
    await one.accessible('landing with bids');
    await one.press('Create game');
    await other.page.goto(await page.getByLabel('Link to the game').inputValue());
    await page.getByRole('grid').waitFor();
    await one.move('g1', 'f3');
    await other.turn('yours');
    await other.move('e7', 'e5');
    await one.turn('yours');
    await one.accessible('a game with bids');
    await one.move('f3', 'e5');
    for (const player of [one, other]) await player.page.locator('[data-bids=duel]').waitFor();
    await one.accessible('a duel');
    await one.fits('a duel');
    await one.shot(`duel-${name}`);
    await one.press('Bid 0');
    await one.page.getByText('You bid 0.').waitFor();
    await one.accessible('a bid that was made');
    await other.press('One more');
    await other.press('Bid 1');
    await one.page.locator('[data-bids=retreat]').waitFor();
    await other.page.locator('[data-bids=outcome]').waitFor();
    await other.accessible('both bids');
    await one.accessible('falling back');
    await one.fits('falling back');
    await one.shot(`retreat-${name}`);
    await one.page.getByRole('button', { name: /^Stay on f3/ }).click();
    await other.turn('yours');
    await one.page.locator('[data-points=w]').click();
    await one.page.locator('[data-pool=w]').waitFor();
    await one.accessible('where the points are from');
    await one.press('Close');
    await one.context.close();
    await other.context.close();
  });
}

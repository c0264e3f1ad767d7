// The picture of a player's board, which the page shows while its scripts are on their way.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DESKTOP, makeGame, PHONE, Player, startStage, TABLET } from '../fixtures.mjs';

const { server, browser } = await startStage();

/** Opens a seat whose scripts wait until they are let through. @param {object} screen @param {import('../fixtures.mjs').GameOptions} options @param {object} [settings] @param {string} [from] an address before that of the seat */
async function openHeld(screen, options, settings = {}, from = undefined) {
  const [player, guest] = await Promise.all([Player.open(browser, screen), Player.open(browser, PHONE)]);
  const link = await makeGame(server, player, options);
  await guest.join(link);
  await guest.page.getByRole('grid').waitFor();
  await guest.context.close();
  const { page } = player;
  await page.evaluate((text) => localStorage.setItem('tabula:settings', text), JSON.stringify(settings));
  /** @type {() => void} */
  let release = () => undefined;
  const released = new Promise((resolve) => (release = () => resolve(undefined)));
  const hold = () => page.route('**/assets/*.js', async (route) => {
    await released;
    await route.continue();
  });
  if (from === undefined) {
    await hold();
    await page.goto(link, { waitUntil: 'commit' });
  } else {
    // As the page goes from one of its addresses to another by itself.
    await page.goto(from);
    await page.evaluate((address) => history.pushState(null, '', address), link);
    await hold();
    await page.reload({ waitUntil: 'commit' });
  }
  return { player, release };
}

/** Returns the place of a board on the page, and a picture of it. @param {Player} player @param {string} selector */
async function pictureOf({ page }, selector) {
  const board = page.locator(selector);
  await board.waitFor();
  const box = await board.boundingBox();
  assert.ok(box, selector);
  return { box, picture: (await page.screenshot({ clip: box, animations: 'disabled' })).toString('base64') };
}

for (const [where, screen, options, settings] of /** @type {const} */ ([
  ['a blind game on a phone', PHONE, {}, {}],
  ['an open game with a clock on a tablet, from the other side', TABLET, { mode: 'Open', side: 'Black', clock: { initial: 300, increment: 3 } }, {}],
  ['a blind game with a clock on a phone', PHONE, { clock: { initial: 300, increment: 3 } }, {}],
  ['a blind game on a desktop, in other colours', DESKTOP, { side: 'Black' }, { theme: 'dark', board: 'walnut', coordinates: false }],
])) {
  test(`the picture before the scripts is the board: ${where}`, async () => {
    const { player, release } = await openHeld(screen, options, settings);
    const before = await pictureOf(player, '#preview svg');
    assert.equal(await player.page.getByRole('grid').count(), 0);
    await player.screenshot(`preview-${where.replaceAll(/\W+/g, '-')}`);
    release();
    await player.page.getByRole('grid').waitFor();
    assert.equal(await player.page.locator('#preview').count(), 0, 'it is gone with the same change that brings the board');
    // The squares that may be pressed have no mark before one is.
    const after = await pictureOf(player, 'main.table > .board > svg.board');
    assert.deepEqual(after.box, before.box);
    assert.ok(after.picture === before.picture, 'both pictures are the same to the point');
    assert.deepEqual(player.errors, []);
    await player.context.close();
  });
}

test('a game that the page has no picture of waits for its scripts, as does one whose seat is lost', async () => {
  const { player, release } = await openHeld(PHONE, { mode: 'Open', ruleset: 'xiangqi' });
  release();
  await player.page.getByRole('grid').waitFor();
  assert.equal(await player.page.locator('#preview').count(), 0);
  await player.context.close();
});

test('a part of the page that fails to load takes the picture with it', async () => {
  const { player } = await openHeld(PHONE, {});
  await player.page.locator('#preview').waitFor();
  await player.page.unroute('**/assets/*.js');
  await player.page.route('**/assets/play-*.js', (route) => route.abort());
  await player.page.reload();
  await player.page.getByRole('alert').waitFor();
  assert.equal(await player.page.locator('#preview').count(), 0);
  await player.context.close();
});

test('who goes back before the scripts come finds the first page, and is not taken for present', async () => {
  const { player: { page, context }, release } = await openHeld(PHONE, {}, {}, server.url);
  await page.locator('#preview').waitFor();
  await page.evaluate(() => {
    const { socket } = /** @type {any} */ (globalThis).early;
    Object.assign(globalThis, { socketClosed: new Promise((resolve) => socket.addEventListener('close', () => resolve(true))) });
  });
  await page.goBack({ waitUntil: 'commit' });
  release();
  await page.getByRole('button', { name: 'Create game' }).waitFor();
  assert.equal(await page.locator('#preview').count(), 0);
  assert.equal(await page.evaluate(() => /** @type {any} */ (globalThis).socketClosed), true);
  await context.close();
});

test('a page whose script is missing shows no board', async () => {
  const { player: { page, context } } = await openHeld(PHONE, {});
  await page.locator('#preview').waitFor();
  await page.unroute('**/assets/*.js');
  let asked = () => {};
  const shown = new Promise((resolve) => (asked = () => resolve(undefined)));
  await page.route('**/assets/*.js', async (route) => {
    await shown;
    await route.abort();
  });
  await page.reload({ waitUntil: 'commit' });
  await page.locator('#preview').waitFor();
  asked();
  await page.locator('#preview').waitFor({ state: 'detached' });
  await page.getByText('Tabula', { exact: true }).waitFor();
  await context.close();
});

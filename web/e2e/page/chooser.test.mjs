// The list of games: searched, by family, with favourites; and what one game shows of itself.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DESKTOP, PHONE, Player, startStage } from '../fixtures.mjs';

const { server, browser } = await startStage();

/** Opens the list of games on the first page. @param {import('playwright-core').BrowserContextOptions} screen */
async function openList(screen) {
  const player = await Player.open(browser, screen);
  const { page } = player;
  await page.goto(`${server.url}/local`);
  await page.getByRole('button', { name: /choose another game/ }).click();
  await page.getByRole('searchbox', { name: 'Search games' }).waitFor();
  return player;
}

/** @param {Player} player */
const listed = ({ page }) => page.locator('.game .name').allTextContents();

test('the list is narrowed to a family and to favourites, which stay', async () => {
  const player = await openList(PHONE);
  const { page } = player;
  const all = await listed(player);
  assert.ok(all.length > 100);
  await page.getByRole('button', { name: 'Makruk', exact: true }).first().click();
  const family = await listed(player);
  assert.ok(family.length > 3 && family.length < 20 && family.includes('Sittuyin'), family.join());
  await page.getByRole('button', { name: 'Keep Sittuyin as a favourite' }).click();
  assert.deepEqual((await listed(player)).sort(), family.sort(), 'a star opens nothing');
  await page.getByRole('button', { name: '★ Favourites' }).click();
  assert.deepEqual(await listed(player), ['Sittuyin']);
  await player.checkAccessibility('favourite games');
  await page.getByRole('button', { name: 'All', exact: true }).click();
  assert.equal((await listed(player)).length, all.length);
  await page.reload();
  await page.getByRole('button', { name: /choose another game/ }).click();
  await page.getByRole('button', { name: '★ Favourites' }).click();
  assert.deepEqual(await listed(player), ['Sittuyin']);
  assert.deepEqual(player.errors, []);
  await player.context.close();
});

test('a game shows the ways of its pieces, also over others', async () => {
  const player = await openList(DESKTOP);
  const { page } = player;
  /** Opens a game of the list, and returns a reader of what it says of a piece. @param {string} name */
  const open = async (name) => {
    await page.getByRole('searchbox', { name: 'Search games' }).fill(name);
    await page.locator('.game').filter({ has: page.getByText(name, { exact: true }) }).click();
    const dialog = page.getByRole('dialog');
    const failed = dialog.getByText('These rules could not be loaded');
    await dialog.locator('.ways[aria-busy=false]').or(failed).waitFor();
    assert.equal(await failed.count(), 0, name);
    return (/** @type {string} */ piece) => page.getByRole('dialog').getByText(new RegExp(`^The ${piece} on `)).innerText();
  };
  const xiangqi = await open('Xiangqi');
  // A rook moves and captures by itself; a cannon captures over another piece alone.
  assert.match(await xiangqi('chariot'), /moves to \S.* and captures on (?!no square)\S+[^.]*\.$/);
  assert.match(await xiangqi('cannon'), /captures on no square\. Over another piece it moves to no square and captures on (?!no square)\S/);
  assert.match(await xiangqi('advisor'), /^The advisor on e2 moves to (\S+, ){3}and \S+ and captures on (\S+, ){3}and \S+\.$/);
  // General and general never face each other, also in the picture.
  assert.match(await xiangqi('general'), /^The general on e2 moves to (\S+, ){3}and \S+ and captures on (\S+, ){3}and \S+\.$/);
  assert.ok((await page.locator('.ways .screen').count()) > 0);
  await page.locator('.ways li').last().scrollIntoViewIfNeeded();
  await player.screenshot('chooser-xiangqi');
  await player.press('All games');
  assert.match(await (await open('Janggi'))('cannon'), /Over another piece it moves to (?!no square)\S/);
  await player.press('All games');
  assert.match(await (await open('Grasshopper chess'))('grasshopper'), /Over another piece it moves to (?!no square)\S/);
  await player.press('All games');
  await open('Sittuyin');
  await page.getByText('Some pieces may change without moving; that takes a turn.').waitFor();
  assert.equal(await page.getByText('A side may pass.').count(), 0);
  assert.deepEqual(player.errors, []);
  await player.context.close();
});

// A rematch from the review: offered, declined, offered again, accepted; at one moment by both; and without the other player.
import assert from 'node:assert/strict';
import { assertNothingLeaked, DESKTOP, Player, startGame } from './fixtures.mjs';
import { checkScreens } from './screens.mjs';
import { startTwoPlayers } from './two-players.mjs';

const { server, browser, test } = await startTwoPlayers();

/** Plays a blind game until White resigns. @param {import('./two-players.mjs').Players} players */
async function finishedGame({ white, black }) {
  const link = await startGame(server, white, black);
  await white.press('Resign');
  await white.page.getByRole('dialog').getByRole('button', { name: 'Resign' }).click();
  for (const { page } of [white, black]) await page.getByRole('button', { name: 'Rematch', exact: true }).waitFor();
  return link;
}

/** @param {Player} player @param {string} name @param {boolean} enabled */
const waitForButton = (player, name, enabled) => player.page.getByRole('button', { name, exact: true, disabled: !enabled }).waitFor();

test('a rematch is offered, declined, offered by the other player and accepted', async ({ white, black }) => {
  const link = await finishedGame({ white, black });
  await white.press('Rematch');
  await waitForButton(white, 'Rematch offered', false);
  await black.page.getByText('Your opponent offers a rematch.').waitFor({ state: 'attached' });
  await black.checkAccessibility('a rematch is offered');
  assert.deepEqual(await checkScreens(black.page, 'a rematch is offered', { board: true, scrolls: true }), []);
  await black.press('Decline');
  await waitForButton(white, 'Rematch declined', false);
  await white.page.getByText('Your opponent declined the rematch.').waitFor({ state: 'attached' });
  await black.press('Rematch');
  await waitForButton(black, 'Rematch offered', false);
  for (const { page } of [white, black]) assert.equal(page.url(), link, 'both stay at the review');
  await white.press('Accept rematch');
  await white.waitForTurn('theirs');
  await black.waitForTurn('yours');
  assert.equal(white.page.url(), black.page.url());
  assert.notEqual(white.page.url(), link);
  await white.waitForLabel('e8', /black king/);
  await black.waitForLabel('e1', /white king/);
  white.received = white.received.slice(white.received.findLastIndex((frame) => frame.type === 'joined'));
  assertNothingLeaked(white, 'b');
  // The finished game leads to the rematch from now on.
  await white.page.goto(link);
  await white.page.getByRole('link', { name: 'Go to the rematch' }).click();
  await white.waitForTurn('theirs');
});

test('offers at one moment lead both to the same game', async ({ white, black }) => {
  await finishedGame({ white, black });
  // Where one offer is shown before the other is made, the same button accepts it.
  const press = (/** @type {Player} */ { page }) => page.getByRole('button', { name: /^(Rematch|Accept rematch)$/ }).click();
  await Promise.all([press(white), press(black)]);
  await Promise.all([white.waitForTurn('theirs'), black.waitForTurn('yours')]);
  assert.equal(white.page.url(), black.page.url());
});

test('a press that began before the offer came accepts it', async ({ white, black }) => {
  await finishedGame({ white, black });
  const { page } = white;
  // It waits until the button stands still.
  await page.getByRole('button', { name: 'Rematch', exact: true }).hover();
  await page.mouse.down();
  await black.press('Rematch');
  await waitForButton(white, 'Accept rematch', true);
  await page.mouse.up();
  await Promise.all([white.waitForTurn('theirs'), black.waitForTurn('yours')]);
});

test('a player who accepts while the other is away waits for them, with nobody else to invite', async ({ white, black }) => {
  const link = await finishedGame({ white, black });
  await white.press('Rematch');
  await waitForButton(black, 'Accept rematch', true);
  await white.page.goto('about:blank');
  await black.press('Accept rematch');
  await black.page.getByText('It begins as soon as your opponent is here.').waitFor();
  assert.equal(await black.page.getByLabel('Link to the game').count(), 0);
  await black.checkAccessibility('waiting for a rematch');
  const stranger = await Player.open(browser, DESKTOP);
  await stranger.page.goto(black.page.url());
  await stranger.page.getByText('Both seats of this game are taken.').waitFor();
  await stranger.context.close();
  await white.page.goto(link);
  await white.page.getByRole('link', { name: 'Go to the rematch' }).click();
  await Promise.all([white.waitForTurn('theirs'), black.waitForTurn('yours')]);
});

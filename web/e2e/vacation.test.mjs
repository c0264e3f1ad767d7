// Vacations: begun on the own page, told to the opponent, and ended.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DESKTOP, PHONE, Player, startGame, startStage } from './fixtures.mjs';
import { checkScreens } from './screens.mjs';

const { server, browser } = await startStage({ own: 'vacation', flags: [] });

test('a player goes on vacation, and the opponent is told until when', async () => {
  const [white, black] = await Promise.all([Player.open(browser, PHONE), Player.open(browser, DESKTOP)]);
  await white.page.goto(`${server.url}/results`);
  await white.press('Count my games');
  await white.page.getByRole('heading', { name: 'Vacation' }).waitFor();
  await startGame(server, white, black, { mode: 'Blind', clock: { daysPerTurn: 3 } });
  const game = white.page.url();
  await white.page.goto(`${server.url}/results`);
  await white.page.getByText('Left: 28 days').waitFor();
  await white.page.getByLabel('Days').fill('5');
  await white.screenshot('vacation-phone');
  await white.press('Go on vacation');
  await white.page.getByText(/You are away until/).waitFor();
  await white.checkAccessibility('a player on vacation');
  assert.deepEqual(await checkScreens(white.page, 'a player on vacation', { board: false, scrolls: true }), []);
  await white.page.setViewportSize({ width: 390, height: 844 });
  await black.page.getByText(/away until [^ ]+ [0-9]+/).waitFor();
  await black.checkAccessibility('an opponent on vacation');
  await black.screenshot('vacation-opponent');
  await black.page.setViewportSize({ width: 390, height: 844 });
  await black.screenshot('vacation-opponent-phone');
  // The own time stands at the board, too.
  await white.page.goto(game);
  await white.page.getByText(/away until [^ ]+ [0-9]+/).waitFor();
  await white.page.goto(`${server.url}/results`);
  await white.press('I am back');
  await white.page.getByText('Left: 27 days').waitFor();
  await black.page.getByText(/away until [^ ]+ [0-9]+/).waitFor({ state: 'hidden' });
  await white.press('Delete what the server keeps about me');
  await white.page.getByText('Vacation days already taken still count.').waitFor();
  await white.press('Delete it for good?');
  await white.page.getByText('Deleted.').waitFor();
  await white.page.getByText('Left: 27 days').waitFor();
  assert.deepEqual([white.errors, black.errors], [[], []]);
  await Promise.all([white, black].map(({ context }) => context.close()));
});

// A player blocks the other one: the list on the own page, and a link that is full for one alone.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DESKTOP, PHONE, Player, startGame, startStage } from './fixtures.mjs';
import { checkScreens } from './screens.mjs';

const { server, browser } = await startStage({ own: 'block', flags: [] });

/** Makes the key of a browser. @param {Player} player */
async function makeKey(player) {
  await player.page.goto(`${server.url}/results`);
  await player.press('Count my games');
  await player.page.getByText('No game has ended yet.').waitFor();
}

test('two who do not want to meet do not, and the blocked one is told nothing', async () => {
  const [white, black] = await Promise.all([Player.open(browser, PHONE), Player.open(browser, DESKTOP)]);
  await Promise.all([makeKey(white), makeKey(black)]);
  await startGame(server, white, black, { mode: 'Blind' });
  await white.press('More');
  await white.press('Do not meet this player again');
  await white.page.getByText('You will not be brought together again').waitFor();
  await white.checkAccessibility('the question before a block');
  await white.screenshot('block-phone');
  await white.press('Do not meet this player again');
  await white.page.getByText('Blocked.').waitFor();
  await white.page.goto(`${server.url}/results`);
  await white.page.getByRole('heading', { name: 'Players you do not meet' }).waitFor();
  await white.checkAccessibility('the list of blocked players');
  assert.deepEqual(await checkScreens(white.page, 'the list of blocked players', { board: false, scrolls: true }), []);
  await white.page.setViewportSize({ width: 390, height: 844 });
  await white.screenshot('blocked-phone');
  // A new game of the blocker is full for the other one.
  const created = await white.page.evaluate(async () => {
    const answer = await fetch('/api/games', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ mode: 'blind', side: 'white' }) });
    return answer.json();
  });
  await white.page.evaluate(({ gameId, creatorToken }) => localStorage.setItem(`bc:${gameId}`, creatorToken), created);
  await white.page.goto(`${server.url}/g/${created.gameId}`);
  await white.page.getByText('Waiting').first().waitFor();
  await white.page.waitForTimeout(300);
  await black.page.goto(`${server.url}/g/${created.gameId}`);
  await black.page.getByRole('heading', { name: 'This game is full' }).waitFor();
  await white.page.goto(`${server.url}/results`);
  await white.press('Meet again');
  await white.page.getByRole('heading', { name: 'Players you do not meet' }).waitFor({ state: 'hidden' });
  await black.page.goto(`${server.url}/g/${created.gameId}`);
  await black.page.getByRole('button', { name: 'Join' }).waitFor();
  assert.deepEqual([white.errors, black.errors.filter((error) => !error.includes('404'))], [[], []]);
  await Promise.all([white, black].map(({ context }) => context.close()));
});

// A player reports the other one: the operator reads it, and the other is not told.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DESKTOP, PHONE, Player, startGame, startStage } from './fixtures.mjs';

const { server, browser } = await startStage({ own: 'report', flags: [] });

test('a player reports the opponent once, during the game', async () => {
  const [white, black] = await Promise.all([Player.open(browser, PHONE), Player.open(browser, DESKTOP)]);
  await startGame(server, white, black, { mode: 'Blind' });
  /** @type {string[]} */
  const received = [];
  black.page.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => received.push(String(payload))));
  await white.press('More');
  await white.press('Report your opponent');
  await white.page.getByLabel('Reason').selectOption('insults');
  await white.page.getByLabel(/What happened/).fill('He said something rude.');
  await white.checkAccessibility('the form of a report');
  await white.screenshot('report-phone');
  await white.press('Send the report');
  await white.page.getByText('The report was sent.').waitFor();
  await white.press('Report your opponent');
  await white.press('Send the report');
  await white.page.getByText('You have reported this opponent already.').waitFor();
  assert.ok(!received.some((frame) => frame.includes('rude') || frame.includes('report')), 'the opponent is not told');
  // The refusal is the only thing that the browser complains about.
  assert.deepEqual([white.errors.filter((error) => !error.includes('409')), black.errors], [[], []]);
  await Promise.all([white, black].map(({ context }) => context.close()));
});

test('the machine is not reported', async () => {
  const player = await Player.open(browser, PHONE);
  const { page } = player;
  await page.goto(server.url);
  const game = await page.evaluate(async () => {
    const body = JSON.stringify({ mode: 'blind', side: 'white', highlightingEnabled: true, machine: { level: 1 } });
    const answer = await fetch('/api/games', { method: 'POST', headers: { 'content-type': 'application/json' }, body });
    const { gameId, creatorToken } = await answer.json();
    localStorage.setItem(`bc:${gameId}`, creatorToken);
    return gameId;
  });
  await page.goto(`${server.url}/g/${game}`);
  await page.getByRole('grid').waitFor();
  const asked = page.waitForResponse((response) => response.url().endsWith('/api/own-games'));
  await player.press('More');
  await (await asked).finished();
  // Whatever the answer brings is drawn within two frames.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  assert.equal(await page.getByRole('button', { name: 'Report your opponent' }).count(), 0);
  assert.deepEqual(player.errors, []);
  await player.context.close();
});

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

/** Waits until the server has answered the key of a player: from then on it knows whose seat that is. @param {Player} player */
const keyShown = ({ page }) =>
  new Promise((resolve) => page.on('websocket', (socket) => {
    /** @type {unknown} */
    let id;
    socket.on('framesent', ({ payload }) => {
      const message = JSON.parse(String(payload));
      if (message.type === 'identify') ({ id } = message);
    });
    socket.on('framereceived', ({ payload }) => {
      if (id !== undefined && JSON.parse(String(payload)).ack === id) resolve(undefined);
    });
  }));

test('two who do not want to meet do not, and the blocked one is told nothing', async () => {
  const [white, black] = await Promise.all([Player.open(browser, PHONE), Player.open(browser, DESKTOP)]);
  await Promise.all([makeKey(white), makeKey(black)]);
  await startGame(server, white, black, { mode: 'Blind' });
  await white.press('More');
  await white.press('Block this player');
  await white.page.getByText('You will not be paired in the lobby').waitFor();
  await white.checkAccessibility('the question before a block');
  await white.screenshot('block-phone');
  // What the server refuses is said, and the button is there for another try.
  const refuse = (/** @type {number} */ status, /** @type {string} */ code) =>
    white.page.route('**/block', (route) => route.fulfill({ status, json: { code, message: 'no' } }), { times: 1 });
  await refuse(409, 'too_many_blocks');
  await white.press('Block this player');
  await white.page.getByText('Your list of blocked players is full.').waitFor();
  await white.checkAccessibility('a block that is refused');
  await refuse(429, 'rate_limited');
  await white.press('Block this player');
  await white.page.getByText('Too many requests. Try again later.').waitFor();
  await white.press('Block this player');
  await white.page.getByText('Blocked.').waitFor();
  await white.page.goto(`${server.url}/results`);
  await white.page.getByRole('heading', { name: 'Blocked players' }).waitFor();
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
  const shown = keyShown(white);
  await white.page.goto(`${server.url}/g/${created.gameId}`);
  await white.page.getByText('Waiting').first().waitFor();
  await shown;
  /** @type {string[]} */
  const asked = [];
  black.page.on('request', (request) => void (request.url().includes(`/api/games/${created.gameId}`) && !request.url().includes('record') && asked.push(request.url())));
  await black.page.goto(`${server.url}/g/${created.gameId}`);
  await black.page.getByRole('heading', { name: 'This game is full' }).waitFor();
  assert.equal(asked.length, 1, 'the owner of a key asks once, as themself');
  await white.page.goto(`${server.url}/results`);
  await white.press('Unblock');
  await white.page.getByRole('heading', { name: 'Blocked players' }).waitFor({ state: 'hidden' });
  // Where the owner's request fails, anybody's is tried.
  let requests = 0;
  await black.page.route(`**/api/games/${created.gameId}`, (route) => ((requests += 1) === 1 ? route.abort() : route.continue()));
  await black.page.goto(`${server.url}/g/${created.gameId}`);
  await black.page.getByRole('button', { name: 'Join' }).waitFor();
  assert.equal(requests, 2);
  assert.deepEqual([white.errors.filter((error) => !/409|429/.test(error)), black.errors.filter((error) => !/404|ERR_FAILED/.test(error))], [[], []]);
  await Promise.all([white, black].map(({ context }) => context.close()));
});

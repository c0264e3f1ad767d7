// Finished games at their lasting addresses: when the game is gone from the server, and the server was stopped since.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DESKTOP, PHONE, Player, startGame, startStage } from './fixtures.mjs';
import { checkScreens } from './screens.mjs';
import { playLine } from './two-players.mjs';

const { server, browser } = await startStage({ own: 'finished', flags: ['--finished-lifetime=300ms'] });

/** Waits until the server has removed a game. @param {string} id */
async function waitUntilGone(id) {
  for (;;) {
    if ((await server.fetch(`/api/games/${id}`)).status === 404) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** Plays to a mate by Black, and returns the game's id with both players. @param {import('./fixtures.mjs').GameOptions} options */
async function mated(options) {
  const [white, black] = await Promise.all([Player.open(browser, PHONE), Player.open(browser, DESKTOP)]);
  const link = await startGame(server, white, black, options);
  const watch = options.spectators === undefined ? await white.watchLink() : null;
  await playLine({ white, black }, 'f2f3', 'e7e5', 'g2g4');
  await black.move('d8', 'h4');
  await white.page.getByText('You lost by checkmate.').first().waitFor();
  return { white, black, link, watch, id: link.slice(-8) };
}

/** Goes through the game step by step. @param {Player} reader */
async function stepThrough(reader) {
  await reader.press('First');
  await reader.waitForLabel('f2', /white pawn/);
  await reader.press('Next');
  await reader.waitForLabel('f3', /white pawn/);
  await reader.press('Last');
  await reader.waitForLabel('h4', /black queen/);
}

// Requirement gambit-121.
test('everybody replays a game that allowed spectators, by both of its addresses', async () => {
  const { white, black, link, watch, id } = await mated({ mode: 'Blind' });
  assert.ok(watch);
  assert.equal(await white.copy('Link to this game'), watch);
  await waitUntilGone(id);
  await server.down();
  await server.up();
  for (const [address, screen] of /** @type {const} */ ([[watch, PHONE], [link, PHONE], [watch, DESKTOP]])) {
    const reader = await Player.open(browser, screen);
    await reader.page.goto(address);
    await reader.page.locator('.result', { hasText: 'Black won by checkmate.' }).waitFor();
    await stepThrough(reader);
    assert.equal(await reader.page.locator('[data-link]').count(), 0, 'nothing says that a connection is missing');
    assert.match(await reader.copy('PGN'), /1\. f3 e5 2\. g4 Qh4# 0-1/);
    assert.equal(await reader.copy('Link to this game'), address);
    await reader.checkAccessibility('a finished game');
    await reader.screenshot(`finished-${screen === PHONE ? 'phone' : 'desktop'}-${address === watch ? 'watch' : 'game'}`);
    if (screen === PHONE && address === watch) {
      assert.deepEqual(await checkScreens(reader.page, 'a finished game', { board: true, scrolls: true }), []);
    }
    await reader.context.close();
  }
  await Promise.all([white.context.close(), black.context.close()]);
});

test('a game without spectators opens to its players alone', async () => {
  const { white, black, link, id } = await mated({ mode: 'Blind', spectators: { allowed: false, delaySeconds: 0 } });
  assert.equal(await white.copy('Link for the two of you'), link);
  await waitUntilGone(id);
  await server.down();
  await server.up();
  for (const player of [white, black]) {
    await player.page.goto(`${server.url}/icon.svg`);
    await player.page.goto(link);
    await stepThrough(player);
  }
  const stranger = await Player.open(browser, PHONE);
  await stranger.page.goto(link);
  await stranger.page.getByRole('heading', { name: 'No such game' }).waitFor();
  await Promise.all([white, black, stranger].map(({ context }) => context.close()));
});

// Requirement gambit-122.
test('games are found by the name of a player, with the results of the name', async () => {
  const [white, black] = await Promise.all([Player.open(browser, PHONE), Player.open(browser, DESKTOP)]);
  await white.page.addInitScript(() => localStorage.setItem('tabula:name', 'Ada Lovelace'));
  await startGame(server, white, black, { mode: 'Open', clock: { initial: 300, increment: 3 } });
  await black.page.getByText('Ada Lovelace').first().waitFor();
  await playLine({ white, black }, 'f2f3', 'e7e5', 'g2g4');
  await black.move('d8', 'h4');
  await white.page.getByText('You lost by checkmate.').first().waitFor();
  const reader = await Player.open(browser, PHONE);
  await reader.page.goto(`${server.url}/games`);
  await reader.page.getByRole('link', { name: 'Ada Lovelace – Black' }).waitFor();
  await reader.page.getByRole('searchbox', { name: 'Name of a player' }).fill('Nobody at all');
  await reader.press('Find');
  await reader.page.getByText('There are no such games.').waitFor();
  // Nobody has so short a name; and the answer to an earlier question comes too late.
  await reader.page.getByRole('searchbox', { name: 'Name of a player' }).fill('A');
  await reader.press('Find');
  await reader.page.getByText('There are no such games.').waitFor();
  assert.equal(await reader.page.getByRole('link', { name: /–/ }).count(), 0);
  /** @type {() => void} */
  let release = () => undefined;
  const held = new Promise((resolve) => (release = () => resolve(undefined)));
  await reader.page.route('**/api/finished?player=Too*', async (route) => {
    await held;
    await route.continue();
  });
  await reader.page.getByRole('searchbox', { name: 'Name of a player' }).fill('Too late');
  await reader.press('Find');
  await reader.page.getByRole('searchbox', { name: 'Name of a player' }).fill('ada lovelace');
  await reader.press('Find');
  await reader.page.getByRole('cell', { name: '1' }).first().waitFor();
  assert.equal(new URL(reader.page.url()).search, '?player=ada%20lovelace');
  const late = reader.page.waitForResponse((answer) => answer.url().includes('player=Too'));
  release();
  await late;
  await reader.settle();
  await reader.page.getByRole('link', { name: 'Ada Lovelace – Black' }).waitFor();
  await reader.checkAccessibility('the list of finished games');
  await reader.screenshot('finished-list-phone');
  assert.deepEqual(await checkScreens(reader.page, 'the list of finished games', { board: false, scrolls: true }), []);
  await reader.page.setViewportSize({ width: 390, height: 844 });
  await reader.page.getByRole('link', { name: /Ada Lovelace – Black.*0 – 1/ }).click();
  await reader.page.locator('.result', { hasText: 'Black won by checkmate.' }).waitFor();
  await Promise.all([white, black, reader].map(({ context }) => context.close()));
});

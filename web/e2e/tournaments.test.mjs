// An evening for a club: players enter by one address, play a round robin on the phone, and see the standings; and the page for the wall. With LONG=1 four
// players in three rounds, otherwise two in one.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DESKTOP, LONG, PHONE, Player, startStage } from './fixtures.mjs';
import { readQr } from './qr.mjs';
import { shared, standInForSharing } from './share.mjs';
import { comesTrue } from './wait.mjs';

const { server, browser } = await startStage({ own: 'tournaments' });

const ALL_NAMES = ['Ada Byron', 'Grace Hop', 'Alan Tur', 'Emmy Noe'];
/** Players of the round robin. */
const NAMES = ALL_NAMES.slice(0, LONG ? 4 : 2);
const ROUNDS = NAMES.length - 1;

/** Creates a tournament by the form, and returns its address. @param {Player} director */
async function create(director) {
  const { page } = director;
  await page.goto(server.url);
  await page.getByRole('link', { name: 'Club tournament' }).click();
  await page.getByLabel('Name of the tournament').fill('Thursday club');
  // Any game of the server can be played, in its modes.
  await page.getByRole('button', { name: /More games/ }).click();
  await page.getByRole('searchbox', { name: 'Search games' }).fill('Jieqi');
  await page.locator('.game').filter({ has: page.getByText('Jieqi', { exact: true }) }).click();
  await director.press('Choose Jieqi');
  assert.deepEqual(await page.locator('select[name=mode]').locator('option').count(), 1);
  await page.getByRole('button', { name: /More games/ }).click();
  await page.getByRole('searchbox', { name: 'Search games' }).fill('Chess');
  await page.locator('.game').filter({ has: page.getByText('Chess', { exact: true }) }).click();
  await director.press('Choose Chess');
  await page.locator('select[name=mode]').selectOption('blind');
  await page.getByLabel('Format').selectOption({ label: 'Round robin' });
  await page.getByLabel('The next round begins by itself').uncheck();
  await director.checkAccessibility('the form of a tournament');
  await director.screenshot('tournament-form');
  await page.getByRole('button', { name: 'Create tournament' }).click();
  await page.getByRole('heading', { name: 'Thursday club' }).waitFor();
  return page.url();
}

/** Opens the own game of a round. @param {Player} player @param {string} address */
async function open(player, address) {
  await player.page.goto(address);
  // Once is enough, however short a time ago the round was paired.
  await player.press('Play');
  await player.page.getByRole('grid').waitFor();
}

test('players are in one tournament, from its address to the standings', async () => {
  const director = await Player.open(browser, DESKTOP);
  const players = await Promise.all(NAMES.map(() => Player.open(browser, PHONE)));
  await standInForSharing(director);
  const address = await create(director);
  await director.press('Share');
  await comesTrue(async () => assert.deepEqual(await shared(director), [{ title: 'Thursday club', url: address }]));
  // Players before the wall enter by a camera.
  const wall = await Player.open(browser, DESKTOP);
  await wall.page.goto(`${address}?wall`);
  assert.equal(await readQr(wall.page), address);
  await wall.screenshot('tournament-wall-entry');
  await wall.context.close();
  assert.equal(await readQr(director.page), address);
  for (const [at, player] of players.entries()) {
    await player.page.goto(address);
    await player.page.getByLabel('Your name').fill(NAMES[at] ?? '');
    await player.page.getByRole('button', { name: 'Enter' }).click();
    await player.page.getByText(`You are in: ${NAMES[at]}`).waitFor();
  }
  await players[0]?.page.getByText(/^Chess, blind · .* · Possible moves · marks · Touch-move · Minutes to come to the board: 10$/).waitFor();
  await players[0]?.checkAccessibility('a tournament before it begins');
  // What the server refuses is said in the language of the page.
  const late = await Player.open(browser, PHONE);
  await late.page.goto(`${address}?lang=de`);
  await late.page.getByLabel('Dein Name').fill(NAMES[0] ?? '');
  await late.page.getByRole('button', { name: 'Mitspielen' }).click();
  await late.page.getByText('Hier heißt schon jemand so oder ganz ähnlich.').waitFor();
  await late.context.close();
  await director.page.getByText(`Players (${NAMES.length})`).waitFor();
  // A visitor reads that the entry is closed, and finds nothing to press.
  await director.press('Close entry');
  await director.page.getByRole('button', { name: 'Reopen entry' }).waitFor();
  const shut = await Player.open(browser, PHONE);
  await shut.page.goto(address);
  await shut.page.getByText('No more players can enter.').waitFor();
  assert.equal(await shut.page.getByLabel('Your name').count(), 0);
  await shut.context.close();
  await director.press('Begin');
  for (let round = 1; round <= ROUNDS; round += 1) {
    await director.page.getByText(`Round ${round} of ${ROUNDS}`).first().waitFor();
    await Promise.all(players.map((player) => open(player, address)));
    if (round === 1) await players[0]?.screenshot('tournament-game');
    // Whichever of a pair comes first here resigns: both are at the address of their game.
    /** @type {Set<string>} */
    const resigned = new Set();
    for (const player of players) {
      const { page } = player;
      const { pathname } = new URL(page.url());
      if (!resigned.has(pathname)) {
        await page.getByRole('button', { name: 'Resign' }).click();
        await page.getByRole('dialog').getByRole('button', { name: 'Resign' }).click();
      }
      resigned.add(pathname);
      await page.getByText(/resigned|You lost|won/i).first().waitFor();
    }
    if (round === 1) {
      // From the finished game back, and by the list of the own tournaments.
      await players[0]?.page.getByRole('link', { name: 'Tournament', exact: true }).click();
      await players[0]?.page.getByRole('heading', { name: 'Thursday club' }).waitFor();
      await players[0]?.screenshot('tournament-round');
      await players[0]?.page.goto(new URL('/tournaments', address).href);
      await players[0]?.page.getByRole('heading', { name: 'Your tournaments' }).waitFor();
      await players[0]?.checkAccessibility('the own tournaments');
      await players[0]?.page.getByRole('link', { name: 'Thursday club' }).click();
      await players[0]?.page.getByRole('heading', { name: 'Thursday club' }).waitFor();
    }
    if (round < ROUNDS) await director.press('Pair the next round');
  }
  await director.press('End the tournament');
  await director.page.getByRole('button', { name: 'End it for good?' }).waitFor();
  await director.checkAccessibility('the question before the end of a tournament');
  await director.press('End it for good?');
  await director.page.getByText('The tournament is over.').waitFor();
  const points = await director.page.locator('section', { has: director.page.getByRole('heading', { name: 'Standings' }) }).locator('tbody tr td:nth-child(3)').allTextContents();
  assert.equal(points.reduce((sum, text) => sum + Number(text), 0), (NAMES.length * ROUNDS) / 2);
  await director.checkAccessibility('a tournament that is over');
  await director.screenshot('tournament-over');
  await players[1]?.page.goto(address);
  await players[1]?.page.getByText('The tournament is over.').waitFor();
  await players[1]?.checkAccessibility('standings on a phone');
  await players[1]?.screenshot('tournament-standings-phone');
  const width = await players[1]?.page.evaluate(() => document.documentElement.scrollWidth - Math.min(innerWidth, screen.width));
  assert.ok((width ?? 1) <= 0, 'the page is no wider than the phone');
  await director.page.goto(`${address}?wall`);
  await director.page.getByRole('heading', { name: 'Standings' }).waitFor();
  assert.equal(await director.page.getByRole('button').count(), 0);
  await director.screenshot('tournament-wall');
  assert.deepEqual([...director.errors, ...players.flatMap(({ errors }) => errors)], []);
  await Promise.all([director, ...players].map(({ context }) => context.close()));
});

test('the pages of the wall turn by themselves, and stop at a key', async () => {
  const wall = await Player.open(browser, DESKTOP);
  const { page } = wall;
  await page.clock.install();
  await page.goto(server.url);
  const id = await page.evaluate(async (names) => {
    const send = async (/** @type {string} */ path, /** @type {unknown} */ body, token = '') =>
      (await fetch(`/api/tournaments${path}`, { method: 'POST', headers: { 'content-type': 'application/json', ...(token !== '' && { authorization: `Bearer ${token}` }) }, body: JSON.stringify(body) })).json();
    const { tournamentId, directorToken } = await send('', { name: 'Wall club', format: { type: 'swiss', rounds: 3 }, game: { mode: 'blind', side: 'white', overlays: [] } });
    for (const name of names) await send(`/${tournamentId}/players`, { name });
    await send(`/${tournamentId}/acts`, { act: 'begin' }, directorToken);
    return tournamentId;
  }, ALL_NAMES);
  await page.goto(`${server.url}/t/${id}?wall`);
  await page.getByRole('heading', { name: 'Wall club' }).waitFor();
  const shown = page.locator('section', { has: page.getByRole('heading', { name: 'Standings' }) }).locator('h2 span');
  // Letters for the last row: sooner or later the standings find no room at once.
  for (let size = 24; (await shown.count()) === 0; size += 8) {
    assert.ok(size < 120, 'everything fits');
    await page.evaluate((pixels) => (document.documentElement.style.fontSize = `${pixels}px`), size);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  await shown.getByText(/^1 \/ \d$/).waitFor();
  await page.getByText('Press P to pause the pages.').waitFor();
  await page.clock.runFor(10_000);
  await shown.getByText(/^2 \/ \d$/).waitFor();
  await page.keyboard.press('p');
  await page.getByText('Paused. Press P to go on.').waitFor();
  await page.clock.runFor(60_000);
  assert.match((await shown.textContent()) ?? '', /^2 \/ \d$/);
  await page.keyboard.press('p');
  await page.getByText('Press P to pause the pages.').waitFor();
  await page.clock.runFor(10_000);
  await shown.getByText(/^[13] \/ \d$/).waitFor();
  assert.deepEqual(wall.errors, []);
  await wall.context.close();
});

test('a visitor reads whether it is too late to enter, or the director has closed the entry', async () => {
  const visitor = await Player.open(browser, PHONE);
  const { page } = visitor;
  await page.goto(server.url);
  const [id, token] = await page.evaluate(async (names) => {
    const send = async (/** @type {string} */ path, /** @type {unknown} */ body, token = '') =>
      (await fetch(`/api/tournaments${path}`, { method: 'POST', headers: { 'content-type': 'application/json', ...(token !== '' && { authorization: `Bearer ${token}` }) }, body: JSON.stringify(body) })).json();
    const { tournamentId, directorToken } = await send('', { name: 'Last round', format: { type: 'swiss', rounds: 1 }, game: { mode: 'blind', side: 'white', overlays: [] } });
    for (const name of names) await send(`/${tournamentId}/players`, { name });
    await send(`/${tournamentId}/acts`, { act: 'begin' }, directorToken);
    return [tournamentId, directorToken];
  }, ALL_NAMES.slice(0, 2));
  await page.goto(`${server.url}/t/${id}`);
  await page.getByText('It is too late to enter.').waitFor();
  assert.equal(await page.getByLabel('Your name').count(), 0);
  const closed = await page.evaluate(async ([tournament, director]) => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${director}` };
    return (await fetch(`/api/tournaments/${tournament}/acts`, { method: 'POST', headers, body: JSON.stringify({ act: 'closeEntry' }) })).status;
  }, [id, token]);
  assert.equal(closed, 200);
  await page.getByText('No more players can enter.').waitFor();
  assert.deepEqual(visitor.errors, []);
  await visitor.context.close();
});

test('a player misses a round of a Swiss tournament, and the director brings another back', async () => {
  const [director, player] = await Promise.all([Player.open(browser, DESKTOP), Player.open(browser, PHONE)]);
  await director.page.goto(server.url);
  const id = await director.page.evaluate(async (names) => {
    const send = async (/** @type {string} */ path, /** @type {unknown} */ body) =>
      (await fetch(`/api/tournaments${path}`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })).json();
    const game = { mode: 'blind', side: 'white', overlays: [] };
    const { tournamentId, directorToken } = await send('', { name: 'Friday club', format: { type: 'swiss', rounds: 3 }, game });
    localStorage.setItem(`tabula:tournament:${tournamentId}`, JSON.stringify({ director: directorToken }));
    for (const name of names) await send(`/${tournamentId}/players`, { name });
    return tournamentId;
  }, ALL_NAMES.slice(1));
  const address = `${server.url}/t/${id}`;
  await player.page.goto(address);
  await player.page.getByLabel('Your name').fill(ALL_NAMES[0] ?? '');
  await player.press('Enter');
  const missing = player.page.getByText('Miss a round', { exact: true });
  await missing.tap();
  await player.page.getByLabel('Rounds').selectOption('Round 1 of 3');
  await player.press('Miss it');
  await player.page.getByText('Round 1 of 3, bye (½)').waitFor();
  // The same for nothing, in place of it.
  await player.page.getByLabel('Points').selectOption('0');
  await player.press('Miss it');
  await player.page.getByText('Round 1 of 3, bye (0)').waitFor();
  assert.equal(await player.page.getByRole('button', { name: 'Play after all' }).count(), 1);
  await player.checkAccessibility('a round that is missed');
  await player.screenshot('tournament-bye-phone');
  await director.page.goto(address);
  await director.page.getByText('Miss a round', { exact: true }).click();
  const byes = director.page.locator('details', { hasText: 'Miss a round' });
  const other = byes.locator('li', { hasText: 'Grace Hop' });
  await byes.getByText(`${ALL_NAMES[0]}: Round 1 of 3, bye (0)`).waitFor();
  await byes.getByLabel('Player').selectOption(ALL_NAMES[1] ?? '');
  await byes.getByRole('button', { name: 'Miss it' }).click();
  await byes.getByText(`${ALL_NAMES[1]}: Round 1 of 3, bye (½)`).waitFor();
  await director.checkAccessibility('byes for the director');
  await director.screenshot('tournament-byes-director');
  await other.getByRole('button', { name: 'Play after all' }).click();
  await other.waitFor({ state: 'detached' });
  await director.press('Begin');
  await director.page.getByRole('cell', { name: 'bye (0)' }).waitFor();
  await player.page.getByText('You have no opponent in this round.').waitFor();
  // What lies behind is no longer offered.
  await player.page.getByText('Round 1 of 3, bye (0)').waitFor({ state: 'detached' });
  assert.deepEqual(await player.page.getByLabel('Rounds').locator('option').allTextContents(), ['Round 2 of 3', 'Round 3 of 3']);
  assert.deepEqual([director.errors, player.errors], [[], []]);
  await Promise.all([director, player].map(({ context }) => context.close()));
});

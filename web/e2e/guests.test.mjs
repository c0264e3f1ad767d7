// A game of one's own: changed in the rule lab, kept by a server that takes rulesets of guests, and played with a friend by its link, or with anybody who finds
// it in the list of games.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DESKTOP, PHONE, Player, startStage } from './fixtures.mjs';
import { checkScreens } from './screens.mjs';

const { server, browser } = await startStage({ flags: ['--guest-rules=public'] });
const { server: unlisted } = await startStage({ flags: ['--guest-rules'] });
const { server: small } = await startStage({ flags: ['--guest-rules=public', '--guest-published=1'] });
const { server: plain } = await startStage();

/** Opens the lab with its first game, in which knights also step as a king does. @param {Player} player */
async function makeVariant({ page }, name = 'Centaurs', { url } = server) {
  await page.goto(`${url}/lab`);
  const done = () => page.locator('[data-progress="done"]').getByText('No faults.').first().waitFor({ state: 'attached' });
  await done();
  const editor = page.getByRole('textbox', { name: /^Text of the file/ });
  await editor.fill((await editor.inputValue()).replace('N:  N', 'N:  NK'));
  await page.getByLabel('File', { exact: true }).selectOption('ruleset.json');
  await editor.fill((await editor.inputValue()).replace('"My game"', JSON.stringify(name)));
  await page.locator('[data-progress="checking"]').waitFor({ state: 'attached', timeout: 2_000 }).catch(() => undefined);
  await done();
}

/** Waits for the dialog with the rules in words. @param {Player} player */
async function readRules({ page }) {
  const dialog = page.getByRole('dialog', { name: 'Centaurs' });
  await dialog.getByText(/^White moves first/).or(dialog.getByRole('heading', { name: 'Rules' })).first().waitFor();
  await dialog.getByRole('heading', { name: 'Pieces' }).waitFor();
  await dialog.getByRole('link', { name: 'Open in the rule lab' }).waitFor();
}

/** Makes a game of the variant on the page, and returns its link. @param {Player} player @param {string} mode */
async function begin({ page }, mode) {
  await page.getByRole('button', { name: 'Play with a friend' }).click();
  const dialog = page.getByRole('dialog', { name: 'Play this game with a friend' });
  await dialog.getByText(mode, { exact: true }).click();
  await dialog.getByText('White', { exact: true }).click();
  await dialog.getByRole('button', { name: 'Create game' }).click();
  const link = page.getByLabel('Link to the game');
  await link.waitFor();
  return link.inputValue();
}

/** Plays moves in turn on both boards. @param {Player} white @param {Player} black @param {string} line */
async function play(white, black, line) {
  for (const [ply, move] of line.split(' ').entries()) {
    const mover = ply % 2 === 0 ? white : black;
    await mover.waitForTurn('yours');
    await mover.move(move.slice(0, 2), move.slice(2));
    await mover.waitForFrame((frame) => frame.ply === ply + 1);
  }
}

test('a variant of the lab is saved, shared, and played blind to its end', async () => {
  const [white, black] = await Promise.all([Player.open(browser, PHONE), Player.open(browser, DESKTOP)]);
  const begun = Date.now();
  await makeVariant(white);
  await white.page.getByRole('button', { name: 'Play with a friend' }).click();
  await white.page.getByRole('dialog').getByRole('button', { name: 'Create game' }).waitFor();
  await white.screenshot('guests-dialog-phone');
  await white.checkAccessibility('the dialog of a game with a friend');
  await white.page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  const link = await begin(white, 'Blind');
  assert.ok(Date.now() - begun < 120_000, 'a game is saved, shared and blind in two minutes');
  await white.screenshot('guests-waiting-phone');

  await black.page.goto(link);
  await black.page.getByRole('heading', { name: 'Invitation: Centaurs, blind' }).waitFor();
  await black.page.getByText('The rules of this game were made by a player').waitFor();
  await black.screenshot('guests-join-desktop');
  await black.checkAccessibility('joining a game of a guest');
  assert.deepEqual(await checkScreens(black.page, 'joining a game of a guest', { board: false, scrolls: true }), []);
  await black.page.setViewportSize({ width: 1280, height: 800 });
  // The friend can read the rules before joining.
  await black.press('Read the rules');
  await readRules(black);
  await black.screenshot('guests-rules-desktop');
  await black.checkAccessibility('the rules of a game of a guest');
  const [lab] = await Promise.all([black.context.waitForEvent('page'), black.page.getByRole('link', { name: 'Open in the rule lab' }).click()]);
  await lab.waitForFunction(() => document.querySelector('textarea')?.value.includes('N:  NK'));
  await lab.close();
  await black.press('Close');
  await black.press('Join');
  // The knight will step to d3, which no knight of chess does, and mate there.
  await play(white, black, 'd2d3 e4e3 b1c3 c4d3');
  // And during the game.
  await black.press('More');
  await black.press('Read the rules');
  await readRules(black);
  await black.press('Close');
  await white.waitForLabel('c3', /knight/);
  await black.waitForLabel('c3', /unseen/);
  await white.screenshot('guests-play-phone');
  await black.screenshot('guests-play-desktop');
  await white.waitForTurn('yours');
  await white.move('c3', 'd3');
  await Promise.all([white, black].map(({ page }) => page.getByRole('button', { name: 'Rematch' }).waitFor()));
  assert.match((await white.page.locator('.result').textContent()) ?? '', /^You won by checkmate/);
  await black.screenshot('guests-end-desktop');
  // What each was sent is what a blind game tells.
  for (const [player, own] of /** @type {const} */ ([[white, 'w'], [black, 'b']])) {
    const views = player.received.filter(({ view, gameStatus }) => view && gameStatus === 'active');
    assert.ok(views.length > 3, 'too few views');
    for (const { view } of views) assert.ok(Object.values(view.pieces).every(({ color }) => color === own));
  }
  assert.deepEqual([...white.errors, ...black.errors], []);
  await Promise.all([white, black].map(({ context }) => context.close()));
});

test('spectators and a board for two on one screen know the game by its id', async () => {
  const [white, watcher] = await Promise.all([Player.open(browser, DESKTOP), Player.open(browser, PHONE)]);
  await makeVariant(white);
  const files = await white.page.evaluate(() => JSON.parse(localStorage.getItem(Object.keys(localStorage).find((key) => key.startsWith('lab:')) ?? '') ?? 'null').files);
  const answer = await server.fetch('/api/rulesets', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(files) });
  const { id } = /** @type {{ id: string }} */ (await answer.json());
  const made = await server.fetch('/api/games', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ mode: 'vanilla', side: 'white', ruleset: id, spectators: { allowed: true } }),
  });
  const { watchUrl } = /** @type {{ watchUrl: string }} */ (await made.json());
  await watcher.page.goto(new URL(watchUrl, server.url).href);
  await watcher.page.getByRole('heading', { name: /Centaurs/ }).waitFor({ state: 'attached' });
  await watcher.waitForLabel('b1', /knight/);
  await watcher.page.goto(`${server.url}/local?game=${id}`);
  await watcher.page.getByRole('gridcell', { name: /^b1\b.*knight/ }).click();
  await watcher.page.getByRole('gridcell', { name: /^b3\b/ }).first().waitFor();
  await watcher.page.getByRole('heading', { name: /Centaurs/ }).or(watcher.page.getByText('Centaurs')).first().waitFor({ state: 'attached' });
  await watcher.screenshot('guests-local-phone');
  // The list of games has its rules, too.
  await watcher.page.getByRole('button', { name: 'Centaurs: choose another game' }).click();
  await watcher.page.getByRole('dialog').getByRole('button', { name: /^Centaurs 5 × 5/ }).click();
  await readRules(watcher);
  assert.deepEqual([...white.errors, ...watcher.errors], []);
  await Promise.all([white, watcher].map(({ context }) => context.close()));
});

test('a variant that is published is found in the list of games by others, read, and played', async () => {
  const [author, finder] = await Promise.all([Player.open(browser, PHONE), Player.open(browser, DESKTOP)]);
  await finder.page.goto(server.url);
  const field = finder.page.locator('.field-of-game').getByRole('button');
  await field.click();
  await finder.page.getByRole('searchbox', { name: 'Search games' }).waitFor();
  assert.equal(await finder.page.getByRole('button', { name: 'Made by players', exact: true }).count(), 0, 'there are none yet');
  await finder.press('Close');

  await makeVariant(author, 'Stepping knights');
  await author.page.getByRole('button', { name: 'Save', exact: true }).click();
  const dialog = author.page.getByRole('dialog', { name: 'Save this game' });
  await dialog.getByText('Private', { exact: true }).click();
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await dialog.getByText('It is kept in this browser.').waitFor();
  assert.deepEqual(await (await fetch(`${server.url}/api/rulesets/guests`)).json(), { published: [] });
  await dialog.getByText('Unlisted', { exact: true }).click();
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await dialog.getByText('Anyone with this link can play it:').waitFor();
  const link = await dialog.getByLabel('Link to this game').inputValue();
  assert.match(link, /\/lab\?game=g-[0-9a-f]{40}$/);
  assert.deepEqual(await (await fetch(`${server.url}/api/rulesets/guests`)).json(), { published: [] });
  await dialog.getByText('Public', { exact: true }).click();
  await author.screenshot('guests-save-phone');
  await author.checkAccessibility('the dialog that saves a game');
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await dialog.getByText('Everybody can find it in the list of games').waitFor();
  assert.equal(await dialog.getByLabel('Link to this game').inputValue(), link, 'it is the same game');

  await field.click();
  const list = finder.page.getByRole('dialog');
  await list.getByRole('button', { name: 'Made by players', exact: true }).click();
  await list.getByRole('button', { name: /^Stepping knights/ }).waitFor();
  await finder.screenshot('guests-published-desktop');
  await finder.checkAccessibility('the list of games that players have made');
  await list.getByRole('button', { name: 'All', exact: true }).click();
  await list.getByRole('searchbox', { name: 'Search games' }).fill('stepping');
  await list.getByRole('button', { name: /^Stepping knights/ }).click();
  await list.getByRole('heading', { name: 'Pieces' }).waitFor();
  await list.getByRole('heading', { name: 'Rules', exact: true }).waitFor();
  assert.equal(new URL((await list.getByRole('link', { name: 'Open in the rule lab' }).getAttribute('href')) ?? '', server.url).href, link);
  await list.getByRole('button', { name: 'Choose Stepping knights' }).click();
  await finder.page.getByText('White', { exact: true }).click();
  await finder.press('Create game');
  const game = finder.page.getByLabel('Link to the game');
  await game.waitFor();
  await author.page.goto(await game.inputValue());
  await author.page.getByRole('heading', { name: 'Invitation: Stepping knights, blind' }).waitFor();
  await author.press('Join');
  // The knight steps to d3, which no knight of chess does, and mates there.
  await play(finder, author, 'd2d3 e4e3 b1c3 c4d3');
  await finder.waitForTurn('yours');
  await finder.move('c3', 'd3');
  await Promise.all([finder, author].map(({ page }) => page.getByRole('button', { name: 'Rematch' }).waitFor()));
  const { published } = /** @type {{ published: object[] }} */ (await (await fetch(`${server.url}/api/rulesets/guests`)).json());
  assert.deepEqual(published.map((ruleset) => Object.keys(ruleset).sort()), [['id', 'name', 'publishedAt']], 'and nothing of games');
  assert.deepEqual([...author.errors, ...finder.errors], []);
  await Promise.all([author, finder].map(({ context }) => context.close()));
});

test('a game that the full list does not take is kept, and found by its link', async () => {
  const [first, author, friend] = await Promise.all([DESKTOP, PHONE, DESKTOP].map((screen) => Player.open(browser, screen)));
  assert.ok(first && author && friend);
  const publish = async (/** @type {Player} */ { page }) => {
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Save this game' });
    await dialog.getByText('Public', { exact: true }).click();
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    return dialog;
  };
  await makeVariant(first, 'Stepping knights', small);
  await (await publish(first)).getByText('Everybody can find it in the list of games').waitFor();
  await makeVariant(author, 'Leaping knights', small);
  const dialog = await publish(author);
  await dialog.getByRole('alert').getByText('The list of player-made games is full. Try again another day.').waitFor();
  await dialog.getByText('Anyone with this link can play it:').waitFor();
  assert.equal(await dialog.getByText('Everybody can find it').count(), 0);
  await author.screenshot('guests-full-phone');
  await author.checkAccessibility('a game that the full list does not take');
  const { published } = /** @type {{ published: { name: string }[] }} */ (await (await small.fetch('/api/rulesets/guests')).json());
  assert.deepEqual(published.map(({ name }) => name), ['Stepping knights']);
  await friend.page.goto(await dialog.getByLabel('Link to this game').inputValue());
  await friend.page.waitForFunction(() => document.querySelector('textarea')?.value.includes('N:  NK'));
  await friend.page.getByLabel('File', { exact: true }).selectOption('ruleset.json');
  await friend.page.waitForFunction(() => document.querySelector('textarea')?.value.includes('"Leaping knights"'));
  // The browser itself writes an error for the refusal.
  assert.deepEqual(author.errors.filter((error) => !error.includes('503')), []);
  assert.deepEqual([...first.errors, ...friend.errors], []);
  await Promise.all([first, author, friend].map(({ context }) => context.close()));
});

test('without the operator’s leave nothing is published', async () => {
  const player = await Player.open(browser, DESKTOP);
  await player.page.goto(`${unlisted.url}/lab`);
  await player.page.getByRole('button', { name: 'Save', exact: true }).click();
  const dialog = player.page.getByRole('dialog', { name: 'Save this game' });
  await dialog.getByText('Unlisted', { exact: true }).waitFor();
  assert.equal(await dialog.getByText('Public', { exact: true }).count(), 0);
  assert.deepEqual(player.errors, []);
  await player.context.close();
});

test('what the server does not take is said at its place', async () => {
  const player = await Player.open(browser, PHONE);
  await makeVariant(player, 'See www.example.org');
  const { page } = player;
  await page.getByRole('button', { name: 'Play with a friend' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Create game' }).click();
  const fault = dialog.getByRole('button', { name: /^ruleset\.json.*has a link/ });
  await fault.waitFor();
  await player.screenshot('guests-fault-phone');
  await player.checkAccessibility('a game that the server does not take');
  await fault.click();
  await dialog.waitFor({ state: 'hidden' });
  assert.equal(await page.getByLabel('File', { exact: true }).inputValue(), 'ruleset.json');
  await player.context.close();
});

test('without the operator’s leave there is no such button', async () => {
  const player = await Player.open(browser, DESKTOP);
  const asked = player.page.waitForResponse((response) => response.url().endsWith('/api/modes'));
  await player.page.goto(`${plain.url}/lab`);
  await (await asked).finished();
  await player.page.getByRole('button', { name: 'Share' }).waitFor();
  assert.equal(await player.page.getByRole('button', { name: 'Play with a friend' }).count(), 0);
  await player.context.close();
});

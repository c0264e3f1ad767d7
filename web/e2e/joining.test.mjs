// The page on which a game is joined: its terms are shown, and nothing begins before its button is pressed.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DESKTOP, makeGame, PHONE, Player, SMALL_PHONE, startGame, startStage } from './fixtures.mjs';
import { readQr } from './qr.mjs';
import { checkScreens } from './screens.mjs';
import { shared, standInForSharing } from './share.mjs';
import { comesTrue } from './wait.mjs';

const { server, browser } = await startStage();

/** @param {Player} player @param {string} name */
const term = (player, name) => player.page.locator('dl div').filter({ has: player.page.getByText(name, { exact: true }) }).locator('dd').innerText();

test('a visitor reads the terms of a blind game, and takes a seat by pressing Join', async () => {
  const [white, black] = await Promise.all([Player.open(browser, DESKTOP), Player.open(browser, SMALL_PHONE)]);
  const link = await makeGame(server, white, { clock: { initial: 300, increment: 3 }, overlays: ['torpedo', 'three-check'] });
  await standInForSharing(white);
  await white.page.goto(link);
  await white.page.getByText('Waiting for your opponent').waitFor();
  // A friend across the table scans it; one elsewhere gets it by any app of the phone.
  assert.equal(await readQr(white.page), link);
  await white.press('Share');
  await comesTrue(async () => assert.deepEqual((await shared(white)).map(({ url }) => url), [link]));
  // The link for spectators does not lead to the seat.
  const watchLink = await white.page.getByLabel('Spectator link').inputValue();
  assert.equal(watchLink, await white.watchLink());
  assert.notEqual(new URL(watchLink).pathname.slice(3), new URL(link).pathname.slice(3));
  /** @type {string[]} */
  const loaded = [];
  black.page.on('request', (request) => loaded.push(request.url()));
  await black.page.goto(link);
  await black.page.getByRole('heading', { name: 'Invitation: Chess, blind' }).waitFor();
  await black.page.getByText('You play Black.').waitFor();
  // Words of the lists come when these are loaded.
  await comesTrue(async () => assert.equal(await term(black, 'Time'), '5 min + 3 s'));
  assert.equal(await term(black, 'Absence'), 'If you are away for 5 minutes, you lose.');
  assert.equal(await term(black, 'Possible moves'), 'Dots mark the squares that a piece might reach.');
  assert.equal(await term(black, 'Touch-move'), 'A piece that you touch must move.');
  assert.equal(await term(black, 'Chat'), 'No messages: only the moderator speaks.');
  assert.equal(await term(black, 'Spectators'), 'Allowed.');
  await black.page.getByRole('list', { name: 'House rules' }).getByRole('listitem').nth(1).waitFor();
  assert.equal(await black.page.getByRole('list', { name: 'House rules' }).getByRole('listitem').count(), 2);
  assert.equal(await black.page.getByRole('link').count(), 0, 'no link to watch');
  assert.ok(await black.page.getByRole('button', { name: 'Join', exact: true }).evaluate((button) => button.getBoundingClientRect().bottom <= innerHeight));
  await black.checkAccessibility('joining');
  await black.screenshot('joining-small-phone');
  for (const [name, viewport] of Object.entries({ tablet: { width: 810, height: 1080 }, desktop: { width: 1280, height: 800 } })) {
    await black.page.setViewportSize(viewport);
    await black.screenshot(`joining-${name}`);
  }
  await black.press('How blind chess works');
  await black.page.getByRole('dialog', { name: 'How blind chess works' }).getByRole('listitem').nth(4).waitFor();
  await black.press('Close');
  assert.deepEqual(await checkScreens(black.page, 'joining', { board: false, scrolls: true }), []);
  // The terms are asked for beside the part that shows them, and parts that this game does not show are not loaded.
  const requested = (/** @type {string} */ part) => loaded.findIndex((url) => url.includes(part));
  assert.ok(requested('/api/games/') !== -1 && requested('/api/games/') < requested('/JoinPage'), loaded.join('\n'));
  assert.equal(requested('/DeadEnd'), -1);
  assert.ok(!loaded.some((url) => new URL(url).pathname === '/api/rules'), 'the terms say the name of the game');
  // The server has heard of nobody.
  assert.deepEqual(black.sent, []);
  assert.ok(!loaded.some((url) => new URL(url).pathname === '/ws'));
  assert.equal(await white.page.getByText('Waiting for your opponent').count(), 1);

  await black.press('Join');
  await black.waitForTurn('theirs');
  await white.waitForTurn('yours');
  await black.page.reload();
  await black.waitForTurn('theirs');
  assert.equal(loaded.filter((url) => url.includes('/api/games/')).length, 1, 'a player is not asked again');
  assert.deepEqual([...white.errors, ...black.errors], []);
  await Promise.all([white.context.close(), black.context.close()]);
});

test('touch-move is chosen when an open game is made, and read by who joins', async () => {
  const [white, black] = await Promise.all([Player.open(browser, DESKTOP), Player.open(browser, PHONE)]);
  await white.page.goto(server.url);
  await white.page.getByText('Open', { exact: true }).click();
  const touchMove = white.page.getByRole('switch', { name: /Touch-move/ });
  await white.page.locator('.options summary').waitFor();
  if (!(await touchMove.isVisible())) await white.page.locator('.options summary').click();
  assert.equal(await touchMove.isChecked(), false);
  await touchMove.click();
  await white.press('Create game');
  await black.page.goto(await white.page.getByLabel('Link to the game').inputValue());
  await black.page.getByRole('heading', { name: 'Invitation: Chess, open' }).waitFor();
  assert.equal(await term(black, 'Touch-move'), 'A piece that you touch must move.');
  await Promise.all([white.context.close(), black.context.close()]);
});

test('the terms of an open game with bids are in words', async () => {
  const [white, black] = await Promise.all([Player.open(browser, DESKTOP), Player.open(browser, PHONE)]);
  const options = { gambit: 'standard', highlighting: false, spectators: { allowed: true, delaySeconds: 30 }, moderator: 'table-fidelity' };
  const link = await makeGame(server, white, { mode: 'Open', side: 'Black', ...options });
  await black.page.goto(link);
  await black.page.getByRole('heading', { name: 'Invitation: Chess, open' }).waitFor();
  await black.page.getByText('You play White.').waitFor();
  assert.equal(await term(black, 'Time'), 'No clock');
  await comesTrue(async () => assert.match(await term(black, 'Gambit'), /^Standard\. A capture is a duel: .* Each side has 39 points/));
  assert.equal(await term(black, 'Possible moves'), 'No dots: you rely on the moderator alone.');
  await comesTrue(async () => assert.equal(await term(black, 'Moderator'), 'You both hear everything the moderator says, refused tries too.'));
  assert.equal(await term(black, 'Chat'), 'Players write to each other. After the game they also see what spectators wrote.');
  assert.equal(await term(black, 'Spectators'), 'Allowed, with a delay of 30 seconds.');
  assert.equal(await black.page.getByRole('button', { name: 'How blind chess works' }).count(), 0);
  await black.checkAccessibility('joining a game with bids');
  await Promise.all([white.context.close(), black.context.close()]);
});

test('an invitation to another game has its sides, its pieces and its rules', async () => {
  const [blue, red] = await Promise.all([Player.open(browser, DESKTOP), Player.open(browser, PHONE)]);
  const link = await makeGame(server, blue, { mode: 'Open', side: 'White', ruleset: 'janggi' });
  await blue.page.goto(link);
  await blue.page.getByText('Your side: Blue.').waitFor();
  await blue.page.locator('.sign .tile').waitFor();
  await red.page.goto(link);
  await red.page.getByText('Your side: Red.').waitFor();
  await red.page.locator('.sign .tile').waitFor();
  assert.equal(await red.page.getByRole('button', { name: 'How blind chess works' }).count(), 0);
  await red.press('Read the rules');
  await red.page.getByRole('dialog', { name: 'Janggi' }).getByRole('heading', { name: 'Rules' }).waitFor();
  await red.checkAccessibility('joining a game of other pieces');
  await Promise.all([blue, red].map(({ context }) => context.close()));
});

test('a spectator of a delayed game sees the seconds until it appears', async () => {
  const [white, black, guest] = /** @type {[Player, Player, Player]} */ (await Promise.all([DESKTOP, PHONE, PHONE].map((screen) => Player.open(browser, screen))));
  await startGame(server, white, black, { spectators: { allowed: true, delaySeconds: 60 } });
  const link = await white.watchLink();
  await guest.page.goto(link);
  const timer = guest.page.locator('[data-left]');
  const left = async () => Number(await timer.getAttribute('data-left'));
  const before = await left();
  assert.ok(before > 0 && before <= 60, `${before}`);
  await guest.page.waitForFunction((first) => Number(document.querySelector('[data-left]')?.getAttribute('data-left') ?? first) < first, before);
  assert.match(await timer.innerText(), /^The game appears here in at most \d+ seconds\.$/);
  assert.ok((await left()) < before);
  await guest.page.getByRole('status').getByText('Spectators see this game 60 seconds late.').waitFor();
  assert.equal(await guest.page.getByRole('grid').count(), 0);
  assert.deepEqual(guest.errors, []);
  await Promise.all([white, black, guest].map(({ context }) => context.close()));
});

test('a visitor without a connection may try again', async () => {
  const [white, black] = await Promise.all([Player.open(browser, DESKTOP), Player.open(browser, PHONE)]);
  const link = await makeGame(server, white);
  let fails = true;
  await black.page.route('**/api/games/*', (route) => (fails ? route.abort() : route.continue()));
  await black.page.goto(link);
  await black.page.getByRole('alert').getByText('The server is not answering.').waitFor();
  await black.checkAccessibility('no terms');
  fails = false;
  await black.press('Try again');
  await black.page.getByRole('button', { name: 'Join', exact: true }).waitFor();
  await Promise.all([white.context.close(), black.context.close()]);
});

test('a seat that is taken while its terms are read is not given twice', async () => {
  const players = await Promise.all([DESKTOP, PHONE, PHONE].map((screen) => Player.open(browser, screen)));
  const [white, black, late] = /** @type {[Player, Player, Player]} */ (players);
  const link = await makeGame(server, white, { spectators: { allowed: false, delaySeconds: 0 } });
  await late.page.goto(link);
  await late.page.getByRole('button', { name: 'Join', exact: true }).waitFor();
  await black.join(link);
  await black.page.getByRole('grid').waitFor();
  await late.press('Join');
  await late.page.getByRole('heading', { name: 'This game is full' }).waitFor();
  // To the next visitor the terms say it at once, and that nobody may watch.
  await late.page.reload();
  await late.page.getByText('Both seats of this game are taken.').waitFor();
  assert.equal(await late.page.getByRole('link', { name: 'Watch this game' }).count(), 0);
  assert.deepEqual(late.sent.map(({ type }) => type), ['hello']);
  for (const { context } of players) await context.close();
});

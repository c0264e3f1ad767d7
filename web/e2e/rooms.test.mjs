// Rooms: created and joined by six letters, played blind and open, by chess and by other rules, left, lost and found again.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DESKTOP, engineReady, PHONE, Player, SMALL_PHONE, startStage } from './fixtures.mjs';
import { rulesOf } from './ruleset-player.mjs';
import { checkScreens } from './screens.mjs';
import { keepSpoken, waitForSpoken } from './speech.mjs';
import { comesTrue } from './wait.mjs';

const { server, browser } = await startStage();

/** Opens a page that waits for the rules and the answers of a room however long it takes. @param {import('playwright-core').BrowserContextOptions} screen */
async function open(screen) {
  const player = await Player.open(browser, screen);
  await player.leaveTime(5_000);
  return player;
}

/** Creates a room on the landing page and returns its code. @param {Player} player @param {{ mode?: 'Blind' | 'Open', rules?: string[], game?: string }} [options] */
async function createRoom(player, { mode = 'Blind', rules = [], game } = {}) {
  const { page } = player;
  await page.goto(server.url);
  await player.press('New room');
  const dialog = page.getByRole('dialog', { name: 'New room' });
  if (game !== undefined) {
    await dialog.getByRole('button', { name: /More games/ }).click();
    await page.getByRole('searchbox', { name: 'Search games' }).fill(game);
    await page.getByRole('button', { name: new RegExp(`^${game}`) }).last().click();
    await player.press(`Choose ${game}`);
    await dialog.getByText('You move first', { exact: false }).waitFor();
    await player.screenshot('rooms-new-other-game');
    await player.checkAccessibility('a new room of another game');
  }
  await dialog.getByText(mode, { exact: true }).click();
  if (rules.length > 0) await dialog.getByText('House rules', { exact: true }).first().click();
  for (const rule of rules) await dialog.getByRole('checkbox', { name: new RegExp(`^${rule}`) }).check();
  if (rules.length > 0) await player.checkAccessibility('a new room with house rules');
  await player.press('Create room');
  const code = await page.locator('[data-code]').getAttribute('data-code');
  assert.match(code ?? '', /^[A-Z0-9]{6}$/);
  assert.equal(new URL(page.url()).pathname, `/r/${code}`);
  return code ?? '';
}

/** Joins a room on the landing page. @param {Player} player @param {string} typed */
async function joinRoom(player, typed) {
  await player.page.goto(server.url);
  await player.page.getByLabel('Play with a code').last().fill(typed);
  await player.page.keyboard.press('Enter');
}

/** Asserts that the room told a player of their own pieces alone until the game was over. @param {Player} player @param {'white' | 'black'} you */
function assertOwnFactsOnly(player, you) {
  const end = player.received.findIndex(({ type, payload }) => payload?.gameOver || type === 'game.end');
  const during = player.received.slice(0, end === -1 ? undefined : end);
  const facts = during.flatMap(({ payload }) => [...(payload?.facts ?? []), ...(payload?.inserted ?? []), ...(payload?.retracted ?? [])]);
  const own = new Set(facts.filter(({ attr, value }) => attr === 'Color' && value === you).map(({ id }) => id));
  assert.equal(own.size, 16, 'the first state names the own pieces');
  // The facts of the game itself have the number 0.
  assert.deepEqual(facts.filter(({ id }) => id !== 0 && !own.has(id)), []);
  for (const { payload } of during) {
    const placement = String(payload?.fen ?? '').split(' ')[0] ?? '';
    assert.doesNotMatch(placement, you === 'white' ? /[a-z]/ : /[A-Z]/);
  }
}

// Requirements rooms-15, rooms-20, rooms-23, rooms-24, rooms-28, rooms-29, rooms-33, rooms-62.
test('a blind room: created on a phone, joined by its letters, played through a reload to the end', async () => {
  const [white, black] = await Promise.all([open(PHONE), open(DESKTOP)]);
  await white.page.goto(server.url);
  await white.page.getByLabel('Play with a code').last().waitFor();
  await white.page.getByRole('combobox', { name: 'Gambit' }).waitFor();
  await white.checkAccessibility('the landing page with rooms');
  await white.page.getByRole('button', { name: 'New room' }).scrollIntoViewIfNeeded();
  await white.screenshot('rooms-landing-phone');
  await white.press('New room');
  await white.page.getByRole('dialog').getByText('A player who is away from the room for a minute loses.').waitFor();
  await white.checkAccessibility('a new room');
  await white.screenshot('rooms-new-phone');
  await white.press('Cancel');
  const code = await createRoom(white);
  await white.page.getByText('You play White.').waitFor();
  await white.checkAccessibility('a room that waits');
  await white.screenshot('rooms-waiting-phone');
  await white.press('Copy code');
  await comesTrue(async () => assert.equal(await white.page.evaluate(() => navigator.clipboard.readText()), code));
  await white.press('Copy link');
  await comesTrue(async () => assert.equal(await white.page.evaluate(() => navigator.clipboard.readText()), `${server.url}/r/${code}`));
  // The creator may reload: the room waits for a while.
  await white.page.reload();
  await white.page.locator(`[data-code="${code}"]`).waitFor();

  await keepSpoken(black, server.url);
  // Case, spaces and hyphens do not matter.
  await joinRoom(black, `${code.slice(0, 3).toLowerCase()} ${code.slice(3).toLowerCase()}`);
  await Promise.all([white, black].map(({ page }) => page.getByRole('grid').waitFor()));
  await white.waitForTurn('yours');
  await white.checkLayout('a blind room on a phone');
  await engineReady(white, 'e2', 'e4');
  await white.move('e2', 'e4');
  await black.waitForAnnouncement('White has moved.');
  assert.equal(await waitForSpoken(black, 'moved'), 'en: White has moved.');
  assert.equal(await black.cell('e4').getAttribute('aria-label').then((label) => /pawn/.test(label ?? '')), false);

  // A refused try is told to its player alone, and the turn stays.
  await black.page.keyboard.press('/');
  const typed = black.page.locator('[data-typed]');
  await typed.fill('e7e3');
  await typed.press('Enter');
  await black.waitForFrame(({ type, payload }) => type === 'error' && payload.code === 'ILLEGAL_MOVE');
  await black.waitForAnnouncement('Illegal move.');
  await black.waitForTurn('yours');
  assert.ok(!white.received.some(({ type }) => type === 'error'));
  await black.move('d7', 'd5');
  await white.waitForTurn('yours');
  await white.move('e4', 'd5');
  await black.waitForAnnouncement('White has moved and captured.');

  // After a reload the game goes on, with what was said before.
  await black.page.reload();
  await black.waitForTurn('yours');
  await black.page.getByText('You tried e7 to e3: illegal move.').waitFor();
  await black.waitForLabel('e7', /black pawn/);
  await black.move('d8', 'd5');
  await white.waitForAnnouncement('Black has moved and captured.');
  await white.screenshot('rooms-game-phone');
  await black.screenshot('rooms-game-desktop');
  await white.checkAccessibility('a blind room');

  // Nobody is told what rooms do not have.
  assert.equal(await white.page.getByRole('button', { name: 'Draw' }).count(), 0);
  assert.equal(await black.page.getByText('not connected').count(), 0);
  await white.press('Resign');
  await white.page.getByRole('dialog').getByRole('button', { name: 'Resign' }).click();
  await white.waitForAnnouncement('You resigned.');
  await black.waitForAnnouncement('You won: your opponent left the game.');
  // The end shows both armies.
  await white.waitForLabel('d5', /black queen/);
  await white.checkAccessibility('a room at its end');
  await white.screenshot('rooms-end-phone');
  assertOwnFactsOnly(white, 'white');
  assertOwnFactsOnly(black, 'black');

  // The room is gone with its game.
  await white.page.reload();
  await white.page.getByRole('heading', { name: 'This room is closed' }).waitFor();
  assert.deepEqual([...white.errors, ...black.errors], []);
  await Promise.all([white.context.close(), black.context.close()]);
});

// Requirements rooms-21, rooms-31, rooms-32, rooms-36, rooms-40.
test('an open room with house rules: castling, a promotion, and the goal', async () => {
  const [white, black] = await Promise.all([open({ viewport: { width: 1440, height: 900 } }), open(PHONE)]);
  const code = await createRoom(white, { mode: 'Open', rules: ['Three checks', 'Torpedo pawns'] });
  await white.page.getByRole('list', { name: 'House rules' }).getByText('Torpedo pawns').waitFor();
  await white.screenshot('rooms-waiting-desktop');
  // By the link the terms come first: until the button is pressed the seat is open.
  await black.page.goto(`${server.url}/r/${code.toLowerCase()}`);
  await black.page.getByRole('heading', { name: `Room ${code}` }).waitFor();
  await black.page.getByText('A player who is away from the room for a minute loses.').waitFor();
  await black.checkAccessibility('the invitation to a room');
  await black.screenshot('rooms-invitation-phone');
  assert.deepEqual(black.sent, []);
  await black.press('Join');
  await Promise.all([white, black].map(({ page }) => page.getByRole('grid').waitFor()));
  await engineReady(white, 'e2', 'e4');
  await engineReady(black, 'e7', 'e5');
  /** @param {string[]} moves of both sides in turn */
  const play = async (...moves) => {
    for (const move of moves) {
      const [mover, other] = (await white.page.locator('[data-turn=yours]').count()) > 0 ? [white, black] : [black, white];
      await mover.move(move.slice(0, 2), move.slice(2));
      await Promise.all([mover.waitForTurn('theirs'), other.waitForTurn('yours')]);
    }
  };
  // A pawn that has moved makes a double step again, and may be taken in passing there.
  await play('e2e4', 'a7a6', 'e4e6', 'd7e6', 'g1f3', 'h7h5', 'f1d3', 'h5h3');
  await black.waitForLabel('h3', /black pawn/);
  await white.waitForLabel('h3', /black pawn/);
  await play('e1g1');
  await black.waitForAnnouncement('White has castled kingside.');
  await play('h3g2', 'a2a3');
  // The own promotion is chosen, and the other side sees it.
  await black.move('g2', 'f1');
  await black.page.getByRole('button', { name: /knight/ }).click();
  await Promise.all([black.waitForTurn('theirs'), white.waitForTurn('yours')]);
  await white.waitForLabel('f1', /black knight/);
  await white.waitForAnnouncement('Black has promoted to a knight.');
  await black.screenshot('rooms-open-phone');
  // What the reload has not seen is in the state.
  await white.page.reload();
  await white.waitForTurn('yours');
  await white.waitForLabel('f1', /black knight/);
  await white.page.getByText('Black has promoted to a knight.').first().waitFor();
  await engineReady(white, 'd1', 'f1');
  await play('d1f1', 'a6a5', 'd3b5');
  await white.page.getByText('You captured a knight.').first().waitFor({ state: 'attached' });
  await black.waitForAnnouncement('Black is in check.');
  await black.waitForLabel('e8', /in check/);
  await black.page.locator('[data-checks=w]').getByText('+ 1/3', { exact: true }).waitFor();
  await black.page.reload();
  await black.waitForLabel('e8', /in check/);
  await black.page.locator('[data-checks=w]').getByText('+ 1/3').waitFor();
  await engineReady(black, 'c7', 'c6');
  await play('c7c6', 'b5c6', 'b7c6', 'f1b5', 'a5a4');
  await white.screenshot('rooms-open-desktop');
  await black.checkLayout('an open room on a phone');
  await white.move('b5', 'c6');
  // The third check ends the game.
  await white.waitForAnnouncement('You won by giving check.');
  await black.waitForAnnouncement('You lost: your opponent gave enough checks.');
  assert.deepEqual([...white.errors, ...black.errors], []);
  await Promise.all([white.context.close(), black.context.close()]);
});

// Requirements rooms-4, rooms-62, rooms-64.
test('a lost connection comes back to the room, and sends the move that was not sent', async () => {
  const [white, black] = await Promise.all([open(DESKTOP), open(PHONE)]);
  const code = await createRoom(white, { mode: 'Open' });
  await black.page.goto(`${server.url}/r/${code}`);
  await black.press('Join');
  await Promise.all([white, black].map(({ page }) => page.getByRole('grid').waitFor()));
  await white.move('e2', 'e4');
  await black.waitForTurn('yours');
  await black.context.setOffline(true);
  await black.page.locator('[data-link=offline]').waitFor();
  await black.move('e7', 'e5');
  await black.waitForTurn('unsent');
  await black.context.setOffline(false);
  await white.waitForTurn('yours');
  await white.waitForLabel('e5', /black pawn/);
  const joined = black.sent.findLast(({ type }) => type === 'room.join');
  assert.ok(joined.token && joined.ack > 0, JSON.stringify(joined));
  await Promise.all([white.context.close(), black.context.close()]);
});

// Requirements rooms-18, rooms-25, rooms-26.
test('a wrong code, a full room and a closed one have sentences', async () => {
  const [white, black, third] = await Promise.all([open(DESKTOP), open(PHONE), open(PHONE)]);
  await joinRoom(third, 'abc');
  await third.page.getByText('A room code has six characters: letters and digits.').waitFor();
  await third.page.getByLabel('Play with a code').last().fill('ZZZ-ZZZ');
  await third.press('Join');
  await third.page.getByRole('heading', { name: 'No such room' }).waitFor();
  await third.page.getByText('No room has this code.').waitFor();
  await third.checkAccessibility('no such room');
  await third.screenshot('rooms-none-phone');
  const code = await createRoom(white);
  await joinRoom(black, code);
  await black.page.getByRole('grid').waitFor();
  await third.page.getByLabel('Room code').fill(code);
  await third.press('Join');
  await third.page.getByRole('heading', { name: 'This room is full' }).waitFor();
  assert.deepEqual(await checkScreens(third.page, 'a full room', { board: false, scrolls: true }), []);
  // A room that nobody joined is closed by its creator.
  const other = await createRoom(white);
  assert.deepEqual(await checkScreens(white.page, 'a room that waits', { board: false, scrolls: true }), []);
  await white.press('Close room');
  await white.page.getByRole('button', { name: 'Create game' }).waitFor();
  await third.page.getByLabel('Room code').fill(other);
  await third.press('Join');
  await third.page.getByRole('heading', { name: 'No such room' }).waitFor();
  await Promise.all([white, black, third].map(({ context }) => context.close()));
});

test('a room of shogi on phones: a capture, a promotion and a drop, through a reload', async () => {
  const [white, black] = await Promise.all([open(PHONE), open(SMALL_PHONE)]);
  const code = await createRoom(white, { mode: 'Open', game: 'Shogi' });
  await white.page.getByText('Shogi, open').waitFor();
  await white.page.getByText('Your side: Sente.').waitFor();
  await white.checkAccessibility('a room of shogi that waits');
  await white.screenshot('rooms-waiting-shogi-phone');
  // The creator may reload: the seat remembers its ruleset.
  await white.page.reload();
  await white.page.getByText('Shogi, open').waitFor();
  await joinRoom(black, code);
  await Promise.all([white, black].map(({ page }) => page.getByRole('grid').waitFor()));
  await Promise.all([white, black].map(rulesOf));
  await white.waitForTurn('yours');
  await white.move('c3', 'c4');
  await black.waitForTurn('yours');
  await black.move('g7', 'g6');
  await white.waitForTurn('yours');
  // A capture that may promote: the page's own engine offers the choice.
  await white.move('b2', 'h8');
  await white.page.locator('[data-choice="+bishop"]').click();
  await black.waitForTurn('yours');
  assert.deepEqual(white.sent.findLast(({ type }) => type === 'game.move')?.payload, { from: 'b2', to: 'h8', choice: '+bishop' });
  await black.waitForLabel('h8', /sente promoted bishop/);
  await black.move('g9', 'h8');
  await white.waitForTurn('yours');
  for (const [player, piece] of /** @type {const} */ ([[white, 'S:B'], [black, 's:b']])) {
    await player.page.locator(`.lower [data-drop="${piece}"]`).waitFor();
    await player.checkLayout('a room of shogi');
  }
  await white.page.locator('button[data-drop="S:B"]:enabled').click();
  await white.tap('e5');
  await black.waitForTurn('yours');
  await black.waitForLabel('e5', /sente bishop/);
  assert.deepEqual(white.sent.findLast(({ type }) => type === 'game.drop')?.payload, { piece: 'S:B', to: 'e5' });
  await black.screenshot('rooms-shogi-phone');
  await black.checkAccessibility('a room of shogi');

  // The game goes on after a reload, with both hands.
  await black.page.reload();
  await black.waitForTurn('yours');
  await rulesOf(black);
  await black.waitForLabel('e5', /sente bishop/);
  await black.page.locator('button[data-drop="s:b"]:enabled').click();
  await black.tap('e6');
  await white.waitForTurn('yours');
  await white.waitForLabel('e6', /gote bishop/);
  await white.screenshot('rooms-shogi-after-drops');
  // The room writes squares, and the page as players of shogi do.
  const said = white.received.filter(({ type }) => type === 'game.delta').map(({ payload }) => payload.moveNotation);
  assert.deepEqual(said, ['c3c4', 'g7g6', 'b2h8b', 'g9h8', 'B@e5', 'B@e6']);
  await comesTrue(async () => {
    const stored = await white.page.evaluate((key) => JSON.parse(localStorage.getItem(key) ?? '{}'), `bc:room-${code}:seat`);
    assert.deepEqual(stored.moves.map((/** @type {{ gameNotation: string }} */ move) => move.gameNotation), ['P-7f', 'P-3d', 'Bx2b+', 'Sx2b', 'B*5e', 'B*5d']);
  });
  await white.move('e5', 'd6');
  await black.waitForTurn('yours');
  await black.press('Resign');
  await black.page.getByRole('dialog').getByRole('button', { name: 'Resign' }).click();
  await white.waitForTurn('over');
  await white.screenshot('rooms-shogi-end');
  assert.deepEqual([...white.errors, ...black.errors], []);
  await Promise.all([white.context.close(), black.context.close()]);
});

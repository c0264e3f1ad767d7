// Pieces in hands: dragged onto the board by mouse and finger, under the magnifier, and seen by spectators.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DESKTOP, PHONE, Player, startGame, startStage } from './fixtures.mjs';
import { rulesOf } from './ruleset-player.mjs';
import { checkScreens } from './screens.mjs';

const { server, browser } = await startStage();

/** Plays until either hand has a pawn. @param {Player} white @param {Player} black */
async function tradePawns(white, black) {
  await Promise.all([white, black].map(rulesOf));
  for (const [index, [from, to]] of [['e2', 'e4'], ['d7', 'd5'], ['e4', 'd5'], ['d8', 'd5']].entries()) {
    const [mover, other] = index % 2 === 0 ? [white, black] : [black, white];
    await mover.move(/** @type {string} */ (from), /** @type {string} */ (to));
    await other.waitForTurn('yours');
  }
}

test('a piece is dragged out of the hand by mouse and by finger, and a spectator sees both hands', async () => {
  const [white, black, third] = await Promise.all([Player.open(browser, DESKTOP), Player.open(browser, PHONE), Player.open(browser, PHONE)]);
  await startGame(server, white, black, { mode: 'Open', side: 'White', ruleset: 'crazyhouse' });
  await tradePawns(white, black);
  await third.page.goto(await white.watchLink());
  await third.page.getByRole('grid').waitFor();
  const held = (/** @type {'w' | 'b'} */ side) => third.page.locator(`[data-hand="${side}"] [data-drop]`);
  await held('w').waitFor();
  assert.deepEqual(await Promise.all((/** @type {const} */ (['w', 'b'])).map((side) => held(side).getAttribute('aria-label'))), ['white pawn in hand', 'black pawn in hand']);
  assert.equal(await third.page.locator('button[data-drop]').count(), 0);
  await third.screenshot('hands-spectator-phone');

  // Let go beside the board, it stays in the hand.
  await white.dragHeld('C:P', 'e4', async () => {
    await white.page.locator('svg.ghost').waitFor();
    await white.page.mouse.move(2, 2);
  });
  await white.page.locator('button[data-drop="C:P"]:enabled').waitFor();
  assert.equal(await white.page.locator('[data-turn=yours]').count(), 1);
  await white.dragHeld('C:P', 'e4');
  await black.waitForLabel('e4', /white pawn/);
  await black.waitForTurn('yours');
  await black.dragHeld('c:p', 'e5', async () => void (await black.page.locator('svg.ghost').waitFor()));
  await white.waitForLabel('e5', /black pawn/);
  await third.waitForLabel('e5', /black pawn/);
  await held('b').waitFor({ state: 'detached' });
  assert.deepEqual([...white.errors, ...black.errors, ...third.errors], []);
  await Promise.all([white, black, third].map(({ context }) => context.close()));
});

test('a watched game with hands and clocks fits on every screen', async () => {
  const players = await Promise.all([Player.open(browser, DESKTOP), Player.open(browser, DESKTOP), Player.open(browser, DESKTOP)]);
  const [white, black, third] = players;
  const faults = [];
  for (const [ruleset, mode] of /** @type {const} */ ([['crazyhouse', 'Open'], ['shogi', 'Blind']])) {
    await startGame(server, white, black, { mode, side: 'White', ruleset, clock: { initial: 600, increment: 5 } });
    if (mode === 'Open') await tradePawns(white, black);
    await third.page.goto(await white.watchLink());
    await third.page.getByRole('group', { name: 'Hand of' }).nth(1).waitFor();
    faults.push(...await checkScreens(third.page, `${ruleset}, watched`, { board: true, scrolls: false }));
    await third.page.setViewportSize({ width: 360, height: 640 });
    await third.screenshot(`hands-watched-${ruleset}-360`);
  }
  assert.deepEqual(faults, []);
  for (const { context, errors } of players) {
    assert.deepEqual(errors, []);
    await context.close();
  }
});

test('on a board of ten files a finger that drags out of the hand sees the squares enlarged', async () => {
  const player = await Player.open(browser, PHONE);
  await player.page.goto(`${server.url}/local?game=grandhouse`);
  await player.page.locator('[data-status]').getByText('White to move').waitFor();
  for (const [from, to] of [['e3', 'e5'], ['f8', 'f6'], ['e5', 'f6'], ['a8', 'a7']]) await player.move(/** @type {string} */ (from), /** @type {string} */ (to));
  const [qpi = ''] = await player.page.locator('button[data-drop]:enabled').evaluateAll((pieces) => pieces.map((piece) => piece.getAttribute('data-drop') ?? ''));
  await player.dragHeld(qpi, 'e5', async () => {
    await player.page.locator('svg.loupe').waitFor();
    await player.screenshot('hands-loupe-phone');
  });
  await player.waitForLabel('e5', /white pawn/);
  assert.equal(await player.page.locator('svg.loupe').count(), 0);
  assert.deepEqual(player.errors, []);
  await player.context.close();
});

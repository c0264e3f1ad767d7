// A blind game to mate between a phone and a desktop, in which nobody receives what they may not know.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertNothingLeaked, assertNumbered, createGame, DESKTOP, engineReady, startGame, PHONE, Player, startStage } from './fixtures.mjs';

const { server, browser } = await startStage();

// Requirements blind-109, blind-130.
test('a whole blind game to mate, by tapping and dragging', async () => {
  const white = await Player.open(browser, PHONE);
  const black = await Player.open(browser, DESKTOP);
  await white.page.goto(server.url);
  await white.screenshot('landing-phone');
  await black.page.goto(server.url);
  await black.screenshot('landing-desktop');
  const link = await createGame(server, white, black);
  assert.match(link, /\/g\/[a-z0-9]{8}$/);
  await white.waitForTitle('Your turn · Tabula');
  await black.waitForTitle('Their turn · Tabula');
  await white.waitForAnnouncement('You have the first move.');

  // Unknown squares are never labelled empty.
  await white.waitForLabel('e4', /^e4, unseen$/);
  assert.equal(await white.page.getByRole('gridcell', { name: /empty/ }).count(), 0);
  await engineReady(white, 'g1', 'f3');

  /** @type {[string, string, string][]} */
  const game = [
    ['e2', 'e4', 'tap'], ['e7', 'e5', 'drag'],
    ['g1', 'f3', 'drag'], ['b8', 'c6', 'tap'],
    ['f1', 'c4', 'tap'], ['c6', 'd4', 'drag'],
    ['f3', 'e5', 'drag'], ['d8', 'g5', 'drag'],
    ['e5', 'f7', 'tap'], ['g5', 'g2', 'tap'],
    ['h1', 'f1', 'tap'], ['g2', 'e4', 'drag'],
    ['c4', 'e2', 'drag'], ['d4', 'f3', 'tap'],
  ];
  for (const [ply, [from, to, how]] of game.entries()) {
    const [mover, other] = ply % 2 === 0 ? [white, black] : [black, white];
    await mover.waitForTurn('yours');
    if (how === 'drag') await mover.drag(from, to);
    else await mover.move(from, to);
    if (ply < game.length - 1) await other.waitForTurn('yours');
    if (ply === 6) await other.waitForAnnouncement('White has moved and captured.');
    if (ply === 11) {
      await white.waitForAnnouncement('Black has moved and captured.');
      await white.waitForAnnouncement('White is in check.');
      await white.waitForLabel('e1', /white king.*in check/);
      await white.screenshot('check-phone');
      await black.screenshot('mid-desktop');
    }
  }

  for (const player of [white, black]) await player.page.locator('.result', { hasText: /by checkmate\./ }).waitFor();
  await white.page.locator('.result', { hasText: 'You lost by checkmate.' }).waitFor();
  await black.page.locator('.result', { hasText: 'You won by checkmate.' }).waitFor();
  await white.waitForTitle('Game over · Tabula');
  // Both armies appear.
  await white.waitForLabel('f3', /black knight/);
  await black.waitForLabel('e1', /white king/);

  assertNothingLeaked(white, 'w');
  assertNothingLeaked(black, 'b');
  assertNumbered(white);
  assertNumbered(black);
  // Behind it may come what is no state of the game, as a ping.
  const last = white.received.findLast(({ gameStatus }) => gameStatus !== undefined);
  assert.equal(last.gameStatus, 'finished');
  assert.equal(last.winner, 'b');
  assert.equal(last.record.plies.length, game.length);
  assert.deepEqual([...white.errors, ...black.errors], []);
  await white.context.close();
  await black.context.close();
});

// Requirement blind-94.
test('the finished game is reviewed from every perspective', async () => {
  const white = await Player.open(browser, PHONE);
  const black = await Player.open(browser, DESKTOP);
  await startGame(server, white, black);
  await white.move('f2', 'f3');
  await black.waitForTurn('yours');
  await black.drag('e7', 'e5');
  await white.waitForTurn('yours');
  // A pawn cannot capture on an empty square: refused, touched, and then moved straight on.
  await engineReady(white, 'g2', 'g4');
  await white.move('g2', 'h3');
  await white.waitForAnnouncement('Illegal move.');
  await white.waitForLabel('g2', /touched, must move/);
  await white.tap('g4');
  await black.waitForTurn('yours');
  await black.drag('d8', 'h4');
  await black.page.locator('.result', { hasText: 'You won by checkmate.' }).waitFor();
  await white.page.locator('.result', { hasText: 'You lost by checkmate.' }).waitFor();
  await white.screenshot('end-phone');
  await black.screenshot('end-desktop');

  const page = black.page;
  await page.getByText('2. Black: Qh4#').waitFor();
  await page.getByRole('button', { name: 'First', exact: true }).click();
  await page.getByText('Starting position').waitFor();
  await black.waitForLabel('d8', /black queen/);
  for (const words of ['1. White: f3', '1. Black: e5', 'White tried g2 to h3: illegal.', '2. White: g4']) {
    await page.keyboard.press('ArrowRight');
    await page.getByText(words).waitFor();
  }
  await black.screenshot('end-try-desktop');
  assert.equal(await page.locator('line.try').count(), 0);
  await page.keyboard.press('ArrowLeft');
  await page.locator('line.try').waitFor({ state: 'attached' });
  assert.equal(await page.locator('line.try').count(), 1);

  await page.locator('.perspective').getByText('Black', { exact: true }).click();
  await black.waitForLabel('e1', /unseen/);
  await page.locator('.perspective').getByText('White', { exact: true }).click();
  await black.waitForLabel('e1', /white king/);
  await black.waitForLabel('e8', /unseen/);

  const pgn = await black.copy('PGN');
  assert.match(pgn, /1\. f3 e5/);
  assert.match(pgn, /Qh4# 0-1/);
  await page.getByRole('button', { name: 'Last', exact: true }).click();
  assert.equal(await black.copy('FEEN (this position)'), black.received.findLast(({ record }) => record !== undefined).record.feen);

  // A rematch changes sides and is offered to the other player.
  await black.press('Rematch');
  await page.getByRole('button', { name: 'Rematch offered' }).waitFor();
  await white.page.getByRole('button', { name: 'Accept rematch' }).tap();
  await black.waitForTurn('yours');
  await white.waitForTurn('theirs');
  await white.waitForLabel('e8', /black king/);
  white.received = white.received.slice(white.received.findLastIndex((frame) => frame.type === 'joined'));
  assertNothingLeaked(white, 'b');
  assert.deepEqual([...white.errors, ...black.errors], []);
  await white.context.close();
  await black.context.close();
});

// Two people, a phone and a desktop, play blind chess to mate; nobody is told what they may not know.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertNothingLeaked, assertNumbered, DESKTOP, engineReady, meet, PHONE, Player, stage } from './support.mjs';

const { server, browser } = await stage();

test('a whole blind game to mate, by tapping and dragging', async () => {
  const white = await Player.sit(browser, PHONE);
  const black = await Player.sit(browser, DESKTOP);
  await white.page.goto(server.url);
  await white.shot('landing-phone');
  await black.page.goto(server.url);
  await black.shot('landing-desktop');
  const link = await meet(server, white, black);
  assert.match(link, /\/g\/[a-z0-9]{8}$/);
  assert.equal(await white.page.title(), 'Your move · Tabula');
  assert.equal(await black.page.title(), 'Their move · Tabula');
  await white.hears('You have the first move.');

  // Unseen squares are never called empty.
  await white.labelled('e4', /^e4, unseen$/);
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
    await mover.turn('yours');
    if (how === 'drag') await mover.drag(from, to);
    else await mover.move(from, to);
    if (ply < game.length - 1) await other.turn('yours');
    if (ply === 6) await other.hears('White has moved and captured.');
    if (ply === 11) {
      await white.hears('Black has moved and captured.');
      await white.hears('White is in check.');
      await white.labelled('e1', /white king.*in check/);
      await white.shot('check-phone');
      await black.shot('mid-desktop');
    }
  }

  for (const player of [white, black]) await player.page.getByText(/by checkmate\./).waitFor();
  await white.page.getByText('You lost by checkmate.').waitFor();
  await black.page.getByText('You won by checkmate.').waitFor();
  assert.equal(await white.page.title(), 'Game over · Tabula');
  // Both armies appear.
  await white.labelled('f3', /black knight/);
  await black.labelled('e1', /white king/);

  assertNothingLeaked(white, 'w');
  assertNothingLeaked(black, 'b');
  assertNumbered(white);
  assertNumbered(black);
  const last = white.heard.at(-1);
  assert.equal(last.gameStatus, 'finished');
  assert.equal(last.winner, 'b');
  assert.equal(last.record.plies.length, game.length);
  assert.deepEqual([...white.complaints, ...black.complaints], []);
  await white.context.close();
  await black.context.close();
});

test('the end is looked at again from every side', async () => {
  const white = await Player.sit(browser, PHONE);
  const black = await Player.sit(browser, DESKTOP);
  await meet(server, white, black);
  await white.move('f2', 'f3');
  await black.turn('yours');
  await black.drag('e7', 'e5');
  await white.turn('yours');
  // A pawn does not take what is not there: refused, touched, and then played straight on.
  await engineReady(white, 'g2', 'g4');
  await white.move('g2', 'h3');
  await white.hears('Illegal move.');
  await white.labelled('g2', /touched, must move/);
  await white.tap('g4');
  await black.turn('yours');
  await black.drag('d8', 'h4');
  await black.page.getByText('You won by checkmate.').waitFor();
  await white.page.getByText('You lost by checkmate.').waitFor();
  await white.shot('end-phone');
  await black.shot('end-desktop');

  const page = black.page;
  await page.getByText('2. Black: Qh4#').waitFor();
  await page.getByRole('button', { name: 'First', exact: true }).click();
  await page.getByText('The start').waitFor();
  await black.labelled('d8', /black queen/);
  for (const words of ['1. White: f3', '1. Black: e5', 'White tried g2 to h3: illegal.', '2. White: g4']) {
    await page.keyboard.press('ArrowRight');
    await page.getByText(words).waitFor();
  }
  await black.shot('end-try-desktop');
  assert.equal(await page.locator('line.try').count(), 0);
  await page.keyboard.press('ArrowLeft');
  assert.equal(await page.locator('line.try').count(), 1);

  await page.getByText('Black', { exact: true }).last().click();
  await black.labelled('e1', /unseen/);
  await page.getByText('White', { exact: true }).last().click();
  await black.labelled('e1', /white king/);
  await black.labelled('e8', /unseen/);

  await black.press('Copy PGN');
  const pgn = await page.evaluate(() => navigator.clipboard.readText());
  assert.match(pgn, /1\. f3 e5/);
  assert.match(pgn, /Qh4# 0-1/);
  await page.getByRole('button', { name: 'Last', exact: true }).click();
  await black.press('Copy FEEN');
  const feen = await page.evaluate(() => navigator.clipboard.readText());
  assert.equal(feen, black.heard.at(-1).record.feen);

  // A rematch changes sides and is offered to the other player.
  await black.press('Rematch');
  await page.getByRole('heading', { name: 'Waiting for your opponent' }).waitFor();
  await page.getByText('You play White.').waitFor();
  await white.page.getByRole('link', { name: 'Join the rematch' }).tap();
  await white.page.getByRole('grid').waitFor();
  await black.turn('yours');
  await white.turn('theirs');
  await white.labelled('e8', /black king/);
  white.heard = white.heard.slice(white.heard.findLastIndex((frame) => frame.type === 'joined'));
  assertNothingLeaked(white, 'b');
  assert.deepEqual([...white.complaints, ...black.complaints], []);
  await white.context.close();
  await black.context.close();
});

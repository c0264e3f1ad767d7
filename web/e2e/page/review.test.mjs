// The review of a finished game: moves to press, playing by itself, perspectives that keep their place; for players and spectators.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DESKTOP, engineReady, PHONE, Player, startGame, startStage } from '../fixtures.mjs';

const { server, browser } = await startStage();

test('trays, log and list of moves follow the ply, from every perspective, for players and spectators', async () => {
  const [white, black, guest] = await Promise.all([Player.open(browser, DESKTOP), Player.open(browser, PHONE), Player.open(browser, DESKTOP)]);
  // One page's clock is stopped for a while below.
  await white.page.clock.install();
  await startGame(server, white, black);
  await guest.page.goto(await white.watchLink());
  await guest.page.locator('[data-standing]').waitFor();
  await engineReady(white, 'g1', 'f3');
  for (const [mover, from, to] of /** @type {const} */ ([[white, 'e2', 'e4'], [black, 'd7', 'd5'], [white, 'e4', 'd5'], [black, 'd8', 'd5']])) {
    await mover.waitForTurn('yours');
    await mover.move(from, to);
    await mover.waitForTurn('theirs');
  }
  await white.waitForTurn('yours');
  await white.move('b1', 'b4');
  await white.tap('b1');
  await white.press('Resign');
  await white.page.getByRole('dialog').getByRole('button', { name: 'Resign' }).click();

  for (const player of [white, guest]) {
    const { page } = player;
    const moves = page.getByRole('region', { name: 'Moves' });
    const count = async (/** @type {string} */ text) => page.locator('.review .count').getByText(text, { exact: true }).waitFor();
    const trays = () => page.locator('.bar .tray li').count();
    await moves.getByRole('button', { name: 'Qxd5' }).waitFor();
    await count('4 / 4');
    assert.equal(await trays(), 2);
    await player.press('First');
    await count('0 / 4');
    assert.equal(await trays(), 0);
    await moves.getByRole('button', { name: 'exd5' }).click();
    await count('3 / 4');
    assert.equal(await trays(), 1);
    assert.equal(await moves.locator('[aria-current]').innerText(), 'exd5');
    assert.equal(await page.locator('[data-log-ply].current').getAttribute('data-log-ply'), '3');
    // The place stays when the perspective changes.
    await page.locator('.perspective').getByText('Black', { exact: true }).click();
    await player.waitForLabel('d5', /unseen/);
    await player.waitForLabel('d8', /black queen/);
    await count('3 / 4');
    await page.locator('.perspective').getByText('Moderator', { exact: true }).click();
    await player.waitForLabel('d5', /white pawn/);
    await count('3 / 4');
    if (player === white) {
      await page.clock.pauseAt(Date.now() + 30_000);
      await player.press('First');
      await player.press('Play');
      await page.clock.runFor(1_500);
      await count('1 / 4');
      await player.press('Pause');
      await page.getByRole('button', { name: 'Play', exact: true }).waitFor();
      // The next steps would come by then.
      await page.clock.runFor(10_000);
      assert.equal(await page.locator('.review .count').innerText(), '1 / 4');
      await page.clock.resume();
    }
    // It plays by itself from there to the end.
    await player.press('Play');
    await count('4 / 4');
    await page.getByRole('button', { name: 'Play', exact: true }).waitFor();
    const first = () => page.locator('[data-cell]').first().getAttribute('data-cell');
    assert.equal(await first(), 'a8');
    await player.press('Flip board');
    assert.equal(await first(), 'h1');
    assert.match(await player.copy('PGN'), /1\. e4 d5 2\. exd5 Qxd5/);
    assert.equal(await player.copy('PMN'), 'e2-e4 d7-d5 e4+d5 d8+d5');
    assert.match(await player.copy('PGN with PMN comments'), /1\. e4 \{ e2-e4 \} 1\.\.\. d5 \{ d7-d5 \} 2\. exd5/);
    await player.checkAccessibility('the review');
    assert.deepEqual(player.errors, []);
  }
  await Promise.all([white, black, guest].map(({ context }) => context.close()));
});

test('the pieces that were hidden fade in at the end of a blind game, and not where motion is reduced', async () => {
  const [white, black] = await Promise.all([Player.open(browser, { ...DESKTOP, reducedMotion: 'no-preference' }), Player.open(browser, PHONE)]);
  await startGame(server, white, black);
  await white.move('e2', 'e4');
  await black.waitForTurn('yours');
  assert.equal(await white.page.locator('.board .revealed').count(), 0);
  await black.press('Resign');
  await black.page.getByRole('dialog').getByRole('button', { name: 'Resign' }).click();
  for (const { player, moves } of [{ player: white, moves: true }, { player: black, moves: false }]) {
    await player.page.locator('.review').waitFor();
    const names = await player.page.locator('.board .revealed').evaluateAll((pieces) => pieces.map((piece) => getComputedStyle(piece).animationName));
    assert.equal(names.length, 16, 'the army of the other side');
    for (const name of names) assert.equal(name.includes('reveal'), moves, name);
  }
  // Who opens the finished game anew sees it open at once.
  await white.page.reload();
  await white.page.locator('.review').waitFor();
  assert.equal(await white.page.locator('.board .revealed').count(), 0);
  assert.deepEqual([...white.errors, ...black.errors], []);
  await Promise.all([white.context.close(), black.context.close()]);
});

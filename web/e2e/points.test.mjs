// A game that points decide: both sides' points are in the result, for players and spectators, also where the game is opened again.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PHONE, Player, SMALL_PHONE, startGame, startStage, TABLET } from './fixtures.mjs';
import { close, rulesOf } from './ruleset-player.mjs';

const { server, browser } = await startStage();

const ENGLISH = 'Points: Blue 72, Red 73.5 (1.5 for moving second).';

/** Waits until the points stand in the result. @param {Player} player @param {string} [text] */
const waitForPoints = ({ page }, text = ENGLISH) => page.locator('[data-points]').getByText(text, { exact: true }).waitFor();

test('the points of Janggi are shown after two passes', async () => {
  const [white, black, third] = await Promise.all([
    Player.open(browser, SMALL_PHONE), Player.open(browser, PHONE), Player.open(browser, { ...TABLET, locale: 'de' }),
  ]);
  await startGame(server, white, black, { mode: 'Open', side: 'White', ruleset: 'janggi' });
  await Promise.all([white, black].map(rulesOf));
  await third.page.goto(await white.watchLink());
  await third.page.getByRole('grid').waitFor();
  for (const player of [white, black]) {
    await player.waitForTurn('yours');
    assert.equal(await player.page.locator('[data-points]').count(), 0);
    await player.press('Pass');
  }
  for (const player of [white, black]) {
    await waitForPoints(player);
    // Also for those who only hear.
    await player.page.getByRole('status').getByText(ENGLISH, { exact: true }).waitFor({ state: 'attached' });
    await player.screenshot(`points-${player === white ? 'small-phone' : 'phone'}`);
    assert.equal(await player.page.locator('.result').textContent(), `You ${player === white ? 'lost' : 'won'}: both sides passed, and the points decide.`);
  }
  const german = 'Punkte: Blau 72, Rot 73,5 (1,5 für die zweite Seite).';
  await waitForPoints(third, german);
  await third.page.getByRole('status').getByText(german, { exact: true }).waitFor({ state: 'attached' });
  await third.screenshot('points-spectator-tablet');
  for (const player of [white, third]) {
    await player.page.reload();
    await player.page.locator('[data-points]').waitFor();
  }
  assert.deepEqual(third.errors, []);
  await third.context.close();
  await close({ white, black });
});

// Pages with much text on the narrowest phone, in every language: none of them scrolls sideways.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DESKTOP, Player, SMALL_PHONE, startGame, startStage } from './fixtures.mjs';
import { rulesOf } from './ruleset-player.mjs';
import { playLine } from './two-players.mjs';

const { server, browser } = await startStage({ own: 'narrow', flags: [] });

const LANGUAGES = ['en', 'de', 'es', 'fr', 'ja', 'pt', 'ru', 'zh'];

/** Returns the elements that go beyond the screen, but for those that scroll by themselves. The width of the page does not tell: on a phone it grows with them. @param {Player} player */
const tooWide = ({ page }) =>
  page.evaluate((width) => {
    const scrolls = (/** @type {Element | null} */ element) => element !== null && getComputedStyle(element).overflowX === 'auto';
    const isWide = (/** @type {Element} */ element) => element.checkVisibility() && element.getBoundingClientRect().right > width + 1;
    return [...document.body.querySelectorAll('*')]
      .filter((element) => isWide(element) && !scrolls(element.closest('.scroll')))
      .map(({ tagName, textContent }) => `${tagName} ${textContent}`.slice(0, 60));
  }, SMALL_PHONE.viewport?.width ?? 0);

/** Asserts that the open dialog does not scroll sideways. @param {Player} player @param {string} language */
async function dialogFits({ page }, language) {
  const [inner, outer] = await page.locator('dialog[open]').evaluate((dialog) => [dialog.scrollWidth, dialog.clientWidth]);
  assert.ok(Number(inner) <= Number(outer), `the dialog: ${language}`);
}

/** Sends a request from a page. @param {Player} player @param {string} path @param {unknown} body @param {string} [token] @returns {Promise<any>} */
const post = ({ page }, path, body, token) =>
  page.evaluate(async (/** @type {[string, string, string | undefined]} */ [address, sent, bearer]) => {
    const headers = { 'content-type': 'application/json', ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }) };
    const answer = await fetch(address, { method: 'POST', headers, body: sent });
    if (!answer.ok) throw new Error(`${address}: ${answer.status} ${await answer.text()}`);
    return answer.json();
  }, /** @type {[string, string, string | undefined]} */ ([path, JSON.stringify(body), token]));

test('the own settings, with vacations and blocked players, the list of own games, and the settings of the page fit in every language', async () => {
  const [white, black] = await Promise.all([Player.open(browser, SMALL_PHONE), Player.open(browser, DESKTOP)]);
  await white.page.goto(`${server.url}/results`);
  await white.press('Count my games');
  await white.page.getByText('No game has ended yet.').waitFor();
  await startGame(server, white, black, { mode: 'Blind' });
  await white.press('More');
  await white.press('Block this player');
  await white.press('Block this player');
  await white.page.getByText('Blocked.').waitFor();
  for (const language of LANGUAGES) {
    await white.page.goto(`${server.url}/results?lang=${language}`);
    await white.page.locator('form input[type=number]').waitFor();
    await white.page.locator('li .button').waitFor();
    // The question before everything is deleted says more.
    await white.page.locator('section > .plain').last().click();
    assert.deepEqual(await tooWide(white), [], language);
    await white.screenshot(`narrow-settings-${language}`);
    await white.page.goto(server.url);
    await white.page.locator('[data-game] .terms', { hasText: /\S/ }).waitFor();
    await white.page.locator('footer button').nth(1).click();
    await white.page.getByRole('dialog').getByRole('switch').first().waitFor();
    assert.deepEqual(await tooWide(white), [], `the first page: ${language}`);
    await dialogFits(white, language);
    await white.screenshot(`narrow-first-page-${language}`);
  }
  assert.deepEqual([white.errors, black.errors], [[], []]);
  await Promise.all([white, black].map(({ context }) => context.close()));
});

test('the lobby fits in every language', async () => {
  const [ada, grace] = await Promise.all([Player.open(browser, SMALL_PHONE), Player.open(browser, DESKTOP)]);
  await grace.page.goto(server.url);
  await grace.press('Find an opponent');
  await grace.press('Play now');
  for (const language of LANGUAGES) {
    await ada.page.goto(`${server.url}/?lang=${language}`);
    await ada.page.locator('.find .button').click();
    await ada.page.locator('[data-seek]').waitFor();
    assert.deepEqual(await tooWide(ada), [], language);
    await dialogFits(ada, language);
    await ada.screenshot(`narrow-lobby-${language}`);
  }
  assert.deepEqual([ada.errors, grace.errors], [[], []]);
  await Promise.all([ada, grace].map(({ context }) => context.close()));
});

test('tournaments fit in every language, for the director as well', async () => {
  const director = await Player.open(browser, SMALL_PHONE);
  const { page } = director;
  await page.goto(server.url);
  const game = { mode: 'blind', highlightingEnabled: true };
  const wish = { name: 'The Thursday evening club championship of the town', format: { type: 'swiss', rounds: 3 }, game, isAutomatic: false, noShowSeconds: 600 };
  const { tournamentId, directorToken } = await post(director, '/api/tournaments', wish);
  const names = ['Maximiliana Wolfeschl', 'Alexandria Montgomery', 'Bartholomew Quincyson'].map((name) => name.slice(0, 20));
  const entered = [];
  for (const name of names) entered.push(await post(director, `/api/tournaments/${tournamentId}/players`, { name }));
  await post(director, `/api/tournaments/${tournamentId}/acts`, { act: 'begin' }, directorToken);
  await post(director, `/api/tournaments/${tournamentId}/acts`, { act: 'correct', round: 1, board: 1, outcome: 'draw' }, directorToken);
  const [{ player, token }] = entered;
  const membership = JSON.stringify({ director: directorToken, player: { number: player, token } });
  await page.evaluate(([key, value]) => localStorage.setItem(String(key), String(value)), [`tabula:tournament:${tournamentId}`, membership]);
  for (const language of LANGUAGES) {
    await page.goto(`${server.url}/tournaments?lang=${language}`);
    await page.locator('form .primary').waitFor();
    assert.deepEqual(await tooWide(director), [], `the form: ${language}`);
    await page.goto(`${server.url}/t/${tournamentId}`);
    await page.locator('.scroll table').waitFor();
    assert.deepEqual(await tooWide(director), [], language);
    await director.checkAccessibility(`a tournament that runs, ${language}`);
    await director.screenshot(`narrow-tournament-${language}`);
  }
  assert.deepEqual(director.errors, []);
  await director.context.close();
});

test('a room fits in every language: its dialog, while it waits, before it is joined, and in play', async () => {
  const [ada, grace] = await Promise.all([Player.open(browser, SMALL_PHONE), Player.open(browser, SMALL_PHONE)]);
  for (const language of LANGUAGES) {
    await ada.page.goto(`${server.url}/?lang=${language}`);
    await ada.page.locator('section > button.button + a[href="/tournaments"]').waitFor();
    await ada.page.locator('section:has(> a[href="/tournaments"]) > button.button').click();
    await ada.page.locator('dialog[open] .primary').waitFor();
    await dialogFits(ada, language);
    await ada.screenshot(`narrow-room-dialog-${language}`);
    await ada.page.locator('dialog[open] .primary').click();
    await ada.page.locator('[data-code]').waitFor();
    assert.deepEqual(await tooWide(ada), [], `a room that waits: ${language}`);
    await ada.screenshot(`narrow-room-waiting-${language}`);
    await grace.page.goto(`${ada.page.url()}?lang=${language}`);
    await grace.page.locator('main.gone .primary').waitFor();
    assert.deepEqual(await tooWide(grace), [], `before a room is joined: ${language}`);
    await grace.page.locator('main.gone .primary').click();
    await ada.waitForTurn('yours');
    assert.deepEqual(await tooWide(ada), [], `a room in play: ${language}`);
    await ada.checkLayout(`a room in play: ${language}`);
    await ada.screenshot(`narrow-room-play-${language}`);
  }
  assert.deepEqual([ada.errors, grace.errors], [[], []]);
  await Promise.all([ada, grace].map(({ context }) => context.close()));
});

test('a watched game with hands and its review fit in every language', async () => {
  const [white, black, third] = await Promise.all([SMALL_PHONE, DESKTOP, SMALL_PHONE].map((screen) => Player.open(browser, screen)));
  assert.ok(white && black && third);
  const link = await startGame(server, white, black, { mode: 'Open', ruleset: 'crazyhouse' });
  await Promise.all([white, black].map(rulesOf));
  await playLine({ white, black }, 'e2e4', 'd7d5', 'e4d5', 'd8d5', 'b1c3');
  const watch = await white.watchLink();
  for (const language of LANGUAGES) {
    await third.page.goto(`${watch}?lang=${language}`);
    await third.page.locator('[data-hand] [data-drop]').first().waitFor();
    assert.deepEqual(await tooWide(third), [], `a watched game: ${language}`);
    // On so short a screen the log stands below its edge: a page that is watched scrolls.
    await third.screenshot(`narrow-watched-${language}`);
  }
  await black.press('Resign');
  await black.page.getByRole('dialog').getByRole('button', { name: 'Resign' }).click();
  await white.page.getByRole('button', { name: 'Rematch' }).waitFor();
  /** @type {{ of: Player, address: string, viewer: string }[]} */
  const viewers = [{ of: white, address: link, viewer: 'player' }, { of: third, address: watch, viewer: 'spectator' }];
  for (const language of LANGUAGES) {
    for (const { of, address, viewer } of viewers) {
      await of.page.goto(`${address}?lang=${language}`);
      await of.page.locator('.review .result').waitFor();
      await of.page.locator('[data-hand] [data-drop]').first().waitFor({ state: 'attached' });
      assert.deepEqual(await tooWide(of), [], `the review of a ${viewer}: ${language}`);
      await of.screenshot(`narrow-review-${viewer}-${language}`);
    }
  }
  assert.deepEqual([white.errors, black.errors, third.errors], [[], [], []]);
  await Promise.all([white, black, third].map(({ context }) => context.close()));
});

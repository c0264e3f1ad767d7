// House rules: chosen by the creator, shown to both, and decisive for moves and the game end.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DESKTOP, engineReady, PHONE, Player, startStage } from './fixtures.mjs';

const { server, browser } = await startStage();

test('a game with two house rules, by thumb and mouse, to the goal of one of them', async () => {
  const white = await Player.open(browser, PHONE);
  const black = await Player.open(browser, DESKTOP);
  const { page } = white;
  await page.goto(server.url);
  await page.getByText('Open', { exact: true }).click();
  await page.getByText('White', { exact: true }).click();
  const rule = (/** @type {string} */ name) => page.getByRole('checkbox', { name: new RegExp(`^${name}`) });
  // The section is closed at first.
  assert.equal(await rule('Torpedo pawns').isVisible(), false);
  await page.getByText('House rules', { exact: true }).first().click();
  await white.checkAccessibility('landing with house rules');

  // Each rule has one line and pictures from its data, which screen readers skip.
  const drawn = page.locator('label', { has: rule('Torpedo pawns') }).locator('[data-sketch=moves]');
  await drawn.waitFor({ state: 'attached' });
  assert.equal(await drawn.count(), 1);
  assert.equal(await drawn.getAttribute('aria-hidden'), 'true');
  for (const label of await page.locator('fieldset label', { has: page.getByRole('checkbox') }).all()) {
    await label.locator('[data-sketch]').first().waitFor({ state: 'attached' });
  }
  await white.screenshot('house-rules-phone');
  const names = await page.locator('fieldset label .name').allInnerTexts();
  assert.deepEqual(names, [...names].sort((a, b) => a.localeCompare(b, 'en')), 'in the order of their names');
  // However long the list, the button is visible, and does not hide the keyboard focus.
  const go = page.getByRole('button', { name: 'Create game' });
  await page.evaluate(() => scrollTo(0, 0));
  const top = (await go.boundingBox())?.y ?? Infinity;
  assert.ok(top + 44 <= 844, `at ${top}`);
  await rule('Torpedo pawns').focus();
  const focused = await rule('Torpedo pawns').boundingBox();
  assert.ok(focused && focused.y + focused.height <= ((await go.boundingBox())?.y ?? 0), 'the focus is behind the button');

  // A rule excluded by a choice is disabled with the reason until the choice is removed. By keyboard.
  await rule('Berolina pawns').focus();
  await page.keyboard.press('Space');
  assert.equal(await rule('Torpedo pawns').isDisabled(), true);
  await page.getByText('Cannot be combined with Berolina pawns.').first().waitFor();
  await page.keyboard.press('Space');
  await rule('Torpedo pawns').check();
  assert.equal(await rule('Berolina pawns').isDisabled(), true);
  // A rule that requires another can be chosen only with it, and is removed with it.
  assert.equal(await rule('Healing king').isDisabled(), true);
  await page.getByText('Needs Two lives.').first().waitFor();
  await rule('Two lives').check();
  await rule('Healing king').check();
  await rule('Two lives').uncheck();
  assert.equal(await rule('Healing king').isChecked(), false);
  await rule('First capture wins').check();
  await page.getByText('2 chosen').waitFor();
  await white.press('Create game');

  await page.getByText('House rules: First capture wins, Torpedo pawns.').waitFor();
  await black.join(await page.getByLabel('Link to the game').inputValue());
  await black.page.getByRole('grid').waitFor();
  await black.page.getByText('House rules: First capture wins, Torpedo pawns.').first().waitFor();

  // The rules are explained during the game.
  await black.press('More');
  await black.page.getByRole('list', { name: 'House rules' }).getByText(/first player to capture/).waitFor();
  await black.page.getByRole('dialog').locator('[data-sketch=goal]').waitFor({ state: 'attached' });
  await black.checkAccessibility('house rules of the game');
  await black.screenshot('house-rules-desktop');
  await black.press('Close');

  // A pawn that has moved makes a double step: both players see the mark and do it.
  await engineReady(white, 'e2', 'e4');
  await white.move('e2', 'e4');
  await black.waitForTurn('yours');
  await black.move('d7', 'd6');
  await white.waitForTurn('yours');
  await engineReady(white, 'e4', 'e6');
  await white.move('e4', 'e6');
  await black.waitForTurn('yours');
  await engineReady(black, 'd6', 'd4');
  await black.move('d6', 'd4');
  await white.waitForTurn('yours');
  await black.waitForLabel('e6', /white pawn/);
  await white.waitForLabel('d4', /black pawn/);
  // Both armies are visible, so the log shows the squares of the moves.
  await page.getByRole('log').getByText('Black has moved d6 to d4.').waitFor();
  await black.page.getByRole('log').getByText('White has moved e4 to e6.').waitFor();

  await white.move('e6', 'f7');
  await page.locator('.result', { hasText: 'You won by capturing.' }).waitFor();
  await black.page.locator('.result', { hasText: 'You lost: your opponent made enough captures.' }).waitFor();
  assert.deepEqual([...white.errors, ...black.errors], []);
  await white.context.close();
  await black.context.close();
});

test('another game offers the house rules whose needs it meets', async () => {
  const white = await Player.open(browser, PHONE);
  const black = await Player.open(browser, DESKTOP);
  const { page } = white;
  await page.goto(server.url);
  await page.getByText('Open', { exact: true }).click();
  await page.getByText('White', { exact: true }).click();
  const rule = (/** @type {string} */ name) => page.getByRole('checkbox', { name: new RegExp(`^${name}`) });
  /** @param {string} text @param {string} name */
  const choose = async (text, name) => {
    await page.getByRole('button', { name: /More games/ }).click();
    await page.getByRole('searchbox', { name: 'Search games' }).fill(text);
    await page.getByRole('button', { name: new RegExp(`^${name}`) }).last().click();
    await white.press(`Choose ${name}`);
  };
  await page.getByText('House rules', { exact: true }).first().click();
  await rule('King of the hill').check();
  await choose('crazyh', 'Crazyhouse');
  // What does not go with the game is gone, and no longer chosen.
  await rule('King of the hill').waitFor({ state: 'detached' });
  await rule('Three checks').check();
  await page.getByText('1 chosen').waitFor();
  await white.screenshot('house-rules-of-crazyhouse');
  await choose('shog', 'Shogi');
  await page.getByText('House rules', { exact: true }).first().waitFor({ state: 'detached' });
  await choose('crazyh', 'Crazyhouse');
  await page.getByText('House rules', { exact: true }).first().click();
  await rule('Three checks').check();
  await white.press('Create game');
  await black.join(await page.getByLabel('Link to the game').inputValue());
  await black.page.getByText('House rules: Three checks.').first().waitFor();
  await engineReady(white, 'e2', 'e4');
  const line = ['e2e4', 'd7d5', 'f1b5', 'b8c6', 'b5c6', 'b7c6', 'd1h5', 'd5e4', 'h5f7'];
  for (const [ply, move] of line.entries()) {
    const mover = ply % 2 === 0 ? white : black;
    await mover.waitForTurn('yours');
    await mover.move(move.slice(0, 2), move.slice(2));
  }
  // The third check wins, although the queen could be taken.
  await page.locator('.result', { hasText: 'You won' }).waitFor();
  await black.page.locator('.result', { hasText: 'You lost' }).waitFor();
  assert.deepEqual([...white.errors, ...black.errors], []);
  await white.context.close();
  await black.context.close();
});

test('house rules that the server does not know are refused with the reason, in the language of the page', async () => {
  const player = await Player.open(browser, PHONE);
  const { page } = player;
  let overlays = ['submarine'];
  await page.route('**/api/games', async (route) => {
    const body = /** @type {object} */ (route.request().postDataJSON());
    await route.continue({ postData: JSON.stringify({ ...body, overlays }) });
  });
  await page.goto(server.url);
  await player.press('Create game');
  await page.getByRole('alert').getByText('The server does not know one of these house rules. Reload the page and choose again.', { exact: true }).waitFor();
  await page.goto(`${server.url}/?lang=de`);
  // Those that clash are named.
  overlays = ['torpedo', 'berolina-pawns'];
  await player.press('Partie anlegen');
  const clash = 'Hausregeln, die nicht zusammenpassen oder nicht zu diesem Spiel: Berolina-Bauern, Torpedobauern. Wähle andere.';
  await page.getByRole('alert').getByText(clash, { exact: true }).waitFor();
  overlays = ['submarine'];
  await player.press('Partie anlegen');
  await page.getByRole('alert').getByText('Der Server kennt eine dieser Hausregeln nicht. Lade die Seite neu und wähle noch einmal.', { exact: true }).waitFor();
  await player.checkAccessibility('a refused game');
  // The machine is refused at its own place. A reason that the page does not know is told in the server's words.
  await player.press('Gegen die Maschine');
  await page.getByRole('alert').getByText('Der Server kennt eine dieser Hausregeln nicht. Lade die Seite neu und wähle noch einmal.', { exact: true }).nth(1).waitFor();
  await page.route('**/api/games', (route) => route.fulfill({ status: 400, json: { code: 'malformed', message: 'the moon is full', reason: 'full_moon' } }));
  await player.press('Partie anlegen');
  await page.getByRole('alert').getByText('Diese Partie kann nicht angelegt werden: the moon is full.', { exact: true }).waitFor();
  await player.context.close();
});

test('the board shows points, poison and goals, and labels them', async () => {
  const white = await Player.open(browser, PHONE);
  const black = await Player.open(browser, DESKTOP);
  await white.page.goto(server.url);
  await white.page.getByText('White', { exact: true }).click();
  await white.page.getByText('House rules', { exact: true }).first().click();
  for (const name of ['Two lives', 'Poisoned squares', 'King of the hill']) {
    await white.page.getByRole('checkbox', { name: new RegExp(`^${name}`) }).check();
  }
  await white.press('Create game');
  await black.join(await white.page.getByLabel('Link to the game').inputValue());
  await black.page.getByRole('grid').waitFor();
  await black.waitForLabel('e4', /unseen, poisoned square, goal square/);
  await black.page.locator('[data-ground=poison]').nth(3).waitFor({ state: 'attached' });
  await black.page.locator('[data-ground=arrival]').nth(3).waitFor({ state: 'attached' });
  assert.equal(await black.page.locator('[data-ground=poison]').count(), 4);
  assert.equal(await black.page.locator('[data-ground=arrival]').count(), 4);

  await white.waitForTurn('yours');
  await white.move('b1', 'c3');
  await black.waitForTurn('yours');
  await black.move('b7', 'b5');
  await white.waitForTurn('yours');
  await white.move('c3', 'b5');
  // The owner knows which piece was hit, but not from where.
  await black.waitForLabel('b5', /black pawn, 1 point, lost a point/);
  assert.equal(await black.page.locator('[data-mark=weaker]').count(), 1);
  const log = black.page.getByRole('log');
  await log.getByText('Your pawn on b5 was hit.').waitFor();
  assert.ok((await log.innerText()).includes('White has moved.') && !(await log.innerText()).includes('c3'));
  await black.checkAccessibility('a hit, poison and goals');
  await black.screenshot('hit-desktop');
  await white.screenshot('ground-phone');
  assert.deepEqual([...white.errors, ...black.errors], []);
  await white.context.close();
  await black.context.close();
});

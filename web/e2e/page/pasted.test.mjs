// A game that is pasted into the rule lab: by its field, or beside all fields; and texts that hold none, which change nothing.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DESKTOP, PHONE, Player, startStage } from '../fixtures.mjs';

const { server, browser } = await startStage();

const GAME = `ruleset.json:
\`\`\`json
{
  "id": "centaurs",
  "name": "Centaurs",
  "styles": { "G": "Game" },
  "sides": { "first": "white", "second": "black" },
  "pieces": {
    "G:K": { "name": "king", "san": "K" },
    "G:N": { "name": "knight", "san": "N" }
  },
  "initial": "1nk^n1/5/5/5/1NK^N1 / G/g",
  "constraints": ["royal-safety"],
  "endings": [{ "status": "checkmate", "result": "loss" }, { "status": "stalemate", "result": "draw" }]
}
\`\`\`
K^: K
N:  NK
`;

/** Opens the lab and waits for the board. @param {import('playwright-core').BrowserContextOptions} screen */
async function open(screen) {
  const player = await Player.open(browser, screen);
  await player.page.goto(`${server.url}/lab`);
  await checked(player);
  return player;
}

const checked = (/** @type {Player} */ { page }) => page.locator('[data-progress="done"]').getByText('No faults.').first().waitFor({ state: 'attached' });
const editorOf = (/** @type {Player} */ { page }) => page.getByRole('textbox', { name: /^Text of the file/ });
const dialogOf = (/** @type {Player} */ { page }) => page.getByRole('dialog', { name: 'Paste a game' });

/** Pastes a text where the focus is. @param {Player} player @param {string} text */
const paste = ({ page }, text) =>
  page.evaluate((pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', pasted);
    (document.activeElement ?? document.body).dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, text);

test('a game is pasted into the field, by keys alone, and faults have their line', async () => {
  for (const size of [PHONE, DESKTOP]) {
    const player = await open(size);
    const { page } = player;
    const name = size === PHONE ? 'phone' : 'desktop';
    const before = await editorOf(player).inputValue();
    await player.press('Open');
    await player.screenshot(`pasted-ways-${name}`);
    await page.getByRole('button', { name: 'Paste a game' }).focus();
    await page.keyboard.press('Enter');
    const dialog = dialogOf(player);
    const field = dialog.getByRole('textbox', { name: 'Text of the game, or a link' });
    await field.waitFor();
    await page.waitForFunction(() => document.activeElement?.tagName === 'TEXTAREA');
    assert.equal(await dialog.getByRole('button', { name: 'Open' }).isDisabled(), true);
    await player.screenshot(`pasted-empty-${name}`);
    await field.fill(`\n\nMy game:\n${GAME}`);
    // One key leads from the field past Close to Open.
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await dialog.getByRole('alert').getByText('Line 3: This belongs to no file. Write the file’s name above it.').waitFor();
    assert.equal(await field.getAttribute('aria-invalid'), 'true');
    const marked = await field.evaluate((area) => {
      const { value, selectionStart, selectionEnd, scrollTop } = /** @type {HTMLTextAreaElement} */ (area);
      return [value.slice(selectionStart, selectionEnd), scrollTop];
    });
    assert.deepEqual(marked, ['My game:', 0], 'the line is marked and in sight');
    await player.screenshot(`pasted-fault-${name}`);
    await player.checkAccessibility('a pasted text with a fault');
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth > Math.min(innerWidth, screen.width)), false);
    for (const [text, fault] of [
      ['Hello', 'No game is found here: it needs a ruleset.json that names its pieces.'],
      [GAME.replace('json\n{', 'json\n{{'), 'Line 3: The } that ends this { is missing.'],
      [`${GAME}patterns/centaurs.moves:\nK: K`, 'Line 19: patterns/centaurs.moves is here twice.'],
      [`${GAME}# ../up.json\n{}`, 'Line 19: Use letters, digits and - . _ with / between folders.'],
      ['{ "ruleset.json": "{ \\"pieces\\": {} }",\n"a.json": 1 }', 'Line 2: This is not valid JSON.'],
      ['https://tabula.example/lab#v1.nonsense', 'This link is damaged: part of it may be missing. Ask for it again.'],
      ['https://tabula.example/lab?game=chess', 'Only tabula.example has this game. Open the link there.'],
      [`${GAME}${' '.repeat(2 ** 21)}`, 'This is too large for a game.'],
    ]) {
      await field.fill(text ?? '');
      assert.equal(await dialog.getByRole('alert').count(), 0);
      await dialog.getByRole('button', { name: 'Open' }).click();
      await dialog.getByRole('alert').getByText(fault ?? '', { exact: true }).waitFor();
    }
    await dialog.getByRole('button', { name: 'Close' }).click();
    await dialog.waitFor({ state: 'hidden' });
    assert.equal(await editorOf(player).inputValue(), before, 'what is no game changes nothing');
    await player.press('Open');
    await player.press('Paste a game');
    await field.fill(GAME);
    await dialog.getByRole('button', { name: 'Open' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await page.getByText('Centaurs', { exact: true }).waitFor();
    await checked(player);
    assert.equal(await editorOf(player).inputValue(), 'K^: K\nN:  NK\n');
    assert.equal(await page.getByLabel('File', { exact: true }).inputValue(), 'patterns/centaurs.moves');
    assert.equal(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('lab:')).length), 0, 'it is kept from its first change on');
    assert.deepEqual(player.errors, []);
    await player.context.close();
  }
});

test('a game of this server is pasted as its link, and a game in a link as well', async () => {
  const player = await open(DESKTOP);
  const { page } = player;
  /** @type {string[]} */
  const asked = [];
  page.on('request', (request) => asked.push(request.url()));
  await player.press('Open');
  await player.press('Paste a game');
  await dialogOf(player).getByRole('textbox').fill(`${server.url}/lab?game=no-such-game`);
  await dialogOf(player).getByRole('button', { name: 'Open' }).click();
  await dialogOf(player).getByRole('alert').getByText('This game could not be loaded.', { exact: false }).waitFor();
  await dialogOf(player).getByRole('textbox').fill(`See ${server.url}/lab?game=gardner`);
  await dialogOf(player).getByRole('button', { name: 'Open' }).click();
  await page.locator('.name').getByText('Minichess').or(page.locator('.name').getByText('Gardner')).first().waitFor();
  await checked(player);
  await player.press('Share');
  const link = await page.getByRole('textbox', { name: 'Link to this game' }).inputValue();
  await player.press('Close');
  await player.press('Open');
  await player.press('New game on a small board');
  await checked(player);
  await paste(player, link.replace(server.url, 'https://tabula.example'));
  await dialogOf(player).getByRole('button', { name: 'Open' }).click();
  await page.locator('.name').getByText('Minichess').or(page.locator('.name').getByText('Gardner')).first().waitFor();
  assert.deepEqual(asked.filter((url) => !url.startsWith(server.url) && !url.startsWith('blob:')), [], 'nothing is fetched elsewhere');
  assert.deepEqual(player.errors.filter((error) => !error.includes('404')), []);
  await player.context.close();
});

test('a game that is pasted beside all fields is offered, and replaces nothing by itself', async () => {
  const player = await open(DESKTOP);
  const { page } = player;
  const before = await editorOf(player).inputValue();
  const dialog = dialogOf(player);
  await paste(player, 'Hello { "name": "npm" }');
  await editorOf(player).focus();
  await paste(player, GAME);
  // Also while the ways to begin are shown.
  await player.press('Open');
  await paste(player, GAME);
  await dialog.waitFor();
  assert.equal(await page.getByRole('dialog').count(), 1);
  assert.equal(await dialog.getByRole('textbox').inputValue(), GAME);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  assert.equal(await editorOf(player).inputValue(), before);
  // In another dialog nothing is offered.
  await player.press('Help');
  await page.getByRole('dialog', { name: 'Patterns in brief' }).waitFor();
  await paste(player, GAME.replace('Centaurs', 'Others'));
  assert.equal(await page.getByRole('dialog').count(), 1);
  await player.press('Close');
  await page.getByRole('heading', { name: 'Rule lab' }).click();
  await paste(player, GAME);
  assert.equal(await dialog.getByRole('textbox').inputValue(), GAME);
  await player.screenshot('pasted-offered-desktop');
  await dialog.getByRole('button', { name: 'Open' }).click();
  await page.getByText('Centaurs', { exact: true }).waitFor();
  await checked(player);
  assert.deepEqual(player.errors, []);
  await player.context.close();
});

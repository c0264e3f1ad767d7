// The rule lab: a game is written, its faults are shown at their places, and it is played, kept, counted and shared.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { unzipSync } from 'fflate';
import { DESKTOP, PHONE, Player, startStage, TABLET } from '../fixtures.mjs';
import { inTime } from '../wait.mjs';

const { server, browser } = await startStage();
const PICTURES = process.env['TABULA_SCREENSHOTS'];

/** Opens the lab and waits for the board. @param {import('playwright-core').BrowserContextOptions} screen */
async function open(screen, address = '/lab') {
  const player = await Player.open(browser, screen);
  await player.page.goto(`${server.url}${address}`);
  await checked(player, 'No faults.');
  return player;
}

/** Waits until the check is done and says so. @param {Player} player @param {string} summary */
async function checked(player, summary) {
  await player.page.locator('[data-progress="done"]').getByText(summary).first().waitFor({ state: 'attached' });
}

const editorOf = (/** @type {Player} */ { page }) => page.getByRole('textbox', { name: /^Text of the file/ });

/** Changes the text in the editor. @param {Player} player @param {(text: string) => string} change */
async function edit(player, change) {
  const before = await editorOf(player).inputValue();
  const after = change(before);
  assert.notEqual(after, before);
  await editorOf(player).fill(after);
}

/** @param {Player} player @param {string} name */
async function picture(player, name) {
  if (PICTURES) await player.page.screenshot({ path: path.join('test-results', `lab-${name}.png`) });
}

test('a fault is shown with its line and column, and the last good board stays until it is mended', async () => {
  const player = await open(DESKTOP);
  const { page } = player;
  await page.getByText('White to move').waitFor();
  const { length } = (await editorOf(player).inputValue()).split('\nN:  N')[0]?.split('\n') ?? [];
  await edit(player, (text) => text.replace('N:  N', 'N:  X'));
  await checked(player, '1 error.');
  const fault = page.getByRole('listitem').filter({ hasText: `patterns/pieces.moves, line ${length + 1}, column 5` });
  for (const part of ['Error', 'Found', 'X', 'Expected']) await fault.getByText(part, { exact: true }).first().waitFor();
  assert.equal(await page.locator('.scroller mark.error').textContent(), 'X');
  await page.getByText('This board still follows the last rules without any.').waitFor();
  assert.equal(await editorOf(player).getAttribute('aria-invalid'), 'true');
  // Every fault at once, also those of other lines.
  await edit(player, (text) => text.replace('R:  R', 'R:  RY'));
  await checked(player, '2 errors.');
  await player.checkAccessibility('the rule lab with faults');
  await picture(player, 'faults-desktop');
  await fault.getByRole('button').click();
  const at = await editorOf(player).evaluate((area) => [/** @type {HTMLTextAreaElement} */ (area).selectionStart, /** @type {HTMLTextAreaElement} */ (area).value]);
  assert.equal(String(at[1])[Number(at[0])], 'X');
  await edit(player, (text) => text.replace('N:  X', 'N:  N').replace('RY', 'R'));
  await checked(player, 'No faults.');
  assert.equal(await page.locator('.scroller mark').count(), 0);
  // A drawing of the author's own is checked like the rest, and is then the picture of the piece, of both sides.
  await page.getByLabel('File', { exact: true }).selectOption('ruleset.json');
  await edit(player, (text) => text.replace('"constraints":', '"drawings": { "G:N": [{ "d": "M20 80 50 20 80q" }] },\n  "constraints":'));
  await checked(player, '2 errors.');
  for (const column of [33, 48]) await page.getByRole('listitem').filter({ hasText: `ruleset.json, line 13, column ${column}` }).waitFor();
  await edit(player, (text) => text.replace('20 80q', '20 80 80z'));
  await checked(player, 'No faults.');
  const drawn = page.locator('svg.board path[d="M20 80 50 20 80 80z"]');
  await drawn.first().waitFor({ state: 'attached' });
  assert.equal(await drawn.count(), 4);
  assert.deepEqual(player.errors, []);
});

test('a piece shows its ways, both sides are played by the changed rules, and moves are counted', async () => {
  const player = await open(TABLET);
  const { page } = player;
  const cell = (/** @type {string} */ name) => page.getByRole('gridcell', { name: new RegExp(`^${name}\\b`) });
  await cell('b1').click();
  await page.getByText('alone on the board, goes to', { exact: false }).waitFor({ state: 'attached' });
  assert.equal(await page.locator('.arrow').count(), 3);
  await picture(player, 'ways-tablet');
  await cell('a3').click();
  await page.getByText('White: Na3.').waitFor();
  await cell('b4').click();
  await cell('b3').click();
  await page.getByText('White to move').waitFor();
  // A piece that captures shows no ways: those that were asked for belonged to the captured one.
  await cell('a2').click();
  await page.getByText('white pawn on a2, alone', { exact: false }).waitFor({ state: 'attached' });
  await cell('b3').click();
  await page.getByText('White: axb3.').waitFor();
  assert.deepEqual([await page.locator('.arrow').count(), await page.getByText('alone on the board').count()], [0, 0]);
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('White to move').waitFor();
  // The game goes on under changed rules: the knight leaps farther as well.
  await edit(player, (text) => text.replace('N:  N', 'N:  NC'));
  await checked(player, 'No faults.');
  await page.getByText('Black: b3.').waitFor();
  // Under rules by which it could not begin, it begins anew.
  await edit(player, (text) => text.replace('N:  NC', 'N:  C'));
  await page.locator('.last').filter({ hasNotText: 'Black' }).waitFor();
  await page.getByRole('button', { name: 'Depth 2' }).click();
  await page.locator('.total').getByText(/^\d+ lines$/).waitFor();
  await page.getByRole('button', { name: 'New game' }).click();
  await page.getByText('White to move').waitFor();
  await page.getByRole('button', { name: 'Depth 3' }).click();
  await page.locator('.total').getByText(/^[\d,]+ lines$/).waitFor();
  await player.checkAccessibility('the rule lab after a count');
  assert.deepEqual(player.errors, []);
});

test('a game is kept, and a link or a zip file opens the same', async () => {
  const player = await open(PHONE);
  const { page } = player;
  await picture(player, 'rules-phone');
  await edit(player, (text) => text.replace('N:  N', 'N:  NA'));
  await checked(player, 'No faults.');
  const text = await editorOf(player).inputValue();
  await page.getByRole('button', { name: 'Board' }).click();
  await page.getByText('White to move').waitFor();
  await picture(player, 'board-phone');
  await player.checkAccessibility('the rule lab on a phone');
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth > Math.min(innerWidth, screen.width)), false);
  await page.reload();
  await checked(player, 'No faults.');
  assert.equal(await editorOf(player).inputValue(), text);
  await player.press('Share');
  const link = await page.getByRole('textbox', { name: 'Link to this game' }).inputValue();
  const [download] = await Promise.all([page.waitForEvent('download'), player.press('Download as a zip file')]);
  const file = await download.path();
  const zip = unzipSync(readFileSync(file));
  assert.deepEqual(Object.keys(zip).sort(), ['my-game/patterns/pieces.moves', 'my-game/ruleset.json']);
  assert.equal(new TextDecoder().decode(zip['my-game/patterns/pieces.moves']), text);
  const other = await open(DESKTOP, link.slice(server.url.length));
  assert.equal(await editorOf(other).inputValue(), text);
  assert.equal(new URL(other.page.url()).hash, '');
  const third = await open(DESKTOP);
  await third.press('Open');
  await third.page.locator('input[type=file]').setInputFiles(file);
  await third.page.waitForFunction((wanted) => document.querySelector('textarea')?.value === wanted, text);
  await checked(third, 'No faults.');
  assert.deepEqual([...player.errors, ...other.errors, ...third.errors], []);
});

test('a deleted file is put back', async () => {
  const player = await open(PHONE);
  const { page } = player;
  const text = await editorOf(player).inputValue();
  await player.press('Delete file');
  await page.getByRole('status').filter({ hasText: 'patterns/pieces.moves is deleted.' }).waitFor();
  await page.locator('[data-progress="done"]').waitFor();
  await player.checkAccessibility('the rule lab after a deletion');
  await player.press('Undo deletion');
  await checked(player, 'No faults.');
  assert.equal(await editorOf(player).inputValue(), text);
  assert.equal(await page.getByText('is deleted').count(), 0);
  await page.locator('[aria-label="File"]:focus').waitFor();
  assert.deepEqual(player.errors, []);
});

test('kept games of one name are told apart by their boards and pieces', async () => {
  const player = await open(DESKTOP);
  const { page } = player;
  await page.getByLabel('File', { exact: true }).selectOption('ruleset.json');
  await edit(player, (text) => text.replace('"name": "knight"', '"name": "horse"'));
  await checked(player, 'No faults.');
  await player.press('Open');
  await player.press('New game on a small board');
  await checked(player, 'No faults.');
  await page.getByLabel('File', { exact: true }).selectOption('ruleset.json');
  await edit(player, (text) => text.replace('"name": "knight"', '"name": "camel"'));
  await checked(player, 'No faults.');
  await player.press('Open');
  const kept = page.getByRole('dialog').getByRole('button', { name: /^My game/ });
  await kept.nth(1).waitFor();
  assert.equal(await kept.count(), 2);
  assert.match((await kept.first().textContent()) ?? '', /5 × 5 · king, rook, camel, pawn/);
  assert.match((await kept.last().textContent()) ?? '', /5 × 5 · king, rook, horse, pawn/);
  await player.checkAccessibility('kept games of one name');
  await picture(player, 'kept-desktop');
  assert.deepEqual(player.errors, []);
});

test('a damaged link gets a sentence, and a game of the server is a beginning', async () => {
  const player = await open(DESKTOP, '/lab#v1.nonsense');
  const { page } = player;
  await page.getByRole('alert').getByText('This link is damaged', { exact: false }).waitFor();
  await player.press('Open');
  await player.press('Start from a game on this server…');
  await page.getByRole('searchbox').fill('chess');
  await page.locator('.game').filter({ hasText: /^Chess\b/ }).first().click();
  await page.getByRole('dialog').locator('.primary').click();
  await page.waitForFunction(() => [...document.querySelectorAll('option')].some(({ textContent }) => textContent === 'patterns/castling.moves'));
  await checked(player, 'No faults.');
  await page.getByRole('gridcell').nth(63).waitFor();
  assert.equal(await page.getByRole('gridcell').count(), 64);
  await picture(player, 'chess-desktop');
  assert.deepEqual(player.errors, []);
});

test('a count is given up, and the lab goes on', async () => {
  const player = await open(DESKTOP);
  const { page } = player;
  await page.getByRole('combobox', { name: 'File' }).selectOption('ruleset.json');
  assert.equal(await page.getByRole('button', { name: 'Delete file' }).isDisabled(), true, 'without it there is no game to keep');
  const wide = `${'R'.repeat(4)}K^${'R'.repeat(5)}`;
  await edit(player, (text) => text.replace(/"initial": "[^"]*"/, `"initial": "${wide.toLowerCase()}/10/10/10/10/10/10/10/10/${wide} / G/g"`));
  await page.locator('[data-progress="done"]').waitFor();
  // It is given up as soon as it has begun: to a slow machine it may be over before anybody has looked.
  const stopped = page.evaluate(
    () =>
      new Promise((resolve) => {
        const observer = new MutationObserver(() => {
          const stop = [...document.querySelectorAll('button')].find(({ textContent }) => textContent?.trim() === 'Stop counting');
          if (!stop) return;
          observer.disconnect();
          stop.click();
          resolve(undefined);
        });
        observer.observe(document.body, { subtree: true, childList: true, characterData: true });
      }),
  );
  await page.getByRole('button', { name: 'Depth 3' }).click();
  await inTime(stopped, 'the button that gives the count up');
  await page.getByRole('button', { name: 'Depth 1' }).click();
  await page.locator('.total').getByText(/^\d+ lines$/).waitFor();
  assert.deepEqual(player.errors, []);
});

test('the guide to patterns has headings, tables and code, and room on a wide screen', async () => {
  for (const screen of [DESKTOP, PHONE]) {
    const player = await open(screen);
    const { page } = player;
    await player.press('Help');
    await player.press('The full guide to patterns');
    const dialog = page.getByRole('dialog', { name: 'The full guide to patterns' });
    await dialog.getByRole('heading', { name: 'Movement patterns' }).waitFor();
    await dialog.locator('pre').filter({ hasText: 'K^ +K^: K' }).first().waitFor();
    await dialog.getByRole('cell', { name: 'only to an empty square' }).waitFor();
    assert.doesNotMatch((await dialog.locator('p').allTextContents()).join('\n'), /`|\*\*|\]\(/);
    const { width = 0 } = (await dialog.boundingBox()) ?? {};
    assert.ok(screen === PHONE || width > 800, `the dialog is ${width} wide`);
    // A link leads to its heading, and the address stays.
    await dialog.getByRole('link', { name: 'effects' }).first().click();
    assert.equal(await page.evaluate(() => document.activeElement?.textContent), 'Effects');
    assert.equal(new URL(page.url()).hash, '');
    await picture(player, `guide-${screen === PHONE ? 'phone' : 'desktop'}`);
    await player.checkAccessibility('the guide to patterns');
    assert.deepEqual(player.errors, []);
    await player.context.close();
  }
});

// The smallest and the largest boards on a phone: they fit, their squares are pressed and dragged over, and small squares are enlarged under the finger.
import assert from 'node:assert/strict';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { DESKTOP, PHONE, Player, startGame, startStage } from './fixtures.mjs';
import { rulesOf } from './ruleset-player.mjs';
import { root } from './server.mjs';

// A server with one more game, on a board of 16 by 16.
const rules = mkdtempSync(path.join(tmpdir(), 'tabula-boards-'));
cpSync(path.join(root, 'rules'), rules, { recursive: true });
mkdirSync(path.join(rules, 'field/patterns'), { recursive: true });
writeFileSync(path.join(rules, 'field/patterns/all.moves'), '# Rooks and kings.\n\nR: R\nK^: K\n');
writeFileSync(path.join(rules, 'field/ruleset.json'), JSON.stringify({
  id: 'field', name: 'Field', about: 'Rooks and kings on the largest board.', family: 'tests', styles: { F: 'Field' },
  sides: { first: 'white', second: 'black' }, pieces: { 'F:K': { name: 'king', san: 'K' }, 'F:R': { name: 'rook', san: 'R' } },
  initial: `r7k^6r/${'16/'.repeat(14)}R7K^6R / F/f`, constraints: ['royal-safety'],
  endings: ['checkmate', 'resignation'].map((status) => ({ status, result: 'loss' })).concat([{ status: 'stalemate', result: 'draw' }, { status: 'agreement', result: 'draw' }]),
}));
const { server, browser } = await startStage({ rules });
after(() => rmSync(rules, { recursive: true, force: true }));

/** Begins an open game of a ruleset with White on a phone. @param {string} ruleset */
async function begin(ruleset) {
  const [white, black] = [await Player.open(browser, PHONE), await Player.open(browser, DESKTOP)];
  await startGame(server, white, black, { mode: 'Open', ruleset });
  await rulesOf(white);
  return { white, black };
}

/** Drags a piece, and asserts that the loupe is there meanwhile or is not. @param {Player} player @param {string} from @param {string} to @param {boolean} isThere */
async function dragWithLoupe(player, from, to, isThere) {
  const loupe = player.page.locator('.loupe');
  await player.drag(from, to, async () => {
    // The piece follows the finger, and the loupe with it.
    await player.page.locator('.ghost').waitFor();
    if (isThere) await loupe.waitFor();
    else assert.equal(await loupe.count(), 0);
    await player.screenshot(`loupe-${from}`);
  });
  assert.equal(await loupe.count(), 0);
}

/** @param {{ white: Player, black: Player }} players */
async function close({ white, black }) {
  assert.deepEqual([...white.errors, ...black.errors], []);
  await Promise.all([white, black].map(({ context }) => context.close()));
}

test('a board of 3 by 4 fits on a phone, and nothing is enlarged', async () => {
  const { white, black } = await begin('dobutsu');
  await white.checkLayout('three files');
  await dragWithLoupe(white, 'b2', 'b3', false);
  await black.waitForTurn('yours');
  await white.screenshot('board-3x4');
  await close({ white, black });
});

test('a board of 16 by 16 fits on a phone, and its squares are enlarged under the finger', async () => {
  const { white, black } = await begin('field');
  await white.checkLayout('sixteen files');
  await dragWithLoupe(white, 'a1', 'a12', true);
  await black.waitForTurn('yours');
  await black.move('p16', 'p3');
  await white.waitForTurn('yours');
  await white.move('i1', 'h2');
  await black.waitForTurn('yours');
  await white.screenshot('board-16x16');
  await close({ white, black });
});

// The machine in the browser plays the moves of the server's bot: the same rules, level and seed give the same game, on the processor and in WASM.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { LONG, startStage } from './fixtures.mjs';
import { examplePath, root } from './server.mjs';

/** @typedef {{ choose(messages: string, level: number, seed: number, milliseconds: number): string | undefined }} Machine */
/** @typedef {{ initSync(options: { module: Uint8Array }): unknown, Loader: new () => { add(path: string, text: string): void, finish(): unknown }, Machine: new (rules: unknown) => Machine }} Bindings */

const { server } = await startStage();
const built = path.join(root, 'web/src/machine-engine');
/** @type {Bindings} */
const engine = await import(path.join(built, 'tabula_machine.js'));
engine.initSync({ module: readFileSync(path.join(built, 'tabula_machine_bg.wasm')) });

/** Games with compiled tables and without, with hands, with pieces that are placed, with passes; levels that err, and levels that search deep. */
const ALL = /** @type {const} */ ([
  { ruleset: 'chess', level: 2, plies: 10 },
  { ruleset: 'chess', level: 7, plies: 2 },
  { ruleset: 'crazyhouse', level: 6, plies: 6 },
  { ruleset: 'duck', level: 4, plies: 6 },
  { ruleset: 'shogi', level: 5, plies: 8 },
  { ruleset: 'xiangqi', level: 6, plies: 4 },
  { ruleset: 'janggi', level: 2, plies: 4 },
  { ruleset: 'amazons', level: 3, plies: 2 },
]);
/** The last four take longer, most of it to load their rules. */
const GAMES = LONG ? ALL : ALL.slice(0, 4);

/** Files by ruleset, all of them at once: the server closes a connection that nobody uses while a game is played. */
const files = new Map(
  await Promise.all(
    GAMES.map(async ({ ruleset }) => {
      const answer = await server.fetch(`/api/rules/${ruleset}?tables=relative`);
      return /** @type {const} */ ([/** @type {string} */ (ruleset), /** @type {Record<string, string>} */ (await answer.json())]);
    }),
  ),
);

/** Loads rules as the page does. @param {string} ruleset */
function machineOf(ruleset) {
  const loader = new engine.Loader();
  for (const [file, text] of Object.entries(files.get(ruleset) ?? {})) loader.add(file, text);
  return new engine.Machine(loader.finish());
}

for (const { ruleset, level, plies } of GAMES) {
  test(`${ruleset} at level ${level} is the same game`, () => {
    const seed = 20_000 + level;
    const native = execFileSync(examplePath('machine-moves'), [`rules/${ruleset}`, String(level), String(plies), String(seed)], { cwd: root, encoding: 'utf8' });
    const machine = machineOf(ruleset);
    let messages = '';
    for (let ply = 0; ply < plies; ply += 1) {
      // No clock: what the work of the level allows, it does.
      const message = machine.choose(messages, level, (seed ^ ply) >>> 0, Infinity);
      if (message === undefined) break;
      messages += `${message}\n`;
    }
    assert.equal(messages, native);
    assert.equal(native.trim().split('\n').length, plies);
  });
}

test('a machine without time answers with a legal move', () => {
  const machine = machineOf('chess');
  const moves = new Set(Array.from({ length: 4 }, (_, seed) => machine.choose('', 8, seed, 0)));
  for (const move of moves) assert.match(move ?? '', /"piece_move"/);
});

// Blind games between players who only hear: they perceive the browser's accessibility tree, and use keys alone. What each heard and could read is
// compared with the frames that its page received: nothing is missing, and nothing is more. And seeded faults, each of which must be found.
// SEED= plays the random games from another seed; with LONG=1 there are twenty games of each moderator, from other seeds each day.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { LONG, startStage } from './fixtures.mjs';
import { HeardGame, playHeard } from './hearing/game.mjs';
import { FAULTS } from './hearing/seeded-faults.mjs';
import { CONCURRENCY, PATIENT_LIMITS } from './secrecy-stage.mjs';
import { root } from './server.mjs';

const { server, browser } = await startStage({ flags: PATIENT_LIMITS });
/** Moderators of games: no game has one who answers attempts. */
const moderators = readdirSync(path.join(root, 'rules/moderators'))
  .filter((file) => !('attempts' in JSON.parse(readFileSync(path.join(root, 'rules/moderators', file), 'utf8'))))
  .map((file) => path.basename(file, '.json'));

const DAY_MS = 86_400_000;
const SEED = Number(process.env['SEED'] ?? (LONG ? Math.floor(Date.now() / DAY_MS) * 100 : 1));

/** Captures, en passant, a promotion, checks, and castling on both sides. */
const EVERYTHING = 'e2e4 a7a6 e4e5 d7d5 e5d6 g8f6 d6c7 b8c6 c7d8q c6d8 g1f3 e7e6 f1e2 f8c5 e1g1 e8g8';
/** The first half of it: a capture en passant, and a promotion with a capture. */
const HALF = EVERYTHING.split(' ').slice(0, 10).join(' ');
/** The quickest mate of White by a queen and a bishop. */
const MATE = 'e2e4 e7e5 f1c4 b8c6 d1h5 g8f6 h5f7';
/** The shortest known game to stalemate. */
const STALEMATE = 'e2e3 a7a5 d1h5 a8a6 h5a5 h7h5 h2h4 a6h6 a5c7 f7f6 c7d7 e8f7 d7b7 d8d3 b7b8 d3h7 b8c8 f7g6 c8e6';
const REPETITION = 'g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8';

/** @typedef {import('./hearing/game.mjs').Plan} Plan */
/** @typedef {Omit<Plan, 'moderator' | 'seed'> & { name: string }} Named */

/** @type {Named[]} */
const SHORT = [
  { name: 'a line with every kind of move, drawn by agreement', line: EVERYTHING, ending: 'draw', reload: true },
  { name: 'random moves, resigned and reviewed', plies: LONG ? 8 : 4, ending: 'resign', review: true },
];
/** @type {Named[]} */
const REST = [
  { name: 'mate', line: MATE, ending: 'line', review: true },
  { name: 'stalemate', line: STALEMATE, ending: 'line', review: true },
  { name: 'repetition', line: REPETITION, ending: 'line' },
  { name: 'a clock that runs out', line: 'e2e4 e7e5', ending: 'time', clock: { initial: 20 } },
  { name: 'random moves with a clock, drawn', plies: 24, ending: 'draw', clock: { initial: 3_600, increment: 5 }, reload: true },
  ...[60, 100].map((plies) => /** @type {const} */ ({ name: `up to ${plies} random moves`, plies, ending: 'resign', reload: true, review: true })),
  ...[
    'three-check', 'double-move', 'atomic', 'piece-hp', 'poisoned-squares,piece-hp', 'explosive-rook', 'berolina-pawns', 'torpedo', 'suicide-chess', 'king-heals,piece-hp', 'no-castling',
  ].map((rules) => /** @type {const} */ ({ name: `random moves with ${rules}`, plies: 16, ending: 'resign', overlays: rules.split(','), review: true })),
];

for (const moderator of moderators) {
  describe(`heard under ${moderator}`, { concurrency: CONCURRENCY }, () => {
    for (const [index, { name, ...plan }] of [...SHORT, ...(LONG ? REST : [])].entries()) {
      // The whole line before one moderator, unless there is time for all.
      const isHalf = plan.line === EVERYTHING && moderator !== moderators[0] && !LONG;
      const line = isHalf ? HALF : plan.line;
      test(isHalf ? 'a line with captures and a promotion, drawn by agreement' : name, async () => {
        await playHeard(server, browser, { ...plan, ...(line && { line }), moderator, seed: SEED + index });
      });
    }
  });
}

test('what happens behind a dialog is heard in it', async () => {
  const game = new HeardGame(server, browser, { moderator: 'blind', seed: 1, ending: 'line' });
  try {
    await game.begin();
    const [white, black] = /** @type {[import('./hearing/listener.mjs').Listener, import('./hearing/listener.mjs').Listener]} */ (game.listeners);
    for (const move of ['e2e4', 'd7d5', 'a2a3']) {
      const mover = [white, black].find(({ myTurn }) => myTurn) ?? white;
      await game.act(mover, () => mover.type(move));
    }
    await white.press('More');
    await white.waitFor('Close');
    await black.type('d5e4');
    await black.settled();
    await white.waitForHeard('lost p e4');
    assert.deepEqual(white.heard, ['said black_moved_captured', 'lost p e4']);
    await white.press('Close');
    // Behind it everything is there to be read, and nothing is told twice.
    await game.check();
  } finally {
    await game.close();
  }
});

/** How long a fault is waited for that may yet go away. */
const IMPATIENCE_MS = 1_000;

// Each takes a second, while it is awaited that the fault goes away: every fourth of them, unless there is time for all.
const SEEDED = Object.entries(FAULTS).filter((_, index) => LONG || index % 4 === 0);

test('every seeded fault is found', async () => {
  const game = new HeardGame(server, browser, { moderator: 'blind', seed: 1, ending: 'line' });
  try {
    await game.begin();
    const [white, black] = /** @type {[import('./hearing/listener.mjs').Listener, import('./hearing/listener.mjs').Listener]} */ (game.listeners);
    const moves = { white: ['e2e4', 'a2a3', 'b2b3', 'c2c3', 'f2f3'], 'their move': ['d7d5', 'a7a6', 'b7b6', 'g7g6'], capture: ['d5e4'] };
    const play = async (/** @type {import('./hearing/listener.mjs').Listener} */ mover, /** @type {string | undefined} */ move) => {
      await mover.type(move ?? '');
      await mover.settled();
    };
    for (const [name, { seed, step, found }] of SEEDED) {
      // The page as it should be: no fault.
      if (white.known.myTurn && ['their move', 'capture', 'no turn', 'offer'].includes(step)) await play(white, moves.white.shift());
      if (step === 'slip') {
        await white.type('hello');
        white.expect('reply unreadable');
      }
      assert.deepEqual(await white.check(), [], `before ${name}\n${white.report()}`);
      await white.page.evaluate(seed);
      // What the fault itself made the page say.
      await white.hush();
      switch (step) {
        case 'their move':
        case 'capture':
          await play(black, moves[step].shift());
          break;
        case 'slip':
          await white.type('hello');
          white.expect('reply unreadable');
          break;
        case 'no turn':
          await white.type('h2h3');
          white.expect('error not_your_turn');
          break;
        case 'question':
          await white.ask('pieces n');
          break;
        case 'offer':
          await game.offerDraw(black);
          await black.settled();
          break;
      }
      const faults = await white.check({ patience: IMPATIENCE_MS });
      assert.ok(faults.some((fault) => found.test(fault)), `${name} is found: ${JSON.stringify(faults)}`);
      await white.page.reload();
      await white.page.getByRole('grid').waitFor();
      await white.page.waitForLoadState('networkidle');
      await white.forget();
    }
  } finally {
    await game.close();
  }
});

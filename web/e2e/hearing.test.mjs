// Blind games between players who only hear: they perceive the browser's accessibility tree, and use keys alone. What each heard and could read is
// compared with the frames that its page received: nothing is missing, and nothing is more. And seeded faults, each of which must be found.
// SEED= plays the random games from another seed, MODERATOR= those of one moderator; with LONG=1 there are twenty games of each, from other seeds each day.
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { describe, test } from 'node:test';
import { LONG, startStage } from './fixtures.mjs';
import { HeardGame, playHeard } from './hearing/game.mjs';
import { ASIDE, later, understand } from './hearing/grammar.mjs';
import { PLANS } from './hearing/plans.mjs';
import { ANSWERS } from './hearing/seeded-answers.mjs';
import { FAULTS } from './hearing/seeded-faults.mjs';
import { CONCURRENCY, PATIENT_LIMITS } from './secrecy-stage.mjs';

const { server, browser } = await startStage({ flags: PATIENT_LIMITS });

const DAY_MS = 86_400_000;
const SEED = Number(process.env['SEED'] ?? (LONG ? Math.floor(Date.now() / DAY_MS) * 100 : 1));

/** Games of each moderator, in the short form and in the long one. */
const GAMES = LONG ? 20 : 2;

test('every moderator is heard in as many games as any other', () => {
  assert.equal(PLANS.length, process.env['MODERATOR'] === undefined ? readdirSync(new URL('../../rules/moderators/', import.meta.url)).length : 1);
  for (const [moderator, plans] of PLANS) assert.equal(plans.length, GAMES, moderator);
});

test('the points that decide a game are understood', () => {
  const { points } = later.review;
  assert.deepEqual(understand(points('Blue', '72', 'Red', '73.5', '1.5'), ASIDE), ['points 72 73.5', 'points for moving second 1.5']);
  assert.deepEqual(understand(`${points('White', '25', 'Black', '24', null)} ${points('Green', '2', 'Red', '2', null)}`, ASIDE), ['points 25 24', 'points 2 2']);
});

for (const [moderator, plans] of PLANS) {
  describe(`heard under ${moderator}`, { concurrency: CONCURRENCY }, () => {
    for (const [index, { name, ...plan }] of plans.entries()) {
      test(name, async (context) => {
        const { listeners } = await playHeard(server, browser, { ...plan, moderator, seed: SEED + index });
        context.diagnostic(`${listeners.reduce((sum, { heardAll }) => sum + heardAll.length, 0)} facts heard`);
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
      const frames = white.player.received.length;
      await mover.type(move ?? '');
      await mover.settled();
      // Every move is told to White.
      await white.waitForFrames(frames + 1);
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
          {
            const frames = white.player.received.length;
            await game.offerDraw(black);
            await black.settled();
            await white.waitForFrames(frames + 1);
          }
          break;
      }
      const faults = await white.check({ patience: IMPATIENCE_MS, wanted: found });
      assert.ok(faults.some((fault) => found.test(fault)), `${name} is found: ${JSON.stringify(faults)}\n${white.report()}`);
      await white.reload();
    }
  } finally {
    await game.close();
  }
});

test('every seeded fault in answers to attempts is found', async () => {
  const game = new HeardGame(server, browser, { moderator: 'crazykrieg', ruleset: 'crazyhouse', seed: 1, ending: 'line' });
  try {
    await game.begin();
    const [white, black] = /** @type {[import('./hearing/listener.mjs').Listener, import('./hearing/listener.mjs').Listener]} */ (game.listeners);
    const type = async (/** @type {string} */ text) => {
      await white.perceive();
      const mover = white.known.myTurn ? white : black;
      const frames = white.player.received.length;
      await mover.type(text);
      await mover.settled();
      // Everything here is told to both.
      await white.waitForFrames(frames + 1);
    };
    for (const [index, [name, { before = '', seed, step, found }]] of Object.entries(ANSWERS).entries()) {
      for (const text of before.split(' ').filter((text) => text !== '')) await type(text);
      assert.deepEqual(await white.check(), [], `before ${name}\n${white.report()}`);
      // The game goes on also where the fault is left out, as it is for most unless there is time for all.
      const isSeeded = LONG || index % 4 === 0;
      if (isSeeded) {
        await white.page.evaluate(seed);
        await white.hush();
      }
      if (step) await type(step);
      const faults = await white.check(isSeeded ? { patience: IMPATIENCE_MS, wanted: found } : {});
      if (!isSeeded) {
        assert.deepEqual(faults, [], `without ${name}\n${white.report()}`);
        continue;
      }
      assert.ok(faults.some((fault) => found.test(fault)), `${name} is found: ${JSON.stringify(faults)}\n${white.report()}`);
      await white.reload();
    }
  } finally {
    await game.close();
  }
});

test('the words of a moderator that come late are told once', async () => {
  const game = new HeardGame(server, browser, { moderator: 'wild16', seed: 1, ending: 'line' });
  try {
    const black = await game.begin({ slow: '**/api/moderators' });
    assert.deepEqual(await black.check(), [], black.report());
  } finally {
    await game.close();
  }
});

test('the rules of a game that come late change no line that was told', async () => {
  const game = new HeardGame(server, browser, { moderator: 'crazykrieg', ruleset: 'crazyhouse', seed: 1, ending: 'line' });
  try {
    await game.begin();
    const [white, black] = /** @type {[import('./hearing/listener.mjs').Listener, import('./hearing/listener.mjs').Listener]} */ (game.listeners);
    // A pawn is taken, and its drop onto the own king refused.
    for (const [mover, move] of /** @type {const} */ ([[white, 'e2e4'], [black, 'd7d5'], [white, 'e4d5'], [black, 'a7a6'], [white, 'P@e1']])) {
      await game.act(mover, () => mover.type(move));
    }
    await white.reloadSlowly('**/api/rules/**');
    assert.deepEqual(await white.check(), [], white.report());
  } finally {
    await game.close();
  }
});

// Tests between two players, each with a fresh page.
import assert from 'node:assert/strict';
import { test as define } from 'node:test';
import { DESKTOP, PHONE, Player, startStage } from './fixtures.mjs';

/** @typedef {import('playwright-core').BrowserContextOptions} ContextOptions */
/** @typedef {{ white: Player, black: Player }} Players */

/**
 * Starts a server and a browser, and returns them with a function that defines a test between two players.
 * @param {{ white?: ContextOptions, black?: ContextOptions, motion?: boolean, errors?: boolean, own?: string }} [options] their screens; true if the pages
 *   show motion, and if a test may cause errors of the page; `own` for a file that stops the server
 */
export async function startTwoPlayers({ white: whiteScreen = PHONE, black: blackScreen = DESKTOP, motion = false, errors = false, own } = {}) {
  const { server, browser } = await startStage(own === undefined ? {} : { own });
  /** @param {ContextOptions} screen */
  const open = (screen) => Player.open(browser, motion ? { ...screen, reducedMotion: 'no-preference' } : screen);
  /** @param {string} name @param {(players: Players) => Promise<void>} run */
  const test = (name, run) => {
    define(name, async () => {
      const [white, black] = await Promise.all([open(whiteScreen), open(blackScreen)]);
      try {
        await run({ white, black });
        if (!errors) assert.deepEqual([...white.errors, ...black.errors], []);
      } finally {
        await Promise.all([white.context.close(), black.context.close()]);
      }
    });
  };
  return { server, browser, test };
}

/** Plays moves in turn from White's first, like `e2e4`. @param {Players} players @param {string[]} moves */
export async function playLine({ white, black }, ...moves) {
  for (const [ply, move] of moves.entries()) {
    const mover = ply % 2 === 0 ? white : black;
    await mover.waitForTurn('yours');
    await mover.move(move.slice(0, 2), move.slice(2, 4));
    await mover.waitForTurn('theirs');
  }
}

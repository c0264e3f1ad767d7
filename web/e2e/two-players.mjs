// Tests between two players, each with a fresh page.
import assert from 'node:assert/strict';
import { test as define } from 'node:test';
import { DESKTOP, PHONE, Player, startStage } from './fixtures.mjs';

/** @typedef {import('playwright-core').BrowserContextOptions} ContextOptions */
/** @typedef {{ white: Player, black: Player }} Players */

/**
 * Starts a server and a browser, and returns them with a function that defines a test between two players.
 * @param {{ white?: ContextOptions, black?: ContextOptions, errors?: boolean }} [options] their screens, and true if a test may cause errors of the page
 */
export async function startTwoPlayers({ white: whiteScreen = PHONE, black: blackScreen = DESKTOP, errors = false } = {}) {
  const { server, browser } = await startStage();
  /** @param {string} name @param {(players: Players) => Promise<void>} run */
  const test = (name, run) => {
    define(name, async () => {
      const [white, black] = await Promise.all([Player.open(browser, whiteScreen), Player.open(browser, blackScreen)]);
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

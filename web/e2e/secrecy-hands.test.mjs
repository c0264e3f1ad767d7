// A page gets, draws, sounds and stores the same in two games that differ only in what its viewer may not know; see session/SECRECY.md. Here in a blind
// game with hands, for both players and a spectator; and seeded leaks of hands, each of which must be found.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { LONG } from './fixtures.mjs';
import { runsWithHands } from './paired-runs.mjs';
import { chosenRuns, CONCURRENCY, findLeaks, startSecrecyStage } from './secrecy-stage.mjs';
import { LEAKS_OF_HANDS, VISUAL_LEAKS_OF_HANDS } from './seeded-leaks.mjs';

/** @typedef {import('./paired-runs.mjs').Pair} Pair */

const { play } = await startSecrecyStage();

/** Checks what happened in the game of a player, whose page ends with a pawn in the hand. @param {Pair} pair @param {'w' | 'b'} viewer */
async function checkPlayer({ one: { page, received, sent } }, viewer) {
  const [own, enemy] = viewer === 'w' ? ['white', 'black'] : ['black', 'white'];
  for (const words of [`${own}_in_check`, `${enemy}_in_check`, `${enemy}_moved_captured`, 'illegal_move']) {
    assert.ok(received.some((text) => text.includes(words)), `${words} was announced`);
  }
  assert.equal(sent.filter((text) => text.includes('"type":"drop"') && text.includes('"to"')).length, 2, 'a drop was refused, and one was made');
  assert.equal(await page.locator('.lower button[data-drop]:enabled').count(), 1, 'the own hand is shown');
  assert.equal(await page.locator('.upper [data-drop]').count(), 0, 'the other hand is not');
}

describe('a game with hands shows nothing of what differs', { concurrency: CONCURRENCY }, () => {
  for (const run of chosenRuns(runsWithHands(), 0)) {
    test(`to ${run.viewer}`, async () => {
      await play(run, `hands, ${run.viewer}`, async (pair) => {
        if (run.viewer === 'spectator') assert.equal(await pair.one.page.locator('.hand').count(), 2, 'both hands are drawn, unseen');
        else await checkPlayer(pair, run.viewer);
        // The leaks are White's: on the same pages, for opening others takes long. Every fourth of them, unless there is time for all.
        if (run.viewer === 'w') await findLeaks(pair, Object.entries(LEAKS_OF_HANDS).filter((_, index) => LONG || index % 4 === 1), VISUAL_LEAKS_OF_HANDS);
      });
    });
  }
});

// A page gets, draws, sounds and stores the same in two games that differ only in what its viewer may not know; see session/SECRECY.md. Here by a
// written script, with events that random games rarely have.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { scriptedRun } from './paired-script.mjs';
import { chosenRuns, CONCURRENCY, startSecrecyStage } from './secrecy-stage.mjs';

const { play } = await startSecrecyStage();

describe('a scripted game shows nothing of what differs', { concurrency: CONCURRENCY }, () => {
  const games = ['blind', 'table-fidelity'].flatMap((moderator) => /** @type {const} */ (['w', 'b']).map((viewer) => ({ moderator, viewer })));
  for (const { moderator, viewer } of chosenRuns(games, 3)) {
    test(`to ${viewer} under ${moderator}`, async () => {
      await play(scriptedRun(viewer, moderator), moderator, ({ one: { recorder, received, sent } }) => {
        const [own, enemy] = viewer === 'w' ? ['white', 'black'] : ['black', 'white'];
        for (const words of [`${own}_in_check`, `${enemy}_moved_captured`, 'illegal_move', 'must_move_touched_piece']) {
          assert.ok(received.some((text) => text.includes(words)), `${words} was announced`);
        }
        assert.ok(sent.some((text) => text.includes('"promotion":"n"')), 'a promotion was chosen');
        for (const kind of ['sound', 'vibration', 'change', 'stored', 'requested', 'frame', 'sent', 'wire', 'socket']) {
          assert.ok(recorder.count(kind) > 0, `${kind} was recorded`);
        }
      });
    });
  }
});

// A page gets, draws, sounds and stores the same in two games that differ only in what its viewer may not know; see session/SECRECY.md. Here in the
// pairs that the session's tests recorded; and seeded leaks, each of which must be found.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Pair, recordedRuns } from './paired-runs.mjs';
import { scriptedRun } from './paired-script.mjs';
import { LONG } from './fixtures.mjs';
import { chosenRuns, CONCURRENCY, findLeaks, startSecrecyStage } from './secrecy-stage.mjs';
import { LEAKS, VISUAL_LEAKS } from './seeded-leaks.mjs';

const { server, browser, play } = await startSecrecyStage();

describe('a recorded game shows nothing of what differs', { concurrency: CONCURRENCY }, () => {
  for (const [index, run] of chosenRuns([...recordedRuns().entries()], 0)) {
    const label = `${run.viewer} at ${run.mode}, ${run.moderator}`;
    test(`pair ${index} (${label})`, async () => {
      await play(run, label);
    });
  }
});

test('seeded leaks are found, and the same leak in both pages is no difference', async () => {
  const run = scriptedRun('w', 'blind');
  const pair = await Pair.of(browser, server.url, { ...run, steps: [] });
  try {
    for (const step of run.steps.slice(0, 6)) await pair.act(step);
    // Every fourth of them, unless there is time for all.
    await findLeaks(pair, Object.entries(LEAKS).filter((_, index) => LONG || index % 4 === 0), VISUAL_LEAKS);
    // A frame that one page alone receives.
    await pair.one.inject('{"type":"ping"}');
    const found = Object.keys(await pair.differences());
    assert.ok(found.includes('noted: sent') && found.includes('noted: frame'), found.join(', '));
  } finally {
    await pair.close();
  }
});

// Parts that the files of paired runs share: a server whose limits never interfere, and the play of one run.
import assert from 'node:assert/strict';
import { availableParallelism } from 'node:os';
import { LONG, startStage } from './fixtures.mjs';
import { MAX_COLOUR_DIFFERENCE, Pair } from './paired-runs.mjs';

/** However fast or slow a test is, the server closes no socket for it and asks for no pong. */
export const PATIENT_LIMITS = [
  ['hello-timeout', '1h'], ['ping-interval', '1h'], ['idle-timeout', '1h'], ['strikes', '1000000'], ['bystanders', '100'],
  ['commit-rate', '1000'], ['commit-burst', '1000'], ['message-rate', '10000'], ['message-burst', '10000'],
].map(([name, value]) => `--${name}=${value}`);

/** Pairs played side by side: each keeps about two cores busy. */
export const CONCURRENCY = Math.max(1, Math.floor(availableParallelism() / 2));

/**
 * Returns the runs to play: with LONG=1 all of them, otherwise the given one. The files of chess together play for each side and each moderator of blind games.
 * @template T @param {T[]} runs @param {number} chosen
 */
export const chosenRuns = (runs, chosen) => (LONG ? runs : runs.slice(chosen, chosen + 1));

export async function startSecrecyStage() {
  const { server, browser } = await startStage({ flags: PATIENT_LIMITS });
  /** Plays one run at two pages and compares them. @param {import('./paired-runs.mjs').PairedRun} run @param {string} label @param {(pair: Pair) => void | Promise<void>} [check] */
  const play = async (run, label, check = () => undefined) => {
    const pair = await Pair.of(browser, server.url, run);
    try {
      await pair.play(label);
      await check(pair);
    } finally {
      await pair.close();
    }
  };
  return { server, browser, play };
}

/**
 * Seeds leaks in one page after another, and asserts that each is found where it was put, and that none is a difference once both pages have it.
 * @param {Pair} pair @param {[string, { leak: () => void, part: string }][]} leaks @param {Record<string, () => void>} visual leaks that only a picture shows
 */
export async function findLeaks(pair, leaks, visual) {
  const { one, other } = pair;
  assert.deepEqual(await pair.differences(), {}, 'before any leak');
  for (const [name, { leak, part }] of leaks) {
    await one.leak(leak);
    const found = await pair.differences();
    assert.ok(Object.hasOwn(found, part), `${name} is found in ${part}, not only in ${Object.keys(found).join(', ') || 'nothing'}`);
    // The control: what both pages do is no difference.
    await other.leak(leak);
    assert.deepEqual(await pair.differences(), {}, `${name}, in both`);
  }
  assert.ok((await pair.pictures()).most <= MAX_COLOUR_DIFFERENCE, 'the pages look the same');
  for (const [name, leak] of Object.entries(visual)) {
    await one.leak(leak);
    assert.deepEqual(await pair.differences(), {}, `${name} is in no text`);
    assert.ok((await pair.pictures()).most > MAX_COLOUR_DIFFERENCE, `${name} is seen`);
    await other.leak(leak);
    assert.ok((await pair.pictures()).most <= MAX_COLOUR_DIFFERENCE, `${name}, in both`);
  }
}

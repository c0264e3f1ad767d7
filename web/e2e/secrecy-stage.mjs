// Parts that both files of paired runs share: a server whose limits never interfere, and the play of one run.
import { availableParallelism } from 'node:os';
import { LONG, startStage } from './fixtures.mjs';
import { Pair } from './paired-runs.mjs';

/** However fast or slow a test is, the server closes no socket for it and asks for no pong. */
export const PATIENT_LIMITS = [
  ['hello-timeout', '1h'], ['ping-interval', '1h'], ['idle-timeout', '1h'], ['strikes', '1000000'], ['bystanders', '100'],
  ['commit-rate', '1000'], ['commit-burst', '1000'], ['message-rate', '10000'], ['message-burst', '10000'],
].map(([name, value]) => `--${name}=${value}`);

/** Pairs played side by side: each keeps about two cores busy. */
export const CONCURRENCY = Math.max(1, Math.floor(availableParallelism() / 2));

/**
 * Returns the runs to play: with LONG=1 all of them, otherwise the given one. The two files together play for each side and each moderator of blind games.
 * @template T @param {T[]} runs @param {number} chosen
 */
export const chosenRuns = (runs, chosen) => (LONG ? runs : runs.slice(chosen, chosen + 1));

export async function startSecrecyStage() {
  const { server, browser } = await startStage({ flags: PATIENT_LIMITS });
  /** Plays one run at two pages and compares them. @param {import('./paired-runs.mjs').PairedRun} run @param {string} label @param {(pair: Pair) => void} [check] */
  const play = async (run, label, check = () => undefined) => {
    const pair = await Pair.of(browser, server.url, run);
    try {
      await pair.play(label);
      check(pair);
    } finally {
      await pair.close();
    }
  };
  return { server, browser, play };
}

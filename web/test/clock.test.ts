import { describe, expect, it, vi } from 'vitest';
import { countdownText, isRunning, secondsUntil, ServerTime, warningThreshold } from '../src/game/clock';
import { clockText, remainingMs } from '../src/lib/time-left';
import { whenOver } from '../src/lib/when-over';
import { awayText } from '../src/texts/table';
import { Game } from '../src/game/game.svelte';
import type { ClockView } from '../src/wire';
import { controlText } from '../src/texts';
import { joinedTo } from './game-states';

const clock = (more: Partial<ClockView> = {}): ClockView => ({
  control: { initial: 300, increment: 3 }, leftMs: { w: 300_000, b: 280_000 }, running: 'b', since: 1_000, paused: false, lowTimeMs: 20_000, ...more,
});

describe('counting', () => {
  // Requirement gambit-6.
  it('subtracts elapsed time from the running side, down to zero', () => {
    expect(remainingMs(clock(), 'b', 1_000)).toBe(280_000);
    expect(remainingMs(clock(), 'b', 11_500)).toBe(269_500);
    expect(remainingMs(clock(), 'w', 11_500)).toBe(300_000);
    expect(remainingMs(clock(), 'b', 281_000)).toBe(0);
    expect(remainingMs(clock(), 'b', 999_999)).toBe(0);
  });

  // Requirement gambit-49.
  it('never shows more than the server sent, even if this page is behind', () => {
    expect(remainingMs(clock(), 'b', 400)).toBe(280_000);
  });

  it('stands during a vacation, whose end is told', () => {
    const away = clock({ since: 500_000, awayUntil: { b: 500_000 } });
    expect(remainingMs(away, 'b', 499_000)).toBe(280_000);
    expect(remainingMs(away, 'b', 501_000)).toBe(279_000);
    expect(awayText(new Date(2026, 11, 1).getTime())).toBe('away until Dec 1');
  });

  it('waits for the end of a vacation for longer than a timer of a browser can, and for none that has passed', () => {
    vi.useFakeTimers();
    const ended: string[] = [];
    const [day, until] = [86_400_000, Date.now() + 60 * 86_400_000];
    whenOver(() => until - Date.now(), () => ended.push('later'));
    const stop = whenOver(() => until - Date.now(), () => ended.push('stopped'));
    whenOver(() => 0, () => ended.push('past'));
    expect(ended).toEqual(['past']);
    vi.advanceTimersByTime(60 * day - 1);
    stop();
    expect(ended).toEqual(['past']);
    vi.advanceTimersByTime(1);
    expect(ended).toEqual(['past', 'later']);
    vi.useRealTimers();
  });

  it('does not count the free time', () => {
    const delayed = clock({ freeMs: 5_000 });
    expect(remainingMs(delayed, 'b', 6_000)).toBe(280_000);
    expect(remainingMs(delayed, 'b', 6_100)).toBe(279_900);
  });

  it('stands still before the game, in a pause and after the game', () => {
    const paused: ClockView = { ...clock(), paused: true };
    delete paused.since;
    expect([remainingMs(paused, 'b', 99_000), isRunning(paused, 'b')]).toEqual([280_000, false]);
    const over = { ...paused, paused: false };
    delete over.running;
    expect([remainingMs(over, 'b', 99_000), isRunning(over, 'b')]).toEqual([280_000, false]);
    expect([isRunning(clock(), 'b'), isRunning(clock(), 'w')]).toEqual([true, false]);
  });

  it('warns at the server\u2019s threshold, and later in a short game', () => {
    expect(warningThreshold(clock())).toBe(20_000);
    expect(warningThreshold(clock({ control: { initial: 60 } }))).toBe(15_000);
    expect(warningThreshold(clock({ control: { initial: 3 } }))).toBe(750);
    expect(warningThreshold(clock({ control: { daysPerTurn: 3 } }))).toBe(3_600_000);
  });
});

describe('writing', () => {
  it('shows minutes and seconds, hours for long times, and tenths for short ones', () => {
    for (const [ms, text] of [
      [300_000, '5:00'], [299_999, '4:59'], [61_000, '1:01'], [20_000, '0:20'], [19_999, '0:19.9'], [10_000, '0:10.0'],
      [950, '0:00.9'], [99, '0:00.0'], [0, '0:00.0'], [3_599_999, '59:59'], [3_600_000, '1:00:00'], [10_800_000, '3:00:00'],
      [86_399_999, '23:59:59'], [86_400_000, '1d 0:00'], [259_199_999, '2d 23:59'], [1_209_600_000, '14d 0:00'],
    ] as const) {
      expect(clockText(ms, 20_000)).toBe(text);
    }
  });

  it('names a time control', () => {
    expect(controlText({ initial: 300, increment: 3 })).toBe('5 min + 3 s');
    expect(controlText({ initial: 60 })).toBe('1 min');
    expect(controlText({ initial: 90 })).toBe('90 s');
    expect(controlText({ initial: 900, delay: 5 })).toBe('15 min, 5 s delay');
    expect([1, 14].map((daysPerTurn) => controlText({ daysPerTurn }))).toEqual(['1 day per turn', '14 days per turn']);
  });
});

describe('the time of the server', () => {
  // Requirement gambit-49.
  it('follows the least delayed frame', () => {
    let own = 100;
    const time = new ServerTime(() => own);
    expect(time.now()).toBe(0);
    time.observe(undefined);
    expect(time.now()).toBe(0);
    time.observe(50_000);
    expect(time.now()).toBe(50_000);
    own = 1_100;
    expect(time.now()).toBe(51_000);
    time.observe(50_700);
    expect(time.now()).toBe(51_000);
    time.observe(51_040);
    expect(time.now()).toBe(51_040);
  });
});

it('an absent player\u2019s countdown follows the server, also in a game without a clock', () => {
  vi.useFakeTimers();
  vi.stubGlobal('location', { protocol: 'http:', host: 'localhost' });
  const game = new Game('grace234');
  game.receive(joinedTo());
  // The clock of this device means nothing: the server says that it is 1,000,000 now.
  game.receive({ type: 'peer-status', color: 'b', connected: false, graceUntil: 1_300_000, now: 1_000_000, seq: 2 });
  const left = () => countdownText(secondsUntil(game.play?.peer.graceUntil ?? 0, game.time.now()));
  expect(left()).toBe('5:00');
  vi.advanceTimersByTime(66_000);
  expect(left()).toBe('3:54');
  expect(countdownText(secondsUntil(1_300_000, 1_234_500))).toBe('1:06');
  expect(countdownText(secondsUntil(1_300_000, 1_300_001))).toBe('0:00');
  expect(countdownText(259_199)).toBe('2d 23:59');
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

// An animation of a game: which steps are shown, and how large.
import { expect, it, vi } from 'vitest';

vi.mock('../src/mind/animation-worker?worker&url', () => ({ default: '/assets/animation-worker-x.js' }));
const { shownSteps, sizeOf } = await import('../src/mind/animation');

it('shows every step of a game, and of a very long one some, with the first and the last', () => {
  expect(shownSteps(1)).toEqual([0]);
  expect(shownSteps(4)).toEqual([0, 1, 2, 3]);
  const long = shownSteps(1_001);
  expect([long.length, long[0], long.at(-1)]).toEqual([400, 0, 1_000]);
  expect(long.every((step, place) => place === 0 || step > (long[place - 1] ?? 0))).toBe(true);
});

it('has the proportions of the board, and smaller pictures of a long game', () => {
  expect(sizeOf({ width: 80, height: 80 }, 5)).toEqual({ width: 480, height: 480 });
  expect(sizeOf({ width: 90, height: 100 }, 5)).toEqual({ width: 432, height: 480 });
  const { width, height } = sizeOf({ width: 160, height: 90 }, 400);
  expect(width / height).toBeCloseTo(16 / 9, 1);
  expect(width * height * 400).toBeLessThanOrEqual(10_000_000);
  expect(width).toBeGreaterThan(200);
});

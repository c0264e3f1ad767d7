import { expect, it } from 'vitest';
import { backoff, QUICK_RETRIES } from '../src/game/connection';

// Requirement blind-123.
it('five retries are quick, each after twice the time, and later ones slow, with jitter', () => {
  expect(QUICK_RETRIES).toBe(5);
  const waits = Array.from({ length: QUICK_RETRIES + 2 }, (_, index) => backoff(index + 1, () => 0.5));
  for (const [index, wait] of waits.slice(1, QUICK_RETRIES).entries()) expect(wait).toBe((waits[index] ?? 0) * 2);
  for (const wait of waits.slice(QUICK_RETRIES)) expect(wait).toBeGreaterThan(10_000);
  expect(backoff(3, () => 0)).toBeLessThan(backoff(3, () => 1));
});

import { afterEach, beforeEach, expect, test, vi } from 'vitest';

let inOrder: typeof import('../src/lib/in-order').inOrder;

beforeEach(async () => {
  vi.useFakeTimers();
  vi.resetModules();
  ({ inOrder } = await import('../src/lib/in-order'));
});
afterEach(() => void vi.useRealTimers());

/** Asks for parts that come after so many milliseconds, or fail, and notes the order in which they are there. */
function ask(times: readonly (number | 'never' | 'fails')[]): string[] {
  const come: string[] = [];
  for (const [at, time] of times.entries()) {
    const load = () =>
      new Promise<number>((resolve, reject) => {
        if (time === 'fails') reject(new Error('not there'));
        else if (time !== 'never') setTimeout(() => resolve(at), time);
      });
    inOrder(load).then((part) => come.push(`part ${part}`), () => come.push(`failure ${at}`));
  }
  return come;
}

test('parts come in the order in which they were asked for, whichever is loaded first', async () => {
  const come = ask([300, 100, 200]);
  await vi.advanceTimersByTimeAsync(250);
  expect(come).toEqual([]);
  await vi.advanceTimersByTimeAsync(50);
  expect(come).toEqual(['part 0', 'part 1', 'part 2']);
});

test('a part that cannot be loaded, or takes too long, holds up no other', async () => {
  const come = ask(['fails', 'never', 100]);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(come).toEqual(['failure 0']);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(come).toEqual(['failure 0', 'part 2']);
});

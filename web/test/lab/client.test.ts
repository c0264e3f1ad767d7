// The page's end of the rule lab's worker: one that does not answer is ended, and the next request begins another.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Request, Response } from '../../src/lab/messages';

vi.mock('../../src/lab/worker?worker&url', () => ({ default: '/worker.js' }));

/** A worker that answers when the test says so. */
class FakeWorker extends EventTarget {
  static all: FakeWorker[] = [];
  requests: Request[] = [];
  ended = false;

  constructor() {
    super();
    FakeWorker.all.push(this);
  }

  postMessage(request: Request): void {
    this.requests.push(request);
  }

  terminate(): void {
    this.ended = true;
  }

  respond(response: Omit<Response, 'id'>): void {
    this.dispatchEvent(Object.assign(new Event('message'), { data: { id: this.requests.at(-1)?.id, ...response } }));
  }
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('Worker', FakeWorker);
  FakeWorker.all = [];
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const load = async () => ({ ...(await import('../../src/lab/client')), ...(await import('../../src/lib/worker-client')) });
const whyOf = (answer: Promise<unknown>): Promise<string> => answer.then(() => 'answered', (error: { why: string }) => error.why);

test('an answer comes from one worker, begun with the first request', async () => {
  const client = new (await load()).LabClient();
  const answer = client.ask('ways', { first: true, qpi: 'G:N', from: 'b1' });
  FakeWorker.all[0]?.respond({ answer: ['a3', 'c3'] });
  expect(await answer).toEqual(['a3', 'c3']);
  void client.ask('check', null);
  expect(FakeWorker.all).toHaveLength(1);
});

test('a worker that is silent for too long is ended, and another one begins', async () => {
  const { ANSWER_MS, FIRST_ANSWER_MS, LabClient } = await load();
  const client = new LabClient();
  const first = whyOf(client.ask('check', null));
  await vi.advanceTimersByTimeAsync(FIRST_ANSWER_MS - 1);
  expect(FakeWorker.all[0]?.ended).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect([await first, FakeWorker.all[0]?.ended]).toEqual(['slow', true]);
  const second = client.ask('check', null);
  FakeWorker.all[1]?.respond({ answer: null });
  await second;
  // Once its engine is there, it has the usual time.
  const third = whyOf(client.ask('check', null));
  await vi.advanceTimersByTimeAsync(ANSWER_MS);
  expect(await third).toBe('slow');
});

test('a count that goes on is not ended, and one that is given up is', async () => {
  const { FIRST_ANSWER_MS, LabClient } = await load();
  const client = new LabClient();
  const parts: number[] = [];
  const count = whyOf(client.ask('count', { feen: '', depth: 3 }, ({ total }) => parts.push(total)));
  for (let total = 1; total <= 3; total += 1) {
    await vi.advanceTimersByTimeAsync(FIRST_ANSWER_MS / 3);
    FakeWorker.all[0]?.respond({ part: { moves: [], total, done: false } });
  }
  expect([parts, FakeWorker.all[0]?.ended]).toEqual([[1, 2, 3], false]);
  client.end();
  expect([await count, FakeWorker.all[0]?.ended]).toEqual(['cancelled', true]);
});

test('a failed engine is not asked again', async () => {
  const client = new (await load()).LabClient();
  const [one, two] = [whyOf(client.ask('check', null)), whyOf(client.ask('check', null))];
  FakeWorker.all[0]?.respond({ failed: true });
  expect([await two, await one, FakeWorker.all[0]?.ended]).toEqual(['failed', 'failed', true]);
});

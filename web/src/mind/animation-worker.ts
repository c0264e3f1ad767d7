// The worker that makes an animated picture, so that the page never waits for it.
/// <reference lib="webworker" />
import { encode } from 'modern-gif';
import type { WorkerRequest, WorkerResponse } from '../lib/worker-client';
import type { Requests, Size } from './animation-messages';

const frames: Requests['add']['ask'][] = [];

async function answerTo({ name, ask }: WorkerRequest<Requests>): Promise<Requests[keyof Requests]['answer']> {
  switch (name) {
    case 'add':
      frames.push(ask as Requests['add']['ask']);
      return null;
    case 'finish':
      return encode({ ...(ask as Size), frames, looped: true });
  }
}

const respond = (response: WorkerResponse<Requests, never>): void => self.postMessage(response);

self.addEventListener('message', ({ data }: MessageEvent<WorkerRequest<Requests>>) => {
  answerTo(data).then(
    (answer) => respond({ id: data.id, answer }),
    () => respond({ id: data.id, failed: true }),
  );
});

// The page's end of the rule lab's worker: a worker that does not answer in time is ended, and another one begins.
import type { Counted, Name, Request, Requests, Response } from './messages';
import workerAddress from './worker?worker&url';

/** The longest time that an answer, or the next part of it, may take: several times what the largest game takes on a slow phone. */
export const ANSWER_MS = 30_000;
/** The same for the first answer of a worker, which has to fetch its engine. */
export const FIRST_ANSWER_MS = 60_000;

/** Why there is no answer: the worker took too long, its engine failed, or the request was given up. */
export type NoAnswer = 'slow' | 'failed' | 'cancelled';

export class LabError extends Error {
  readonly why: NoAnswer;

  constructor(why: NoAnswer) {
    super(why);
    this.why = why;
  }
}

interface Waiting {
  resolve: (answer: never) => void;
  reject: (error: LabError) => void;
  part: ((part: Counted) => void) | undefined;
  timer: ReturnType<typeof setTimeout>;
}

/** The part of the browser's interface against scripts from elsewhere that is used here. */
interface Policies {
  createPolicy(name: string, rules: { createScriptURL: (address: string) => string }): { createScriptURL(address: string): string };
}

const policies = (globalThis as { trustedTypes?: Policies }).trustedTypes;
/** The server permits this policy by its name; it lets nothing through but the worker. */
const policy = policies?.createPolicy('tabula-worker', { createScriptURL: () => workerAddress });

export class LabClient {
  #worker: Worker | null = null;
  #waiting = new Map<number, Waiting>();
  #requests = 0;
  /** True once the present worker has answered. */
  #answered = false;

  /** Sends a request; `part` receives the parts of an answer that goes on. */
  ask<N extends Name>(name: N, ask: Requests[N]['ask'], part?: (part: Counted) => void): Promise<Requests[N]['answer']> {
    const worker = (this.#worker ??= this.#begin());
    const id = (this.#requests += 1);
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject, part, timer: this.#timer(id) });
      worker.postMessage({ id, name, ask } satisfies Request<N>);
    });
  }

  /** Ends the worker with all that it has to do. The next request begins another. */
  end(why: NoAnswer = 'cancelled'): void {
    this.#worker?.terminate();
    this.#worker = null;
    this.#answered = false;
    const all = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const { reject, timer } of all) {
      clearTimeout(timer);
      reject(new LabError(why));
    }
  }

  #timer(id: number): ReturnType<typeof setTimeout> {
    return setTimeout(() => {
      if (this.#waiting.has(id)) this.end('slow');
    }, this.#answered ? ANSWER_MS : FIRST_ANSWER_MS);
  }

  /** Gives the other requests the time that is usual once the engine is there. */
  #hurry(): void {
    for (const [id, waiting] of this.#waiting) {
      clearTimeout(waiting.timer);
      waiting.timer = this.#timer(id);
    }
  }

  #begin(): Worker {
    const worker = new Worker(policy?.createScriptURL(workerAddress) ?? workerAddress, { type: 'module' });
    worker.addEventListener('error', () => this.end('failed'));
    worker.addEventListener('message', ({ data }: MessageEvent<Response>) => {
      const waiting = this.#waiting.get(data.id);
      if (!waiting) return;
      if (!this.#answered) {
        this.#answered = true;
        this.#hurry();
      }
      clearTimeout(waiting.timer);
      if (data.part) {
        waiting.timer = this.#timer(data.id);
        waiting.part?.(data.part);
        return;
      }
      this.#waiting.delete(data.id);
      // A trap leaves the engine in a state that nobody knows.
      if (data.failed === true) {
        waiting.reject(new LabError('failed'));
        this.end('failed');
      } else waiting.resolve(data.answer as never);
    });
    return worker;
  }
}

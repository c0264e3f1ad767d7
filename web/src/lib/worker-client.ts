// The page's end of a worker: one that does not answer in time is ended, and another one begins.

/** The longest time that an answer, or the next part of it, may take: several times what the largest game takes on a slow phone. */
export const ANSWER_MS = 30_000;
/** The same for the first answer of a worker, which has to fetch its engine. */
export const FIRST_ANSWER_MS = 60_000;

/** Why there is no answer: the worker took too long, its engine failed, or the request was given up. */
export type NoAnswer = 'slow' | 'failed' | 'cancelled';

export class WorkerError extends Error {
  readonly why: NoAnswer;

  constructor(why: NoAnswer) {
    super(why);
    this.why = why;
  }
}

/** Requests by their name, with what they ask and what is answered. */
export type RequestsOf<R> = { [N in keyof R]: { ask: unknown; answer: unknown } };

export interface WorkerRequest<R extends RequestsOf<R>, N extends keyof R = keyof R> {
  id: number;
  name: N;
  ask: R[N]['ask'];
}

export interface WorkerResponse<R extends RequestsOf<R>, Part> {
  id: number;
  /** A part of an answer that goes on. */
  part?: Part;
  answer?: R[keyof R]['answer'];
  /** True if the engine failed: it ran out of memory, or has a defect. */
  failed?: boolean;
}

interface Waiting<Part> {
  resolve: (answer: never) => void;
  reject: (error: WorkerError) => void;
  part: ((part: Part) => void) | undefined;
  timer: ReturnType<typeof setTimeout>;
}

export class WorkerClient<R extends RequestsOf<R>, Part = never> {
  #worker: Worker | null = null;
  #waiting = new Map<number, Waiting<Part>>();
  #requests = 0;
  /** True once the present worker has answered. */
  #answered = false;
  readonly #create: () => Worker;
  readonly #answerMs: number;

  constructor(create: () => Worker, answerMs = ANSWER_MS) {
    this.#create = create;
    this.#answerMs = answerMs;
  }

  /** Sends a request; `part` receives the parts of an answer that goes on. */
  ask<N extends keyof R>(name: N, ask: R[N]['ask'], part?: (part: Part) => void): Promise<R[N]['answer']> {
    const worker = (this.#worker ??= this.#begin());
    const id = (this.#requests += 1);
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject, part, timer: this.#timer(id) });
      worker.postMessage({ id, name, ask } satisfies WorkerRequest<R, N>);
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
      reject(new WorkerError(why));
    }
  }

  #timer(id: number): ReturnType<typeof setTimeout> {
    return setTimeout(() => {
      if (this.#waiting.has(id)) this.end('slow');
    }, this.#answered ? this.#answerMs : FIRST_ANSWER_MS);
  }

  /** Gives the other requests the time that is usual once the engine is there. */
  #hurry(): void {
    for (const [id, waiting] of this.#waiting) {
      clearTimeout(waiting.timer);
      waiting.timer = this.#timer(id);
    }
  }

  #begin(): Worker {
    const worker = this.#create();
    worker.addEventListener('error', () => this.end('failed'));
    worker.addEventListener('message', ({ data }: MessageEvent<WorkerResponse<R, Part>>) => {
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
        waiting.reject(new WorkerError('failed'));
        this.end('failed');
      } else waiting.resolve(data.answer as never);
    });
    return worker;
  }
}

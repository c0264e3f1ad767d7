// Rules and games of the WebAssembly module, with messages as objects.
import type { Engine as Channel, Rules as Bound } from './tabula_engine.js';
import { Loader } from './tabula_engine.js';
import type { EngineMessage, HostMessage } from './messages.js';

/** The files of a ruleset: text by path inside its folder, such as `ruleset.json`. */
export type RulesetFiles = Readonly<Record<string, string>>;

/** An error of a ruleset that does not load, with the places of all its faults. */
export class RulesetError extends Error {
  override readonly name = 'RulesetError';

  /** `places` are the faults, each as a file and the path inside it. */
  constructor(readonly places: readonly string[]) {
    super(`the ruleset has faults at ${places.join(', ')}`);
  }
}

/** A loaded ruleset. Any number of games can be created from it. */
export class Rules {
  readonly #bound: Bound;

  /** @internal */
  constructor(bound: Bound) {
    this.#bound = bound;
  }

  /** The number of files of the board. */
  get files(): number {
    return this.#bound.files();
  }

  /** The number of ranks of the board. */
  get ranks(): number {
    return this.#bound.ranks();
  }

  /** Creates a game. */
  engine(): Engine {
    return new Engine(this.#bound.engine());
  }
}

/** One game for both sides. `ENGINE.md` describes its messages. */
export class Engine {
  readonly #channel: Channel;

  /** @internal */
  constructor(channel: Channel) {
    this.#channel = channel;
  }

  /** Returns the first message: the legal moves of the present position. */
  greet(): EngineMessage[] {
    return read(this.#channel.greet());
  }

  /** Handles a message of the host, an object or its JSON, and returns the responses in order: one at least. */
  send(message: HostMessage | string): EngineMessage[] {
    return read(this.#channel.send(typeof message === 'string' ? message : JSON.stringify(message)));
  }
}

const read = (lines: string): EngineMessage[] => lines.split('\n').map((line) => JSON.parse(line) as EngineMessage);

/** Returns a function that loads rulesets with a module that `start` makes ready. A start that fails is tried again with the next call. */
export function rulesLoader(start: () => Promise<unknown>): (files: RulesetFiles) => Promise<Rules> {
  let ready: Promise<unknown> | null = null;
  return async (files) => {
    ready ??= start();
    try {
      await ready;
    } catch (error) {
      ready = null;
      throw error;
    }
    const loader = new Loader();
    for (const [path, text] of Object.entries(files)) loader.add(path, text);
    let bound: Bound;
    try {
      bound = loader.finish();
    } catch (faults) {
      throw typeof faults === 'string' ? new RulesetError(faults.split('\n')) : faults;
    }
    return new Rules(bound);
  };
}

// The beliefs of a player by ply, with undo and redo. Nothing is rewritten: what was believed at an earlier ply stays as it was, for the review.
import type { SquareName as Square } from '../wire';
import { parseBelief, printBelief, sameBelief, type Belief, type Changes } from './beliefs';

/** Most steps that can be undone. */
const MOST_STEPS = 50;
/** Most characters in storage; then the oldest plies become one. */
const MOST_CHARS = 60_000;
/** Most characters of the list by which marks are shared, as the server has it; then the same is done. */
export const MOST_SHARED_CHARS = 7_000;

interface Step {
  before: Changes;
  after: Changes;
}

/** The changes of each ply, in order. */
type Plies = readonly (readonly [ply: number, changes: Changes])[];

export type Beliefs = ReadonlyMap<Square, Belief>;

export class Notebook {
  readonly #plies: Plies;
  readonly #undo: readonly Step[];
  readonly #redo: readonly Step[];
  /** The beliefs of now. */
  readonly now: Beliefs;

  private constructor(plies: Plies, undo: readonly Step[], redo: readonly Step[]) {
    this.#plies = plies;
    this.#undo = undo;
    this.#redo = redo;
    this.now = this.at(Infinity);
  }

  static readonly EMPTY = new Notebook([], [], []);

  get isEmpty(): boolean {
    return this.#plies.length === 0;
  }

  get canUndo(): boolean {
    return this.#undo.length > 0;
  }

  get canRedo(): boolean {
    return this.#redo.length > 0;
  }

  /** Returns what was believed when a ply had been made. */
  at(ply: number): Beliefs {
    const beliefs = new Map<Square, Belief>();
    for (const [made, changes] of this.#plies) {
      if (made > ply) break;
      for (const [square, belief] of Object.entries(changes)) {
        if (belief) beliefs.set(square, belief);
        else beliefs.delete(square);
      }
    }
    return beliefs;
  }

  /** Returns the beliefs that came up at a ply. */
  madeAt(ply: number): [Square, Belief][] {
    const changes = this.#plies.find(([made]) => made === ply)?.[1] ?? {};
    return Object.entries(changes).flatMap(([square, belief]): [Square, Belief][] => (belief ? [[square, belief]] : []));
  }

  /** Returns the notebook with changes by the player, which can be undone; the same one where nothing changes. */
  marked(ply: number, changes: Changes): Notebook {
    const after = this.#different(changes);
    if (!after) return this;
    return new Notebook(this.#with(ply, after), [...this.#undo, { before: this.#before(after), after }].slice(-MOST_STEPS), []);
  }

  /** Returns the notebook with changes by what the player came to know; they are not undone. */
  corrected(ply: number, changes: Changes): Notebook {
    const after = this.#different(changes);
    return after ? new Notebook(this.#with(ply, after), this.#undo, this.#redo) : this;
  }

  undone(ply: number): Notebook {
    const step = this.#undo.at(-1);
    return step ? new Notebook(this.#with(ply, step.before), this.#undo.slice(0, -1), [...this.#redo, step]) : this;
  }

  redone(ply: number): Notebook {
    const step = this.#redo.at(-1);
    return step ? new Notebook(this.#with(ply, step.after), [...this.#undo, step], this.#redo.slice(0, -1)) : this;
  }

  /** Returns the changes that change anything; null where there are none. */
  #different(changes: Changes): Changes | null {
    const found = Object.entries(changes).filter(([square, belief]) => !sameBelief(belief, this.now.get(square)));
    return found.length > 0 ? Object.fromEntries(found) : null;
  }

  #before(changes: Changes): Changes {
    return Object.fromEntries(Object.keys(changes).map((square) => [square, this.now.get(square) ?? null]));
  }

  #with(ply: number, changes: Changes): Plies {
    const last = this.#plies.at(-1);
    // A state from before a takeover may come late: nothing goes back in time.
    if (last && ply <= last[0]) return [...this.#plies.slice(0, -1), [last[0], { ...last[1], ...changes }]];
    return [...this.#plies, [ply, changes]];
  }

  // ---- storage

  print(): string {
    const steps = JSON.stringify({ undo: this.#undo.map(printedStep), redo: this.#redo.map(printedStep) }).slice(1);
    const room = MOST_CHARS - steps.length - '{"plies":[],'.length;
    const plies = folded(this.#plies, room, (entry) => printedPly(entry).length + 1);
    return `{"plies":[${plies.map((entry) => printedPly(entry)).join()}],${steps}`;
  }

  /** Returns the beliefs as they are shared, the oldest first. */
  shared(): string[] {
    const marks = folded(this.#plies, MOST_SHARED_CHARS, (entry) => sharedSize(sharedPly(entry))).flatMap(sharedPly);
    // On the largest boards the squares alone may need more.
    while (sharedSize(marks) > MOST_SHARED_CHARS) marks.pop();
    return marks;
  }

  /** Reads beliefs that were shared. */
  static ofShared(marks: readonly string[]): Notebook {
    const plies = new Map<number, Record<string, Belief | null>>();
    for (const mark of marks) {
      const [ply = '', square = '', text = ''] = mark.split(' ');
      const belief = parseBelief(text);
      if (square !== '' && belief !== undefined) plies.set(Number(ply), { ...plies.get(Number(ply)), [square]: belief });
    }
    return new Notebook([...plies], [], []);
  }

  /** Reads a stored notebook; an empty one where the text is damaged. */
  static parse(text: string | null): Notebook {
    try {
      const { plies, undo, redo } = JSON.parse(text ?? '') as { plies: [number, unknown][]; undo: StoredStep[]; redo: StoredStep[] };
      const read = plies.map(([ply, changes]) => {
        if (!Number.isInteger(ply)) throw new TypeError('ply');
        return [ply, parsed(changes)] as const;
      });
      return new Notebook(read.sort(([a], [b]) => a - b), undo.map(parsedStep), redo.map(parsedStep));
    } catch {
      return Notebook.EMPTY;
    }
  }
}

/** Returns the plies, of which the oldest become one until all have room. */
function folded(plies: Plies, room: number, sizeOf: (entry: Plies[number]) => number): Plies {
  const sizes = plies.map(sizeOf);
  let size = sizes.reduce((total, one) => total + one, 0);
  let [oldest] = plies;
  let next = 1;
  for (; oldest && size > room && next < plies.length; next += 1) {
    const [ply, changes] = plies[next] ?? oldest;
    const both: Plies[number] = [ply, { ...oldest[1], ...changes }];
    size += sizeOf(both) - sizeOf(oldest) - (sizes[next] ?? 0);
    oldest = both;
  }
  return oldest ? [oldest, ...plies.slice(next)] : plies;
}

/** Returns the changes of a ply as they are shared: a text for each square. */
const sharedPly = ([ply, changes]: Plies[number]): string[] => Object.entries(changes).map(([square, belief]) => `${ply} ${square} ${printBelief(belief)}`.trim());
/** Returns the length of a list of texts in JSON. */
const sharedSize = (marks: readonly string[]): number => marks.reduce((total, mark) => total + mark.length + 3, 0);

interface StoredStep {
  before: unknown;
  after: unknown;
}

const printed = (changes: Changes): Record<string, string> => Object.fromEntries(Object.entries(changes).map(([square, belief]) => [square, printBelief(belief)]));
const printedPly = ([ply, changes]: Plies[number]): string => JSON.stringify([ply, printed(changes)]);
const printedStep = ({ before, after }: Step): StoredStep => ({ before: printed(before), after: printed(after) });
const parsedStep = ({ before, after }: StoredStep): Step => ({ before: parsed(before), after: parsed(after) });

function parsed(changes: unknown): Changes {
  if (typeof changes !== 'object' || changes === null) throw new TypeError('changes');
  return Object.fromEntries(Object.entries(changes).map(([square, text]) => {
    const belief = parseBelief(text);
    if (belief === undefined) throw new TypeError('belief');
    return [square, belief];
  }));
}

/** Returns what belongs to some squares alone. */
export const onSquares = <T>(all: ReadonlyMap<Square, T>, includes: (square: Square) => boolean): ReadonlyMap<Square, T> => new Map([...all].filter(([square]) => includes(square)));

/** Returns something else for each square. */
export const mapOf = <T, U>(all: ReadonlyMap<Square, T>, make: (value: T, square: Square) => U): ReadonlyMap<Square, U> => new Map([...all].map(([square, value]) => [square, make(value, square)]));

/** Joins the texts of each square. */
export const joined = (one: ReadonlyMap<Square, string>, other: ReadonlyMap<Square, string>): ReadonlyMap<Square, string> =>
  new Map([...one, ...[...other].map(([square, text]): [Square, string] => [square, [one.get(square), text].filter(Boolean).join(', ')])]);

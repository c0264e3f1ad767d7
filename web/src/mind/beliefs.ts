// Beliefs of a player about a square that they do not see, and the form in which it is stored.

/** Identity of a kind of the enemy's pieces, without the states that only its owner knows, such as `c:n`. */
export type KindId = string;

/** One piece, one of several pieces, or surely none. */
export type Belief = { kind: 'piece'; piece: KindId } | { kind: 'maybe'; pieces: readonly KindId[] } | { kind: 'empty' };

/** Changes of squares; null removes what was believed there. */
export type Changes = Readonly<Record<string, Belief | null>>;

/** The most candidates of a square: more tell nothing, and find no room there. */
export const MOST_CANDIDATES = 6;

const KIND = /^[A-Za-z]:[+-]?[A-Za-z]$/;
const EMPTY = '-';

/** Returns the candidates of a square; none where it is believed to be empty. */
export function candidatesOf(belief: Belief | null | undefined): readonly KindId[] {
  if (belief?.kind === 'piece') return [belief.piece];
  return belief?.kind === 'maybe' ? belief.pieces : [];
}

function believed(pieces: readonly KindId[]): Belief | null {
  const [only, ...others] = pieces;
  if (only === undefined) return null;
  return others.length === 0 ? { kind: 'piece', piece: only } : { kind: 'maybe', pieces };
}

/** Returns the belief with a candidate more, or without it if it was one. */
export function toggled(belief: Belief | null | undefined, piece: KindId): Belief | null {
  const candidates = candidatesOf(belief);
  if (candidates.includes(piece)) return believed(candidates.filter((other) => other !== piece));
  return believed([...candidates, piece].slice(-MOST_CANDIDATES));
}

export const sameBelief = (one: Belief | null | undefined, other: Belief | null | undefined): boolean =>
  (one?.kind === 'empty') === (other?.kind === 'empty') && candidatesOf(one).join() === candidatesOf(other).join();

/** Prints a belief in a few characters: candidates by commas, or a dash for an empty square. */
export const printBelief = (belief: Belief | null): string => (belief?.kind === 'empty' ? EMPTY : candidatesOf(belief).join());

/** Parses a printed belief; null where there is none, undefined where the text is no belief. A candidate that is named again counts once. */
export function parseBelief(text: unknown): Belief | null | undefined {
  if (typeof text !== 'string') return undefined;
  if (text === '') return null;
  if (text === EMPTY) return { kind: 'empty' };
  const pieces = [...new Set(text.split(','))];
  return pieces.length <= MOST_CANDIDATES && pieces.every((piece) => KIND.test(piece)) ? believed(pieces) : undefined;
}

// House rules on the page: their order in a list, the squares that they mark, and the extinction that ends a game.
import type { HouseRule, Sketch, SquareName as Square } from '../wire';
import { texts } from '../texts';
import { parseQpi } from './qpi';

/** Sorts by name. */
export const sortedByName = (rules: readonly HouseRule[]): HouseRule[] =>
  [...rules].sort((a, b) => a.name.localeCompare(b.name, texts.code));

/** Squares with a special effect. */
interface SquareMarks {
  poison: readonly Square[];
  arrival: readonly Square[];
}

const sketchesOf = (rules: readonly HouseRule[]): Sketch[] => rules.flatMap(({ sketches }) => sketches);

export function squareMarksOf(rules: readonly HouseRule[]): SquareMarks {
  const squares = (kind: 'poison' | 'arrival') => [
    ...new Set(sketchesOf(rules).flatMap((sketch) => (sketch.kind === kind ? sketch.squares : []))),
  ];
  return { poison: squares('poison'), arrival: squares('arrival') };
}

/** The pieces whose loss ends a game by extinction: one piece (by its letter), one of several kinds, or all; `rid` where losing all wins. */
export type Extinction = { of: 'piece'; type: string } | { of: 'kind' | 'all' | 'rid' };

/** Returns the extinction of the house rules; null where they have none, or contradict each other. */
export function extinctionOf(rules: readonly HouseRule[]): Extinction | null {
  const ends = sketchesOf(rules).filter((sketch) => sketch.kind === 'extinction');
  const [first] = ends;
  if (!first || ends.some((other) => other.result !== first.result || other.pieces.join() !== first.pieces.join())) return null;
  if (first.result === 'draw') return null;
  const [piece] = first.pieces;
  if (piece === undefined) return { of: first.result === 'win' ? 'rid' : 'all' };
  if (first.result === 'win') return null;
  return first.pieces.length > 1 ? { of: 'kind' } : { of: 'piece', type: (parseQpi(piece)?.letter ?? piece).toLowerCase() };
}

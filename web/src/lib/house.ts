// What a page makes of house rules: their order in a list, the squares that they lay something on, and whose loss ends a game.
import type { HouseRule, Sketch, SquareName as Square } from '../wire';
import { words } from '../words';
import { parseQpi } from './qpi';

/** In the order in which people look for them. */
export const byName = (rules: readonly HouseRule[]): HouseRule[] =>
  [...rules].sort((a, b) => a.name.localeCompare(b.name, words.code));

/** Squares on which something happens to whoever stands there. */
export interface Ground {
  poison: readonly Square[];
  arrival: readonly Square[];
}

const sketchesOf = (rules: readonly HouseRule[]): Sketch[] => rules.flatMap(({ sketches }) => sketches);

export function groundOf(rules: readonly HouseRule[]): Ground {
  const squares = (kind: 'poison' | 'arrival') => [
    ...new Set(sketchesOf(rules).flatMap((sketch) => (sketch.kind === kind ? sketch.squares : []))),
  ];
  return { poison: squares('poison'), arrival: squares('arrival') };
}

/** What is gone when a game ends by extinction: one piece (by its letter), one of several kinds, or all; and `rid` where that wins. */
export type Extinction = { of: 'piece'; type: string } | { of: 'kind' | 'all' | 'rid' };

/** `null` where the rules do not say it, or say more than one thing. */
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

// The goals of a board: squares on which a side wins when a piece of it arrives there, from the endings of a ruleset.
import type { Color, SquareName as Square } from '../wire';

/** Squares that are the goal of one side, or of both. */
export interface Goal {
  of: Color | 'both';
  squares: readonly Square[];
}

interface Ending {
  status: string;
  result?: string;
  squares?: readonly Square[];
  /** The squares of the second side, where they are others. */
  second?: readonly Square[];
}

/** Reads the goals of both sides from `ruleset.json`; a square of both is in one goal alone. */
export function goalsOf(manifest: string): readonly Goal[] {
  const { endings = [] } = JSON.parse(manifest) as { endings?: readonly Ending[] };
  const arrivals = endings.filter(({ status, result }) => status === 'arrival' && result === 'win');
  const first = new Set(arrivals.flatMap(({ squares = [] }) => squares));
  const second = new Set(arrivals.flatMap(({ squares = [], second: others = squares }) => others));
  const goals: Goal[] = [
    { of: 'both', squares: [...first].filter((square) => second.has(square)) },
    { of: 'w', squares: [...first].filter((square) => !second.has(square)) },
    { of: 'b', squares: [...second].filter((square) => !first.has(square)) },
  ];
  return goals.filter(({ squares }) => squares.length > 0);
}

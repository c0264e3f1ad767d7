// Enemy pieces as they were last seen, on squares that are out of sight now: the memory of a player in a game by sight. It stays in this browser.
import { turnNumbers } from '../game/turn-numbers';
import { parseCell } from '../lib/geometry';
import type { BoardView, Color, PieceView as Piece, SeenMove, SquareName as Square } from '../wire';

/** An enemy piece, and the number of plies that had been made when it was last seen on its square. */
export interface Sighting {
  piece: Piece;
  ply: number;
}

export type Sightings = ReadonlyMap<Square, Sighting>;

export const NO_SIGHTINGS: Sightings = new Map();

/** A capture by the player's last move, as far as it is known. */
export interface Capture {
  from: Square;
  to: Square;
  /** Letters of the captured pieces. */
  types: readonly string[];
  /** The square that the moderator named; null where none was. */
  square: Square | null;
}

const areNear = (one: Square, other: Square): boolean => {
  const [a, b] = [parseCell(one), parseCell(other)];
  return a !== null && b !== null && Math.max(Math.abs(a.file - b.file), Math.abs(a.rank - b.rank)) === 1;
};

/**
 * Returns the squares on which a capture took a piece that stood elsewhere than where the move arrived, as in passing: beside the square of arrival, or
 * wherever around it the only piece of that kind was seen.
 */
function takenAside(before: Sightings, { from, to, types }: Capture): Square[] {
  if (before.has(to)) return [];
  const beside = to.replace(/\d+$/, '') + from.replace(/^\D+/, '');
  return types.flatMap((type) => {
    const near = [...before].flatMap(([square, { piece }]) => (piece.type === type && areNear(square, to) ? [square] : []));
    return near.includes(beside) ? [beside] : near.length === 1 ? near : [];
  });
}

/**
 * Returns the sightings after a view of the board: on each square that is seen, what stands there replaces what stood there before. What the player's last
 * move captured is gone, also where the square is out of sight.
 */
export function sightingsAfter(before: Sightings, { pieces, seen = [] }: BoardView, ply: number, you: Color, capture: Capture | null = null): Sightings {
  const after = new Map(before);
  if (capture) for (const square of [...takenAside(before, capture), ...(capture.square === null ? [] : [capture.square])]) after.delete(square);
  for (const square of seen) {
    const piece = pieces[square];
    if (piece && piece.color !== you && !piece.neutral) after.set(square, { piece, ply });
    else after.delete(square);
  }
  return after;
}

/** Returns the number of the move as the list of moves counts, which both sides' turns have in common, of however many moves a turn is; 1 before the first. */
export const moveOf = ({ ply }: Sighting, moves: readonly Pick<SeenMove, 'ply' | 'by'>[]): number => turnNumbers(moves).get(ply) ?? 1;

export const printSightings = (sightings: Sightings): string => JSON.stringify([...sightings]);

/** Reads stored sightings; none where the text is damaged. */
export function parseSightings(text: string | null): Sightings {
  try {
    const stored = JSON.parse(text ?? '') as [Square, Sighting][];
    return new Map(stored.filter(([, { piece, ply }]) => typeof piece.qpi === 'string' && Number.isInteger(ply)));
  } catch {
    return NO_SIGHTINGS;
  }
}

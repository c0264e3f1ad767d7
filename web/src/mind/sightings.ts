// Enemy pieces as they were last seen, on squares that are out of sight now: the memory of a player in a game by sight. It stays in this browser.
import type { BoardView, Color, PieceView as Piece, SquareName as Square } from '../wire';

/** An enemy piece, and the number of plies that had been made when it was last seen on its square. */
export interface Sighting {
  piece: Piece;
  ply: number;
}

export type Sightings = ReadonlyMap<Square, Sighting>;

export const NO_SIGHTINGS: Sightings = new Map();

/** The place of the sightings of a game in storage, beside the other things of the game. */
export const sightingsKey = (gameId: string): string => `bc:${gameId}:seen`;

/** Returns the sightings after a view of the board: on each square that is seen, what stands there replaces what stood there before. */
export function sightingsAfter(before: Sightings, { pieces, seen = [] }: BoardView, ply: number, you: Color): Sightings {
  const after = new Map(before);
  for (const square of seen) {
    const piece = pieces[square];
    if (piece && piece.color !== you && !piece.neutral) after.set(square, { piece, ply });
    else after.delete(square);
  }
  return after;
}

/** Returns the number of the move as players count, which both sides' turns have in common; 1 before the first. */
export const moveOf = ({ ply }: Sighting): number => Math.max(1, Math.ceil(ply / 2));

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

// Identities of pieces across successive views, so that a moved piece glides instead of being redrawn.
import type { BoardView, PieceView as Piece, SquareName as Square } from '../wire';

export interface Tracked {
  id: number;
  cell: Square;
  piece: Piece;
}

const letterOf = (piece: Piece) => piece.qpi.replace(/[+-]/, '');

// Requirement gambit-114.
export function track(before: readonly Tracked[], pieces: BoardView['pieces']): Tracked[] {
  let next = before.reduce((highest, { id }) => Math.max(highest, id), 0) + 1;
  const after: Tracked[] = [];
  const appeared: [Square, Piece][] = [];
  const gone = new Map(before.map((tracked) => [tracked.cell, tracked]));
  for (const [cell, piece] of Object.entries(pieces)) {
    const stood = gone.get(cell);
    if (stood && stood.piece.color === piece.color && letterOf(stood.piece) === letterOf(piece)) {
      gone.delete(cell);
      after.push({ id: stood.id, cell, piece });
    } else {
      appeared.push([cell, piece]);
    }
  }
  for (const [cell, piece] of appeared) {
    const candidates = [...gone.values()].filter((tracked) => tracked.piece.color === piece.color);
    const same = candidates.find((tracked) => letterOf(tracked.piece) === letterOf(piece));
    // One piece left and one came: it moved, and was promoted.
    const mover = same ?? (candidates.length === 1 && appeared.length === 1 ? candidates[0] : undefined);
    if (mover) gone.delete(mover.cell);
    after.push({ id: mover?.id ?? next++, cell, piece });
  }
  return after.sort((a, b) => a.id - b.id);
}

export interface Change {
  from: Square[];
  to: Square[];
  /** Squares of own pieces that were captured. */
  lost: Square[];
}

/** Returns the visible changes between two views. */
export function changed(before: BoardView['pieces'], after: BoardView['pieces'], own: Piece['color']): Change {
  const from: Square[] = [];
  const to: Square[] = [];
  const lost: Square[] = [];
  for (const [cell, piece] of Object.entries(before)) {
    if (after[cell] === undefined) from.push(cell);
    else if (after[cell].color !== piece.color) to.push(cell);
  }
  for (const cell of Object.keys(after)) if (before[cell] === undefined) to.push(cell);
  const count = (pieces: BoardView['pieces']) => Object.values(pieces).filter((piece) => piece.color === own).length;
  if (count(after) < count(before)) {
    for (const [cell, piece] of Object.entries(before)) {
      if (piece.color === own && after[cell]?.color !== own) lost.push(cell);
    }
  }
  return { from, to, lost };
}

// Lines of a board of eight by eight, on which own pieces stand and enemies may.
import { cellName, parseCell } from '../lib/geometry';
import type { SquareName as Square } from '../wire';

/** A step in files and ranks. */
export type Step = readonly [file: number, rank: number];

export const STRAIGHT: readonly Step[] = [[1, 0], [-1, 0], [0, 1], [0, -1]];
export const DIAGONAL: readonly Step[] = [[1, 1], [-1, -1], [1, -1], [-1, 1]];
export const ALL_WAYS: readonly Step[] = [...STRAIGHT, ...DIAGONAL];
const LEAPS: readonly Step[] = [[1, 2], [2, 1], [-1, 2], [-2, 1], [1, -2], [2, -1], [-1, -2], [-2, -1]];

const SIZE = 8;

type IsOwn = (square: Square) => boolean;

/** Returns the square at a step; null beyond the edge. */
export function next(from: Square, [file, rank]: Step): Square | null {
  const at = parseCell(from);
  if (!at) return null;
  const to = { file: at.file + file, rank: at.rank + rank };
  return to.file >= 0 && to.file < SIZE && to.rank >= 0 && to.rank < SIZE ? cellName(to) : null;
}

/** Returns the squares from one on, up to an own piece or the edge. */
export function ray(from: Square, step: Step, isOwn: IsOwn): Square[] {
  const squares: Square[] = [];
  for (let square = next(from, step); square !== null && !isOwn(square); square = next(square, step)) squares.push(square);
  return squares;
}

/** Returns the squares that a knight reaches, without those of own pieces. */
export const leaps = (from: Square, isOwn: IsOwn): Square[] =>
  LEAPS.flatMap((step) => next(from, step) ?? []).filter((square) => !isOwn(square));

/** Returns the step of the line from one square to another; null where they are on no common rank, file or diagonal. */
export function stepBetween(from: Square, to: Square): Step | null {
  const [a, b] = [parseCell(from), parseCell(to)];
  if (!a || !b) return null;
  const [file, rank] = [b.file - a.file, b.rank - a.rank];
  if ((file === 0 && rank === 0) || (file !== 0 && rank !== 0 && Math.abs(file) !== Math.abs(rank))) return null;
  return [Math.sign(file), Math.sign(rank)];
}

/** Returns the squares between two squares of a line. */
export function between(from: Square, to: Square): Square[] {
  const step = stepBetween(from, to);
  const squares: Square[] = [];
  for (let square = step && next(from, step); step && square !== null && square !== to; square = next(square, step)) squares.push(square);
  return squares;
}

/**
 * Returns the squares from which an enemy may look at the king through an own piece, once that has left its square; none where none can: the piece is on no
 * line of the king, or another own piece is on it.
 */
export function pinningSquares(king: Square, piece: Square, to: Square, isOwn: IsOwn): Square[] {
  const step = stepBetween(king, piece);
  if (!step || between(king, piece).some(isOwn)) return [];
  // Along the line of the pin it may move.
  const way = stepBetween(king, to);
  if (way && way[0] === step[0] && way[1] === step[1]) return [];
  return ray(piece, step, isOwn);
}

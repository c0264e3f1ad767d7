// Squares of a drawn board: names, coordinates and orientation. Any size, any game.
import type { Color, SquareName as Square } from '../wire';

export interface Shape {
  files: number;
  ranks: number;
}

/** A point on the drawing: columns from the left, rows from the top. */
export interface Point {
  x: number;
  y: number;
}

export interface Coordinates {
  file: number;
  rank: number;
}

const CELL = /^([a-z]{1,2})([1-9][0-9]{0,2})$/;

/** Parses `e4` into file 4, rank 3 (both from zero). */
export function parseCell(cell: Square): Coordinates | null {
  const parts = CELL.exec(cell);
  if (!parts) return null;
  const [, letters = '', digits = ''] = parts;
  const last = letters.charCodeAt(letters.length - 1) - 97;
  const file = letters.length === 1 ? last : (letters.charCodeAt(0) - 96) * 26 + last;
  return { file, rank: Number(digits) - 1 };
}

export function fileName(file: number): string {
  const letter = String.fromCharCode(97 + (file % 26));
  return file < 26 ? letter : String.fromCharCode(96 + Math.floor(file / 26)) + letter;
}

export function cellName({ file, rank }: Coordinates): Square {
  return fileName(file) + String(rank + 1);
}

/** Returns where a square is drawn, with the side `bottom` at the bottom. */
export function pointOf(cell: Square, shape: Shape, bottom: Color): Point | null {
  const at = parseCell(cell);
  if (!at || at.file >= shape.files || at.rank >= shape.ranks) return null;
  return bottom === 'w'
    ? { x: at.file, y: shape.ranks - 1 - at.rank }
    : { x: shape.files - 1 - at.file, y: at.rank };
}

export function cellAt({ x, y }: Point, shape: Shape, bottom: Color): Square | null {
  if (x < 0 || y < 0 || x >= shape.files || y >= shape.ranks) return null;
  return bottom === 'w'
    ? cellName({ file: x, rank: shape.ranks - 1 - y })
    : cellName({ file: shape.files - 1 - x, rank: y });
}

/** Returns all squares, row by row as drawn. */
export function rowsOf(shape: Shape, bottom: Color): Square[][] {
  return Array.from({ length: shape.ranks }, (_, y) =>
    Array.from({ length: shape.files }, (_, x) => cellAt({ x, y }, shape, bottom) ?? ''),
  );
}

/** Returns whether a square is dark; `a1` is. */
export function isDark(cell: Square): boolean {
  const at = parseCell(cell);
  return at !== null && (at.file + at.rank) % 2 === 0;
}

export type Direction = 'left' | 'right' | 'up' | 'down' | 'home' | 'end';

/** Returns the square to which a cursor key leads; at an edge the same one. */
export function step(cell: Square, direction: Direction, shape: Shape, bottom: Color): Square {
  const from = pointOf(cell, shape, bottom);
  if (!from) return cell;
  const to: Record<Direction, Point> = {
    left: { x: from.x - 1, y: from.y },
    right: { x: from.x + 1, y: from.y },
    up: { x: from.x, y: from.y - 1 },
    down: { x: from.x, y: from.y + 1 },
    home: { x: 0, y: from.y },
    end: { x: shape.files - 1, y: from.y },
  };
  return cellAt(to[direction], shape, bottom) ?? cell;
}

/** Returns the smallest shape that contains these squares and is no smaller than `least`. */
export function shapeAround(cells: Iterable<Square>, least: Shape): Shape {
  let { files, ranks } = least;
  for (const cell of cells) {
    const at = parseCell(cell);
    if (at) {
      files = Math.max(files, at.file + 1);
      ranks = Math.max(ranks, at.rank + 1);
    }
  }
  return { files, ranks };
}

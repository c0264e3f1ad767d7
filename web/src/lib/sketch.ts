// Geometry of house rule pictures: the part of the board that a picture shows. RuleSketch draws it.
import type { Sketch, SquareName as Square } from '../wire';
import { parseCell, type Coordinates } from './geometry';

/** The fewest squares along a side of a picture, so that a piece has space around it. */
const LEAST = 3;

/** The square part of a board that a picture shows, by its lower left square. */
export interface Window {
  file: number;
  rank: number;
  side: number;
}

/** Returns the smallest window that contains these squares. */
export function windowAround(cells: readonly Square[], files: number, ranks: number, least = LEAST): Window {
  const found = cells.map(parseCell).filter((at): at is Coordinates => at !== null);
  const span = (values: number[]) => Math.max(...values) - Math.min(...values) + 1;
  const [xs, ys] = [found.map(({ file }) => file), found.map(({ rank }) => rank)];
  if (found.length === 0) return { file: 0, rank: 0, side: Math.min(files, ranks) };
  const side = Math.min(Math.max(span(xs), span(ys), least), Math.max(files, ranks));
  return { file: start(xs, side, files), rank: start(ys, side, ranks), side };
}

/** Returns the start of the window, which centres its squares and stays on the board where possible. */
function start(values: number[], side: number, size: number): number {
  const middle = (Math.min(...values) + Math.max(...values)) / 2;
  return Math.max(0, Math.min(size - side, Math.round(middle - (side - 1) / 2)));
}

/** Returns the place of a square in its window, in tenths of squares from the upper left. */
export function placeIn({ file, rank, side }: Window, cell: Square): { x: number; y: number } {
  const at = parseCell(cell) ?? { file, rank };
  return { x: (at.file - file) * 10, y: (side - 1 - (at.rank - rank)) * 10 };
}

/** Returns the squares of a window row by row. */
export function squaresOf({ file, rank, side }: Window, files: number, ranks: number): { x: number; y: number; dark: boolean }[] {
  const squares = [];
  for (let row = 0; row < side; row += 1) {
    for (let column = 0; column < side; column += 1) {
      const [f, r] = [file + column, rank + side - 1 - row];
      if (f < files && r < ranks) squares.push({ x: column * 10, y: row * 10, dark: (f + r) % 2 === 0 });
    }
  }
  return squares;
}

/** Returns the squares that a picture must show. */
export function cellsOf(sketch: Sketch): Square[] {
  switch (sketch.kind) {
    case 'moves':
      return [sketch.from, ...[...sketch.added, ...sketch.removed].map(({ to }) => to)];
    case 'arrival':
    case 'poison':
      return [...sketch.squares];
    case 'blast':
      return [sketch.at, ...sketch.squares];
    default:
      return [];
  }
}

// Pictures of house rules: which squares of a board a picture shows, and what stands and leads where. Drawing is RuleSketch's.
import type { Sketch, SquareName as Square } from '../wire';
import { parseCell, type Coordinates } from './geometry';

/** The least squares along a side of a picture, so that a piece has air around it. */
const LEAST = 3;

/** The part of a board that a picture shows: as wide as high, with its lower left square. */
export interface Window {
  file: number;
  rank: number;
  side: number;
}

/** The smallest square part of a board that holds these squares. */
export function windowAround(cells: readonly Square[], files: number, ranks: number, least = LEAST): Window {
  const found = cells.map(parseCell).filter((at): at is Coordinates => at !== null);
  const span = (values: number[]) => Math.max(...values) - Math.min(...values) + 1;
  const [xs, ys] = [found.map(({ file }) => file), found.map(({ rank }) => rank)];
  if (found.length === 0) return { file: 0, rank: 0, side: Math.min(files, ranks) };
  const side = Math.min(Math.max(span(xs), span(ys), least), Math.max(files, ranks));
  return { file: start(xs, side, files), rank: start(ys, side, ranks), side };
}

/** Where the window begins, so that what it shows stands in its middle and it does not leave the board where it need not. */
function start(values: number[], side: number, size: number): number {
  const middle = (Math.min(...values) + Math.max(...values)) / 2;
  return Math.max(0, Math.min(size - side, Math.round(middle - (side - 1) / 2)));
}

/** The place of a square in its window, in tenths of squares from the upper left. */
export function placeIn({ file, rank, side }: Window, cell: Square): { x: number; y: number } {
  const at = parseCell(cell) ?? { file, rank };
  return { x: (at.file - file) * 10, y: (side - 1 - (at.rank - rank)) * 10 };
}

/** The squares of a window row by row, each with whether it is dark. */
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

/** The cells that matter in a picture of a board. */
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

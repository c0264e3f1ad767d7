// Zones of a board, found from how lone pieces move: where a royal piece is confined, where a river stops others, from where pieces promote. The goals
// are named by the rules.
import type { Color, SquareName as Square } from '../wire';
import { cellName, parseCell, type Coordinates, type Shape } from './geometry';
import { goalsOf, type Goal } from './goals';

/** Moves of a lone piece: the squares that it may try, and its promotions on the way. */
export interface LonePieces {
  tries(first: boolean, own: string, from: string): string;
  choices(first: boolean, own: string, from: string, to: string): string;
}

export interface Zones {
  /** Squares of each palace. */
  palaces: readonly (readonly Square[])[];
  /** Steps askew of pieces that stay in a palace, as pairs of squares. */
  diagonals: readonly (readonly [Square, Square])[];
  /** The rank, from zero, above which the river flows. */
  river: number | null;
  /** Ranks, from zero, above which a line shows where promotion begins, for either side. */
  promotion: readonly number[];
  goals: readonly Goal[];
}

const TOKEN = /([0-9]+)|([+-]?[A-Za-z]\^?)'?/g;
const splitList = (text: string): Square[] => (text === '' ? [] : text.split(' '));

interface Mover {
  first: boolean;
  /** The identity without its style. */
  pin: string;
  qpi: string;
  at: Square;
}

/** Returns one piece of each kind in the initial position, with its square. */
function moversOf(start: string, { ranks }: Shape): Mover[] {
  const [placement = '', , turn = ''] = start.split(' ');
  const found = new Map<string, Mover>();
  for (const [row, text] of placement.split('/').entries()) {
    let file = 0;
    for (const [, gap, pin] of text.matchAll(TOKEN)) {
      if (pin === undefined) {
        file += Number(gap);
        continue;
      }
      const first = pin === pin.toUpperCase();
      const style = (first ? /[A-Z]/ : /[a-z]/).exec(turn)?.[0] ?? '';
      if (!found.has(pin)) found.set(pin, { first, pin, qpi: `${style}:${pin}`, at: cellName({ file, rank: ranks - 1 - row }) });
      file += 1;
    }
  }
  return [...found.values()];
}

/**
 * Returns the squares that a lone piece can ever reach, or null as soon as they are more than `most`. Of a royal piece only steps count that it can
 * take back: a capture along an open line, which some have, is not how it gets about.
 */
function territory(lone: LonePieces, { first, pin, qpi, at }: Mover, most: number): Map<Square, Square[]> | null {
  const steps = new Map<Square, Square[]>();
  const waiting = [at];
  for (let from = waiting.pop(); from !== undefined; from = waiting.pop()) {
    if (steps.has(from)) continue;
    const to = splitList(lone.tries(first, `${from}=${qpi}`, from)).filter(
      (end) => !pin.endsWith('^') || (isStep(from, end) && splitList(lone.tries(first, `${end}=${qpi}`, end)).includes(from)),
    );
    steps.set(from, to);
    if (steps.size > most) return null;
    waiting.push(...to);
  }
  return steps;
}

/** Returns the zones of the board of a ruleset, of which `manifest` is `ruleset.json`. */
export function zonesOf(lone: LonePieces, start: string, shape: Shape, manifest: string): Zones {
  const goals = goalsOf(manifest);
  const movers = moversOf(start, shape);
  const squares = shape.files * shape.ranks;
  const palaces: Square[][] = [];
  for (const mover of movers.filter(({ pin }) => pin.endsWith('^'))) {
    const found = territory(lone, mover, Math.floor(squares / 4));
    if (found && found.size > 1) palaces.push([...found.keys()]);
  }
  if (movers.length === 0) return { palaces: [], diagonals: [], river: null, promotion: [], goals };
  const diagonals = new Map<string, [Square, Square]>();
  /** The last rank of confined pieces of the first side, and the first rank of those of the second. */
  const bounds: Record<Color, number[]> = { w: [], b: [] };
  for (const mover of palaces.length > 0 ? movers : []) {
    const found = territory(lone, mover, Math.floor(squares / 3));
    if (!found || found.size < 2) continue;
    const palace = palaces.find((palace) => [...found.keys()].every((cell) => palace.includes(cell)));
    if (palace) {
      const steps = [...found].flatMap(([from, ends]) => ends.filter((to) => isAskew(from, to)).map((to) => [from, to] as const));
      for (const [from, to] of steps.flatMap((step) => mirrored(step, palace))) diagonals.set([from, to].sort().join(), [from, to]);
    } else {
      const ranks = [...found.keys()].map((cell) => parseCell(cell)?.rank ?? 0);
      // Who gets to the far end is not stopped by anything.
      if (mover.first && Math.max(...ranks) < shape.ranks - 1) bounds.w.push(Math.max(...ranks));
      if (!mover.first && Math.min(...ranks) > 0) bounds.b.push(Math.min(...ranks));
    }
  }
  const [lower, upper] = [Math.max(...bounds.w), Math.min(...bounds.b)];
  return {
    palaces,
    diagonals: [...diagonals.values()],
    river: bounds.w.length > 0 && upper === lower + 1 ? lower : null,
    promotion: promotionLines(lone, movers, shape),
    goals,
  };
}

/** Returns a step; one to or from the centre of a palace with its reflections, since a piece that is uncovered by its first step makes no other. */
function mirrored(step: readonly [Square, Square], palace: readonly Square[]): (readonly [Square, Square])[] {
  const cells = palace.map((cell) => parseCell(cell) ?? { file: 0, rank: 0 });
  const sum = (places: readonly number[]) => Math.min(...places) + Math.max(...places);
  const [width, height] = [sum(cells.map(({ file }) => file)), sum(cells.map(({ rank }) => rank))];
  const [from, to] = [parseCell(step[0]), parseCell(step[1])];
  const isCentral = [from, to].some((cell) => cell !== null && cell.file * 2 === width && cell.rank * 2 === height);
  if (!isCentral || from === null || to === null) return [step];
  const reflections = [false, true].flatMap((files) =>
    [false, true].map((ranks) => ({ file, rank }: Coordinates) => cellName({ file: files ? width - file : file, rank: ranks ? height - rank : rank })),
  );
  return reflections.map((reflect) => [reflect(from), reflect(to)] as const);
}

function isStep(from: Square, to: Square): boolean {
  const [a, b] = [parseCell(from), parseCell(to)];
  return a !== null && b !== null && Math.max(Math.abs(a.file - b.file), Math.abs(a.rank - b.rank)) === 1;
}

function isAskew(from: Square, to: Square): boolean {
  const [a, b] = [parseCell(from), parseCell(to)];
  return a !== null && b !== null && a.file !== b.file && Math.abs(a.file - b.file) === Math.abs(a.rank - b.rank);
}

/** Returns the lines from which on steps forwards promote, where that is not the last rank alone. */
function promotionLines(lone: LonePieces, movers: readonly Mover[], { files, ranks }: Shape): number[] {
  const lines = new Set<number>();
  const file = Math.floor(files / 2);
  for (const { first, qpi } of movers) {
    for (let step = 1; step < ranks - 1; step += 1) {
      const [from, to] = first ? [step - 1, step] : [ranks - step, ranks - 1 - step];
      const [source, target] = [cellName({ file, rank: from }), cellName({ file, rank: to })];
      if (lone.choices(first, `${source}=${qpi}`, source, target) === '') continue;
      // The line lies below the rank for the first side, and above it for the second.
      lines.add(first ? to - 1 : to);
      break;
    }
  }
  return [...lines].filter((line) => line > 0 && line < ranks - 2).sort((a, b) => a - b);
}

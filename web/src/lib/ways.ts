// The ways of a kind of piece, found by asking the rules about a piece that stands alone.
import type { SquareName as Square } from '../wire';
import { parseFeen, printFeen, type Board } from './feen';
import { cellName, parseCell, type Shape } from './geometry';
import type { EngineChannel } from './legal';
import type { LonePieces } from './zones';

/** A square to which a piece goes, and how. */
export interface Way {
  to: Square;
  quiet: boolean;
  capture: boolean;
}

export interface Ways {
  from: Square;
  ways: readonly Way[];
  /** Ways over another piece, and the squares of the pieces that are jumped over. */
  over: readonly Way[];
  screens: readonly Square[];
}

interface Answer {
  message_type: string;
  moves?: Record<string, Square[]>;
}

const splitList = (text: string): Square[] => (text === '' ? [] : text.split(' '));

/** Squares that are tried for the royal piece of the other side. */
const HOMES_MAX = 8;

const isRoyal = (qpi: string): boolean => qpi.endsWith('^');

/** Tells ways for the pieces of the side that moves first. */
export class WaysReader {
  readonly #lone: LonePieces;
  readonly #channel: EngineChannel;
  readonly #start: Board;
  /** A piece of the other side that is there to be captured. */
  readonly #victim: Board['pieces'][string] | undefined;

  /** The royal piece of the other side, where it has one alone. */
  readonly #royal: { cell: Square; piece: Board['pieces'][string] } | null;

  constructor(lone: LonePieces, channel: EngineChannel, start: Board) {
    this.#lone = lone;
    this.#channel = channel;
    this.#start = start;
    channel.send(JSON.stringify({ message_type: 'options', square_case: 'lower' }));
    const standing = Object.entries(start.pieces);
    // That of which there are most attacks least.
    const theirs = standing.filter(([, { color, qpi }]) => color === 'b' && !qpi.endsWith('^')).map(([, piece]) => piece);
    const countOf = (qpi: string) => theirs.filter((piece) => piece.qpi === qpi).length;
    const [most] = [...theirs].sort((a, b) => countOf(b.qpi) - countOf(a.qpi));
    const [royal, ...more] = standing.filter(([, { color, qpi }]) => color === 'b' && isRoyal(qpi));
    this.#royal = royal && more.length === 0 ? { cell: royal[0], piece: royal[1] } : null;
    // A right such as to move twice belongs to the square at the beginning.
    this.#victim = most && { ...most, qpi: most.qpi.replace(/[+-]/, '') };
  }

  /** Returns whether a piece of this identity goes anywhere. */
  goes(qpi: string): boolean {
    return this.#squares().some((cell) => this.#tries(qpi, cell).length > 0) || this.#jumps(qpi);
  }

  /** Returns the ways of a piece from the square from which it has most, near the middle of the board. */
  ways(qpi: string): Ways | null {
    const from = this.#bestSquare(qpi) ?? (this.#jumps(qpi) ? this.#middle() : null);
    if (from === null) return null;
    const tries = this.#tries(qpi, from);
    const royal = this.#royal;
    // The others stay where they begin, out of its way: without them the game might be over. A royal piece takes the place of its like.
    const others = Object.fromEntries(
      Object.entries(this.#start.pieces).filter(([cell, { color, qpi: other }]) => {
        if (cell === royal?.cell || (isRoyal(qpi) && isRoyal(other) && color === 'w')) return false;
        return isRoyal(other) || (!tries.includes(cell) && !isNear(cell, from) && !areInLine(from, cell));
      }),
    );
    const alone = { ...others, [from]: { color: 'w' as const, type: '', qpi } };
    const boards = royal ? this.#homes(royal.cell, from, alone, tries).map((home) => ({ ...alone, [home]: royal.piece })) : [alone];
    const pieces = boards.find((board) => this.#moves(board, from) !== null) ?? alone;
    const quiet = this.#moves(pieces, from);
    // A position that the rules refuse tells nothing: then each square is one for both.
    if (!quiet) return { from, ways: tries.map((to) => ({ to, quiet: true, capture: true })), over: [], screens: [] };
    const victim = this.#victim;
    const ways = [...new Set([...tries, ...quiet])].filter((to) => to !== from).map((to): Way => {
      if (others[to]) return { to, quiet: false, capture: quiet.includes(to) };
      const taking = victim ? this.#moves({ ...pieces, [to]: victim }, from) : null;
      return { to, quiet: quiet.includes(to), capture: taking?.includes(to) ?? tries.includes(to) };
    });
    return { from, ways: ways.filter((way) => way.quiet || way.capture), ...this.#over(pieces, from, ways) };
  }

  /**
   * Returns squares for the royal piece of the other side, the best first: where it begins, unless that is in line with the piece that moves. There
   * every other move would give check.
   */
  #homes(begins: Square, from: Square, pieces: Board['pieces'], tries: readonly Square[] = []): Square[] {
    if (!areInLine(begins, from)) return [begins];
    const aside = this.#squares().filter((cell) => !pieces[cell] && !areInLine(cell, from) && !isNear(cell, from));
    // Most of all it must see no square to which the piece goes: there it might give check, or face the other royal piece.
    const weightOf = (to: Square) => (tries.includes(to) && isNear(to, from) ? 9 : pieces[to]?.color === 'w' ? 1 : 0);
    const minded = this.#squares().map((to) => ({ to, weight: weightOf(to) })).filter(({ weight }) => weight > 0);
    const weighed = aside.map((cell) => ({ cell, sees: minded.reduce((sum, { to, weight }) => sum + (areInLine(to, cell) ? weight : 0), 0), far: apart(cell, begins) }));
    return [...weighed.sort((a, b) => a.sees - b.sees || a.far - b.far).slice(0, HOMES_MAX).map(({ cell }) => cell), begins];
  }

  /** Returns the ways over a piece beside the one that moves, in each direction, which it has not without that piece. */
  #over(pieces: Board['pieces'], from: Square, ways: readonly Way[]): Pick<Ways, 'over' | 'screens'> {
    const victim = this.#victim;
    const found = new Map<Square, Way[]>();
    for (const line of victim ? linesFrom(from, this.#start.shape) : []) {
      const [screen, ...beyond] = line.filter((cell) => !pieces[cell]);
      if (victim === undefined || screen === undefined || screen !== line[0]) continue;
      const screened = { ...pieces, [screen]: victim };
      const quiet = this.#moves(screened, from) ?? [];
      const over = beyond.map((to): Way => {
        const alone = ways.find((way) => way.to === to);
        return {
          to,
          quiet: quiet.includes(to) && !alone?.quiet,
          capture: !alone?.capture && this.#moves({ ...screened, [to]: victim }, from)?.includes(to) === true,
        };
      });
      const own = over.filter((way) => way.quiet || way.capture);
      if (own.length > 0) found.set(screen, own);
    }
    return { over: [...found.values()].flat(), screens: [...found.keys()] };
  }

  /** Returns whether a piece goes over another one, from the middle of the board. */
  #jumps(qpi: string): boolean {
    const from = this.#middle();
    const pieces = Object.fromEntries(Object.entries(this.#start.pieces).filter(([cell, { qpi: other }]) => isRoyal(other) && cell !== this.#royal?.cell));
    const royal = this.#royal;
    const alone = { ...pieces, [from]: { color: 'w' as const, type: '', qpi } };
    const [home] = royal ? this.#homes(royal.cell, from, alone) : [];
    return !isRoyal(qpi) && this.#over(home !== undefined && royal ? { ...alone, [home]: royal.piece } : alone, from, []).over.length > 0;
  }

  #middle(): Square {
    const { files, ranks } = this.#start.shape;
    return cellName({ file: Math.floor((files - 1) / 2), rank: Math.floor((ranks - 1) / 2) });
  }

  #squares(): Square[] {
    const { files, ranks } = this.#start.shape;
    return Array.from({ length: files * ranks }, (_, index) => cellName({ file: index % files, rank: Math.floor(index / files) }));
  }

  #tries(qpi: string, from: Square): Square[] {
    return splitList(this.#lone.tries(true, `${from}=${qpi}`, from));
  }

  #moves(pieces: Board['pieces'], from: Square): Square[] | null {
    const feen = printFeen({ shape: this.#start.shape, pieces, toMove: 'w' });
    const answer = JSON.parse(this.#channel.send(JSON.stringify({ message_type: 'set_position', feen })).split('\n')[0] ?? '{}') as Answer;
    return answer.message_type === 'next_legal_moveset' ? (answer.moves?.[from] ?? []) : null;
  }

  #bestSquare(qpi: string): Square | null {
    const standing = Object.entries(this.#start.pieces).filter(([, piece]) => piece.qpi === qpi).map(([cell]) => cell);
    const distance = (cell: Square) => apart(cell, this.#middle());
    // Squares that it can reach from where it begins; a piece that is not there at the beginning may be anywhere.
    const reached = standing.length > 0 ? this.#reached(qpi, standing) : new Set(this.#squares());
    let best: { cell: Square; count: number } | null = null;
    for (const cell of [...reached].sort((a, b) => distance(a) - distance(b))) {
      const count = this.#tries(qpi, cell).length;
      if (count > 0 && (best === null || (count > best.count && distance(cell) <= distance(best.cell) + 1))) best = { cell, count };
    }
    return best?.cell ?? null;
  }

  #reached(qpi: string, standing: readonly Square[]): Set<Square> {
    const reached = new Set<Square>();
    const waiting = [...standing];
    for (let cell = waiting.pop(); cell !== undefined; cell = waiting.pop()) {
      if (reached.has(cell)) continue;
      reached.add(cell);
      waiting.push(...this.#tries(qpi, cell));
    }
    return reached;
  }
}

/** Returns the number of steps along ranks and files from one square to another. */
function apart(one: Square, other: Square): number {
  const [a, b] = [parseCell(one), parseCell(other)];
  return a && b ? Math.abs(a.file - b.file) + Math.abs(a.rank - b.rank) : 0;
}

/** Returns whether two squares are so near that a piece on one may stand in the way of one on the other. */
function isNear(one: Square, other: Square): boolean {
  const [a, b] = [parseCell(one), parseCell(other)];
  return a !== null && b !== null && Math.max(Math.abs(a.file - b.file), Math.abs(a.rank - b.rank)) <= 2;
}

const DIRECTIONS = [[0, 1], [1, 0], [0, -1], [-1, 0], [1, 1], [1, -1], [-1, -1], [-1, 1]] as const;

/** Returns the squares of each straight line from a square to the edge, the nearest first. */
function linesFrom(from: Square, { files, ranks }: Shape): Square[][] {
  const at = parseCell(from) ?? { file: 0, rank: 0 };
  return DIRECTIONS.map(([right, up]) => {
    const line: Square[] = [];
    for (let file = at.file + right, rank = at.rank + up; file >= 0 && file < files && rank >= 0 && rank < ranks; file += right, rank += up) line.push(cellName({ file, rank }));
    return line;
  });
}

/** Returns whether a straight line leads from one square to another. */
function areInLine(one: Square, other: Square): boolean {
  const [a, b] = [parseCell(one), parseCell(other)];
  if (!a || !b) return false;
  const [right, up] = [Math.abs(b.file - a.file), Math.abs(b.rank - a.rank)];
  return right === 0 || up === 0 || right === up;
}

/** Parses the initial position for a reader. */
export function readerOf(lone: LonePieces & { engine(): EngineChannel }, start: string): WaysReader | null {
  const board = parseFeen(start);
  return board && new WaysReader(lone, lone.engine(), board);
}

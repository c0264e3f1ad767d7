// The ways of a kind of piece, found by asking the rules about a piece that stands alone.
import type { Color, SquareName as Square } from '../wire';
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

/** Tells ways for the pieces of the side that moves first. */
export class WaysReader {
  readonly #lone: LonePieces;
  readonly #channel: EngineChannel;
  readonly #start: Board;
  /** A piece of the other side that is there to be captured. */
  readonly #victim: Board['pieces'][string] | undefined;

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
    const isRoyal = (other: string) => other.endsWith('^');
    // The others stay where they begin, out of its way: without them the game might be over. A royal piece takes the place of its like, and nothing
    // of the other side may attack it.
    const others = Object.fromEntries(
      Object.entries(this.#start.pieces).filter(([cell, { color, qpi: other }]) => {
        if (isRoyal(qpi) && isRoyal(other) !== (color === 'b')) return false;
        return isRoyal(other) || (!tries.includes(cell) && !isNear(cell, from) && !areInLine(from, cell));
      }),
    );
    const alone = { ...others, [from]: { color: 'w' as const, type: '', qpi } };
    const refused = this.#moves(alone, from) === null;
    const pieces = refused ? this.#parted(alone, tries) : alone;
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

  /** Puts a piece between royal pieces that would face each other, on no way of the piece that moves. */
  #parted(pieces: Board['pieces'], tries: readonly Square[]): Board['pieces'] {
    const royal = (side: Color) => Object.entries(pieces).find(([, { color, qpi }]) => color === side && qpi.endsWith('^'))?.[0];
    const [own, other] = [royal('w'), royal('b')];
    if (!own || !other || !this.#victim || !areInLine(own, other)) return pieces;
    const line = linesFrom(other, this.#start.shape).find((cells) => cells.includes(own)) ?? [];
    const free = line.slice(0, line.indexOf(own)).find((cell) => !pieces[cell] && !tries.includes(cell));
    return free === undefined ? pieces : { ...pieces, [free]: this.#victim };
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
    const royal = Object.fromEntries(Object.entries(this.#start.pieces).filter(([cell, { qpi: other }]) => other.endsWith('^') && !areInLine(from, cell)));
    return !qpi.endsWith('^') && this.#over({ ...royal, [from]: { color: 'w', type: '', qpi } }, from, []).over.length > 0;
  }

  #middle(): Square {
    return [...this.#squares()].sort((a, b) => this.#distance(a) - this.#distance(b))[0] ?? 'a1';
  }

  /** Returns how far a square is from the middle. One in line with a royal piece of the other side is worse by two squares: there every move may give check. */
  #distance(cell: Square): number {
    const { files, ranks } = this.#start.shape;
    const at = parseCell(cell) ?? { file: 0, rank: 0 };
    const checks = Object.entries(this.#start.pieces).some(([other, { color, qpi }]) => color === 'b' && qpi.endsWith('^') && areInLine(cell, other));
    return Math.abs(at.file - (files - 1) / 2) + Math.abs(at.rank - (ranks - 1) / 2) + (checks ? 2 : 0);
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
    const distance = (cell: Square) => this.#distance(cell);
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

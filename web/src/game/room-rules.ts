// Parts of a room's rules that the page needs to draw its facts: the first position, and the letters of named pieces.
import { parseFeen } from '../lib/feen';
import { cellName, parseCell, type Shape } from '../lib/geometry';
import { parseQpi } from '../lib/qpi';
import type { BoardView, Color, PieceView, SquareName as Square } from '../wire';
import type { NamedRules } from './room-named';

/** The used part of `ruleset.json`. */
interface Manifest {
  initial: string;
  pieces: Record<string, { name: string }>;
  mechanics?: readonly { mechanic: string; moves?: number }[];
}

export interface RoomRules {
  shape: Shape;
  /** The pieces of the first position, with the numbers of their squares, by the numbers that facts give them: square by square from `a1`. */
  first: ReadonlyMap<number, PieceView & { number: number }>;
  /** The first position. */
  start: BoardView['pieces'];
  /** Letters of the pieces by name. */
  letters: ReadonlyMap<string, string>;
  /** Number of moves in a turn. */
  movesPerTurn: number;
  /** Additions of another ruleset than chess, where facts tell each piece in full. */
  named?: NamedRules;
}

const CHESS: Manifest = {
  initial: '+rnbq+k^bn+r/+p+p+p+p+p+p+p+p/8/8/8/8/+P+P+P+P+P+P+P+P/+RNBQ+K^BN+R / C/c',
  pieces: {
    'C:K': { name: 'king' }, 'C:Q': { name: 'queen' }, 'C:R': { name: 'rook' }, 'C:B': { name: 'bishop' }, 'C:N': { name: 'knight' }, 'C:P': { name: 'pawn' },
  },
};

/** Reads the rules from `ruleset.json`; without it, or where it has no flat board, they are those of chess. */
export function roomRules(manifest: string | null): RoomRules {
  return (manifest === null ? null : readRules(JSON.parse(manifest) as Manifest)) ?? (readRules(CHESS) as RoomRules);
}

function readRules({ initial, pieces, mechanics = [] }: Manifest): RoomRules | null {
  const board = parseFeen(initial);
  if (!board) return null;
  const { shape } = board;
  const standing = Object.entries(board.pieces).map(([cell, piece]) => ({ ...piece, number: numberOf(cell, shape) }));
  standing.sort((a, b) => a.number - b.number);
  return {
    shape,
    start: board.pieces,
    first: new Map(standing.map((piece, index) => [index + 1, piece])),
    letters: new Map(Object.entries(pieces).flatMap(([qpi, { name }]) => [[name, parseQpi(qpi)?.letter.toLowerCase() ?? '']])),
    movesPerTurn: mechanics.find(({ mechanic }) => mechanic === 'turn')?.moves ?? 1,
  };
}

/** Returns the number of a square in facts. */
function numberOf(cell: Square, shape: Shape): number {
  const { file, rank } = parseCell(cell) ?? { file: 0, rank: 0 };
  return rank * shape.files + file;
}

export const squareNumbered = (number: number, { files }: Shape): Square => cellName({ file: number % files, rank: Math.floor(number / files) });

/** The facts about one piece. */
export interface PieceFacts {
  letter: string;
  color: Color;
  cell: Square;
  hasMoved: boolean;
  /** True if it has just passed over a square, where it may be taken. */
  passed: boolean;
  points?: number | undefined;
}

/**
 * Returns a piece as the board and the engine know it. What still has the right of its first move has `+`: a pawn also when it has stepped back to where
 * pawns start. What may be taken in passing has `-`.
 */
export function viewOfPiece({ letter, color, cell, hasMoved, passed, points }: PieceFacts, { start }: RoomRules): PieceView {
  const alike = Object.values(start).find((piece) => piece.color === color && piece.type === letter);
  const home = start[cell];
  const isHome = home?.color === color && home.type === letter && home.qpi.includes('+') && (!hasMoved || letter === 'p');
  const state = passed ? '-' : isHome ? '+' : '';
  const cased = (text: string) => (color === 'w' ? text.toUpperCase() : text.toLowerCase());
  const style = (alike ?? Object.values(start)[0])?.qpi.split(':')[0] ?? 'C';
  const qpi = `${cased(style)}:${state}${cased(letter)}${alike?.qpi.includes('^') ? '^' : ''}`;
  return { color, type: letter, qpi, ...(points !== undefined && { points }) };
}

/** Returns the pieces of a position in FEN, as a finished room of chess shows them. */
export function piecesOfFen(fen: string, rules: RoomRules): BoardView['pieces'] {
  const board = parseFeen(`${fen.split(' ')[0] ?? ''} / C/c`);
  const pieces = Object.entries(board?.pieces ?? {});
  return Object.fromEntries(pieces.map(([cell, { color, type }]) => [cell, viewOfPiece({ letter: type, color, cell, hasMoved: true, passed: false }, rules)]));
}

// Moves as far as a player's own pieces tell: those of a position in which the other side has hardly anything, put where it is in nobody's way.
// Nothing of the hidden position comes in, so nothing of it can come out.
import type { BoardView, Color, SquareName as Square } from '../wire';
import { parseFeen, type Board } from './feen';
import { cellName } from './geometry';
import type { Hands } from './hands';
import type { LegalMove } from './legal';

type Read = (board: Board, hands?: Hands) => readonly LegalMove[];

/** Most places at which the other side's pieces are tried. */
const MOST = 64;

export class OwnMoves {
  readonly #read: Read;
  readonly #start: Board | null;

  /** @param start the initial position as FEEN */
  constructor(read: Read, start: string) {
    this.#read = read;
    this.#start = parseFeen(start);
  }

  /**
   * Returns moves of the side `you`.
   * @param known its own pieces, and those of neither side
   * @param target a square with a piece of the other side, to be captured
   * @param skip how many places of the other side that work are passed over
   */
  moves(known: BoardView['pieces'], you: Color, hands: Hands, target: Square | null = null, skip = 0): readonly LegalMove[] {
    const start = this.#start;
    if (!start) return [];
    const theirs = Object.entries(start.pieces).filter(([, { color }]) => color !== you);
    const royals = theirs.filter(([, { qpi }]) => qpi.endsWith('^'));
    const pawn = theirs.find(([, { qpi }]) => !qpi.endsWith('^'))?.[1];
    const victim = pawn && { ...pawn, qpi: pawn.qpi.replace(/[+-]/, '') };
    const royal = royals[0]?.[1] ?? victim;
    const free = (cell: Square) => known[cell] === undefined && cell !== target;
    const homes = royals.map(([cell]) => cell);
    let found = skip;
    for (const cell of [...homes, ...squaresOf(start)].filter(free).slice(0, MOST)) {
      const pieces = {
        ...known,
        ...(royal && { [cell]: royal }),
        ...(target !== null && victim && { [target]: victim }),
      };
      const moves = this.#read({ shape: start.shape, pieces, toMove: you }, { [you]: hands[you] ?? [] });
      if (moves.length > 0 && found-- === 0) return moves;
    }
    return [];
  }
}

/** Returns the squares, those in the corners of the board first. */
function squaresOf({ shape: { files, ranks } }: Board): Square[] {
  const cells = Array.from({ length: files * ranks }, (_, index) => ({ file: index % files, rank: Math.floor(index / files) }));
  const distance = ({ file, rank }: { file: number; rank: number }) => Math.abs(file - (files - 1) / 2) + Math.abs(rank - (ranks - 1) / 2);
  return cells.sort((a, b) => distance(b) - distance(a)).map(cellName);
}

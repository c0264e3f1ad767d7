// Moves in notation: which legal move led from one open position to the next, and moves in rows of turns.
import type { LegalMove } from '../lib/legal';
import type { BoardView, Color, PieceView } from '../wire';

export interface NotedMove {
  ply: number;
  by: Color;
  san: string;
}

/** One turn of each side; a turn may have several moves, or none where the game begins with the second side. */
export interface TurnRow {
  number: number;
  w: readonly NotedMove[];
  b: readonly NotedMove[];
}

const letterOf = ({ qpi }: PieceView) => qpi.replace(/[+^'-]/g, '');

/** Returns the notation of the only legal move that explains a change of the board; null where there is none or are several. */
export function sanBetween(legal: readonly LegalMove[], before: BoardView['pieces'], after: BoardView['pieces'], by: Color): string | null {
  const explains = ({ from, to, promotion, captures }: LegalMove): boolean => {
    const mover = from === undefined ? undefined : before[from];
    const arrived = after[to];
    if (!mover || !from || arrived?.color !== by || after[from]?.color === by) return false;
    if (captures.some((cell) => after[cell] !== undefined && cell !== to)) return false;
    return promotion === undefined ? letterOf(arrived) === letterOf(mover) : arrived.type === promotion;
  };
  const found = legal.filter(explains);
  // Castling moves two pieces, each of which might have gone alone: the king's move is the one that accounts for both.
  const castling = found.filter(({ san }) => san.startsWith('O-O'));
  const [only, ...others] = castling.length > 0 ? castling : found;
  return only && others.length === 0 ? only.san : null;
}

/** Returns the number of each move of a game by its ply, as players count: one for a turn of each side, of however many moves a turn is. */
export function turnNumbers(moves: readonly Pick<NotedMove, 'ply' | 'by'>[]): ReadonlyMap<number, number> {
  const begins = moves[0]?.by;
  let number = 0;
  let before: Color | null = null;
  return new Map(moves.map(({ ply, by }) => {
    if (by === begins && by !== before) number += 1;
    before = by;
    return [ply, number];
  }));
}

/** Returns the moves of a game in rows, one for a turn of each side. */
export function rowsOfTurns(moves: readonly NotedMove[]): TurnRow[] {
  const numbers = turnNumbers(moves);
  const rows = new Map<number, { number: number; w: NotedMove[]; b: NotedMove[] }>();
  for (const move of moves) {
    const number = numbers.get(move.ply) ?? 0;
    const row = rows.get(number) ?? { number, w: [], b: [] };
    row[move.by].push(move);
    rows.set(number, row);
  }
  return [...rows.values()];
}

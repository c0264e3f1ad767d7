// The notation of a move in an open room, which tells positions alone: the legal move that led from one to the next.
import type { LegalMove } from '../lib/legal';
import type { BoardView, Color } from '../wire';

/** Returns the notation of the only legal move that explains a change of the board; null where there is none or are several. */
export function sanBetween(legal: readonly LegalMove[], before: BoardView['pieces'], after: BoardView['pieces'], by: Color): string | null {
  const explains = ({ from, to, promotion, captures }: LegalMove): boolean => {
    const mover = from === undefined ? undefined : before[from];
    const arrived = after[to];
    if (!mover || !from || arrived?.color !== by || after[from]?.color === by) return false;
    if (captures.some((cell) => after[cell] !== undefined && cell !== to)) return false;
    return arrived.type === (promotion ?? mover.type);
  };
  const found = legal.filter(explains);
  // Castling moves two pieces, each of which might have gone alone: the king's move is the one that accounts for both.
  const castling = found.filter(({ san }) => san.startsWith('O-O'));
  const [only, ...others] = castling.length > 0 ? castling : found;
  return only && others.length === 0 ? only.san : null;
}

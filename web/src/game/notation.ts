// Moves in notation as the page shows them: the text of one, and rows of turns. Texts to copy are in `pmn.ts`.
import type { Kinds } from '../lib/kinds';
import type { NotedMove, PlyRecord } from '../wire';
import { turnNumbers } from './turn-numbers';

/** One turn of each side; a turn may have several moves, or none where the game begins with the second side. */
export interface TurnRow {
  number: number;
  w: readonly NotedMove[];
  b: readonly NotedMove[];
}

/** Returns the text of a move of a finished game: with its bids where it has some, else as players of the game read it. */
export const plyText = (ply: Pick<PlyRecord, 'by' | 'san' | 'notation' | 'gameNotation'>, kinds: Pick<Kinds, 'move'> | null | undefined): string =>
  ply.notation ?? kinds?.move(ply) ?? ply.gameNotation ?? ply.san;

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

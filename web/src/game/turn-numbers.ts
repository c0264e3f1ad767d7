// Numbers of moves as players count them.
import type { Color, NotedMove } from '../wire';

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

// The turns that changed a side's points.
import type { Color, MoveMade } from '../wire';
import { turnNumbers } from './turn-numbers';

export interface PoolTurn {
  ply: number;
  /** The number of the move, as players count. */
  number: number;
  spent: number;
  regained: MoveMade['regained'];
}

function spentBy(color: Color, { by, duel, retreat }: MoveMade): number {
  if (by !== color) return duel?.defenderAllocation ?? 0;
  return (duel?.attackerAllocation ?? 0) + (retreat?.cost ?? 0);
}

/** Returns the turns in which a side spent or regained points, the latest first. */
export function poolTurns(moves: readonly MoveMade[], color: Color): PoolTurn[] {
  const numbers = turnNumbers(moves);
  return moves
    .map((move): PoolTurn => ({
      ply: move.ply, number: numbers.get(move.ply) ?? 0, spent: spentBy(color, move), regained: move.by === color ? move.regained : undefined,
    }))
    .filter(({ spent, regained }) => spent > 0 || regained !== undefined)
    .reverse();
}

import { expect, it } from 'vitest';
import { poolTurns } from '../src/game/pool-turns';
import type { MoveMade } from '../src/wire';

const duel = (attackerAllocation: number, defenderAllocation: number): Partial<MoveMade> => ({
  duel: { attackerAllocation, defenderAllocation, result: 'success' },
});

const movesOf = (sides: string, details: Record<number, Partial<MoveMade>>): MoveMade[] =>
  [...sides].map((by, index) => ({ ply: index + 1, by: by as 'w' | 'b', ...details[index + 1] }));

it('a turn has the number that players count, also where turns have two moves', () => {
  const fought = { 2: duel(3, 1), 5: { ...duel(4, 2), retreat: { cost: 2 } } };
  const brief = (sides: string, color: 'w' | 'b') => poolTurns(movesOf(sides, fought), color).map(({ ply, number, spent }) => ({ ply, number, spent }));
  expect(brief('wwbbww', 'w')).toEqual([{ ply: 5, number: 2, spent: 6 }, { ply: 2, number: 1, spent: 3 }]);
  expect(brief('wwbbww', 'b')).toEqual([{ ply: 5, number: 2, spent: 2 }, { ply: 2, number: 1, spent: 1 }]);
  expect(brief('bwbwb', 'w')).toEqual([{ ply: 5, number: 3, spent: 2 }, { ply: 2, number: 1, spent: 3 }]);
});

it('a turn counts that regains points for the side itself', () => {
  const regained = { base: 1, tactics: [], total: 1 };
  const moves = movesOf('wb', { 1: { regained }, 2: { regained } });
  expect(poolTurns(moves, 'b')).toEqual([{ ply: 2, number: 1, spent: 0, regained }]);
});

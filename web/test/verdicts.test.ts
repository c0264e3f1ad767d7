import { describe, expect, it } from 'vitest';
import { parseFeen } from '../src/lib/feen';
import type { Belief } from '../src/mind/beliefs';
import { pgnWithComments, scoreOf, scoreOfGame, verdictOf } from '../src/mind/verdicts';
import type { PlyRecord } from '../src/wire';

const board = parseFeen('4k^3/3q4/8/8/8/8/8/4K^3 / C/c') ?? { pieces: {}, shape: { files: 8, ranks: 8 }, toMove: 'w' as const };
const { pieces } = board;
const piece = (id: string): Belief => ({ kind: 'piece', piece: id });
const either: Belief = { kind: 'maybe', pieces: ['c:n', 'c:q'] };
const EMPTY: Belief = { kind: 'empty' };

describe('a belief beside the truth', () => {
  it.each<[string, Belief, string]>([
    ['d7', piece('c:q'), 'right'],
    ['d7', piece('c:n'), 'wrong'],
    ['d7', either, 'among'],
    ['e8', either, 'wrong'],
    ['d7', EMPTY, 'wrong'],
    ['a1', EMPTY, 'right'],
    ['a1', piece('c:q'), 'wrong'],
    // An own piece is none of the enemy's.
    ['e1', EMPTY, 'right'],
    ['e1', piece('c:k'), 'wrong'],
  ])('%s %j is %s', (square, belief, verdict) => {
    expect(verdictOf(belief, square, pieces, 'w')).toBe(verdict);
  });

  it('counts as its share of the candidates, with every ply at which it was held', () => {
    const beliefs = new Map<string, Belief>([['d7', either], ['e8', piece('c:k')], ['a1', piece('c:p')]]);
    expect(scoreOf(beliefs, pieces, 'w')).toEqual({ points: 1.5, of: 3 });
    expect(scoreOfGame((ply) => (ply === 0 ? new Map<string, Belief>() : beliefs), [board, board, board], 'w')).toEqual({ points: 3, of: 6 });
  });
});

describe('PGN with comments', () => {
  const plies = ['f3', 'e5', 'g4', 'Qh4#'].map((san, index) => ({ ply: index + 1, by: index % 2 === 0 ? 'w' : 'b', san }) as PlyRecord);
  const pgn = '[Event "?"]\n[Result "0-1"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n';

  it('has them behind their plies, and numbers the move that follows', () => {
    expect(pgnWithComments(pgn, plies, (ply) => (ply === 1 ? 'one {two}' : null))).toBe('[Event "?"]\n[Result "0-1"]\n\n1. f3 { one two } 1... e5 2. g4 Qh4# 0-1\n');
  });

  it('numbers turns, of however many moves they are, as the list of moves does', () => {
    const turns = ['e4', 'e5', 'd5', 'f4', 'g4'].map((san, index) => ({ ply: index + 1, by: 'wbbww'.charAt(index), san }) as PlyRecord);
    const text = pgnWithComments(pgn, turns, (ply) => (ply === 2 ? 'one' : null));
    expect(text.split('\n').at(-2)).toBe('1. e4 e5 { one } 1... d5 2. f4 g4 0-1');
  });

  it('has no line longer than the format allows', () => {
    const text = pgnWithComments(pgn, plies, () => 'a mark '.repeat(30).trim());
    expect(Math.max(...text.split('\n').map(({ length }) => length))).toBeLessThanOrEqual(79);
  });
});

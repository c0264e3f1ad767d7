import { describe, expect, it } from 'vitest';
import { plyText, rowsOfTurns } from '../src/game/notation';
import { turnNumbers } from '../src/game/turn-numbers';
import { sanBetween } from '../src/game/room-notation';
import { parseFeen } from '../src/lib/feen';
import { NamedRules } from '../src/game/room-named';
import { roomRules } from '../src/game/room-rules';
import { engine, manifestOf } from './engine';

/** Returns the notation of what happened between two positions. */
function san(before: string, after: string): string | null {
  const [was, is] = [parseFeen(before), parseFeen(after)];
  if (!was || !is) throw new Error(before);
  return sanBetween(engine.moves(was.pieces, was.toMove), was.pieces, is.pieces, was.toMove);
}

describe('the notation of a move between two open positions', () => {
  it.each([
    ['a step', '4k^3/8/8/8/8/8/4+P3/4K^3 / C/c', '4k^3/8/8/8/4P3/8/8/4K^3 / c/C', 'e4'],
    ['a capture that names its file', '4k^3/8/8/3p4/2P1P3/8/8/4K^3 / C/c', '4k^3/8/8/3P4/2P5/8/8/4K^3 / c/C', 'exd5'],
    ['a capture in passing', '4k^3/8/8/2-pP4/8/8/8/4K^3 / C/c', '4k^3/8/2P5/8/8/8/8/4K^3 / c/C', 'dxc6'],
    ['castling, which might be a move of the king or the rook', '4k^3/8/8/8/8/8/8/4+K^2+R / C/c', '4k^3/8/8/8/8/8/8/5RK^1 / c/C', 'O-O'],
    ['a promotion to a rook', '7k^/P7/8/8/8/8/8/4K^3 / C/c', 'R6k^/8/8/8/8/8/8/4K^3 / c/C', 'a8=R+'],
  ])('is found: %s', (_, before, after, expected) => {
    expect(san(before, after)).toBe(expected);
  });

  it('is not guessed where no legal move explains it', () => {
    expect(san('4k^3/8/8/8/8/8/4+P3/4K^3 / C/c', '4k^3/8/8/4P3/8/8/8/4K^3 / c/C')).toBeNull();
  });
});

it('a move of a room of another ruleset is written as its players do', () => {
  const named = new NamedRules(manifestOf('shogi'), roomRules(manifestOf('shogi')));
  const legal = [
    { from: 'b2', to: 'h8', captures: ['h8'], san: 'Bxh8=+B', uci: 'b2h8b', game_notation: 'Bx2b+' },
    { from: 'b2', to: 'h8', captures: ['h8'], san: 'Bxh8', uci: 'b2h8', game_notation: 'Bx2b=' },
    { to: 'e5', captures: [], san: 'P@e5', uci: 'P@e5' },
  ];
  expect(named.nameMove(legal, 'b2h8b')).toEqual({ san: 'Bxh8=+B', gameNotation: 'Bx2b+' });
  expect(named.nameMove(legal, 'b2h8')).toEqual({ san: 'Bxh8', gameNotation: 'Bx2b=' });
  expect(named.nameMove(legal, 'P@e5')).toEqual({ san: 'P@e5' });
  expect(named.nameMove(legal, 'pass')).toBeNull();
  expect(named.nameMove(engine.moves(roomRules(null).start, 'w'), 'g1f3')).toEqual({ san: 'Nf3' });
});

describe('moves in rows', () => {
  const moves = (text: string) => [...text].map((by, index) => ({ ply: index + 1, by: by as 'w' | 'b', san: `${index + 1}` }));
  const rows = (text: string) => rowsOfTurns(moves(text)).map(({ number, w, b }) => [number, w.map(({ ply }) => ply), b.map(({ ply }) => ply)]);

  it('have a turn of each side in a row, however many moves a turn has', () => {
    expect(rows('wbw')).toEqual([[1, [1], [2]], [2, [3], []]]);
    expect(rows('wwbbw')).toEqual([[1, [1, 2], [3, 4]], [2, [5], []]]);
    expect(rows('bwb')).toEqual([[1, [2], [1]], [2, [], [3]]]);
    expect(rows('')).toEqual([]);
  });

  it('are numbered by turns', () => {
    expect([...turnNumbers(moves('wwbbwbb')).values()]).toEqual([1, 1, 1, 1, 2, 2, 2]);
  });
});

it('a move of a review has its bids, or else the notation of the players of the game', () => {
  const kinds = { move: ({ gameNotation = '' }: { gameNotation?: string }) => gameNotation };
  const move = { by: 'w', san: 'Pc4' } as const;
  expect(plyText({ ...move, notation: 'exd5[A:5/D:7]', gameNotation: 'P-7f' }, kinds)).toBe('exd5[A:5/D:7]');
  expect(plyText({ ...move, gameNotation: 'P-7f' }, kinds)).toBe('P-7f');
  expect(plyText(move, null)).toBe('Pc4');
});

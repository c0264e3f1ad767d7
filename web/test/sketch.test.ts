import { expect, test } from 'vitest';
import { hasMechanics } from '../src/lib/engine';
import { cellsOf, placeIn, squaresOf, windowAround } from '../src/lib/sketch';

test('a window holds its squares in the middle and stays on the board', () => {
  expect(windowAround(['d4', 'd5', 'e4', 'e5'], 8, 8, 4)).toEqual({ file: 2, rank: 2, side: 4 });
  expect(windowAround(['e1', 'c1', 'g1'], 8, 8)).toEqual({ file: 2, rank: 0, side: 5 });
  expect(windowAround(['a1'], 8, 8)).toEqual({ file: 0, rank: 0, side: 3 });
  expect(windowAround(['h8'], 8, 8)).toEqual({ file: 5, rank: 5, side: 3 });
  expect(windowAround([], 9, 10)).toEqual({ file: 0, rank: 0, side: 9 });
});

test('squares of a window are placed from its upper left, dark where the board is', () => {
  const part = windowAround(['a1'], 8, 8);
  expect(placeIn(part, 'a1')).toEqual({ x: 0, y: 20 });
  expect(squaresOf(part, 8, 8).at(6)).toEqual({ x: 0, y: 20, dark: true });
  expect(squaresOf({ file: 0, rank: 0, side: 3 }, 2, 3)).toHaveLength(6);
});

test('the squares of a picture are those that it speaks of', () => {
  const moves = { kind: 'moves', files: 8, ranks: 8, piece: 'C:P', from: 'd4', added: [{ to: 'd6', way: 'step' }], removed: [{ to: 'e5', way: 'capture' }] } as const;
  expect(cellsOf({ ...moves, added: [...moves.added], removed: [...moves.removed] })).toEqual(['d4', 'd6', 'e5']);
  expect(cellsOf({ kind: 'turn', moves: 2 })).toEqual([]);
});

test('mechanics are seen in the manifest', () => {
  expect(hasMechanics('{"constraints": ["royal-safety"]}')).toBe(false);
  expect(hasMechanics('{"constraints": ["forced-capture"]}')).toBe(true);
  expect(hasMechanics('{"mechanics": [{"mechanic": "turn", "moves": 2}]}')).toBe(true);
});

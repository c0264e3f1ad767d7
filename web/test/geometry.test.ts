import { describe, expect, it } from 'vitest';
import { cellAt, cellName, isDark, parseCell, pointOf, rowsOf, shapeAround, step } from '../src/lib/geometry';

const CHESS = { files: 8, ranks: 8 };
const XIANGQI = { files: 9, ranks: 10 };

describe('cells', () => {
  it('are read and written, beyond 26 files as well', () => {
    for (const cell of ['a1', 'h8', 'z26', 'aa1', 'ab10', 'zz255']) {
      const at = parseCell(cell);
      expect(at && cellName(at)).toBe(cell);
    }
  });

  it.each(['', 'e', '4', 'e0', 'E4', 'e4f', '4e', 'e04'])('refuse %j', (text) => {
    expect(parseCell(text)).toBeNull();
  });

  it('are dark where every chequered board is', () => {
    expect(['a1', 'h8', 'd4', 'e4', 'a8', 'h1'].map(isDark)).toEqual([true, true, true, false, false, false]);
  });
});

describe('orientation', () => {
  it('puts each side at its own bottom', () => {
    expect(pointOf('a1', CHESS, 'w')).toEqual({ x: 0, y: 7 });
    expect(pointOf('a1', CHESS, 'b')).toEqual({ x: 7, y: 0 });
    expect(pointOf('e10', XIANGQI, 'w')).toEqual({ x: 4, y: 0 });
    expect(pointOf('e10', XIANGQI, 'b')).toEqual({ x: 4, y: 9 });
  });

  it.each(['w', 'b'] as const)('goes there and back for %s', (bottom) => {
    for (const shape of [CHESS, XIANGQI]) {
      for (const cell of rowsOf(shape, bottom).flat()) {
        const place = pointOf(cell, shape, bottom);
        expect(place && cellAt(place, shape, bottom)).toBe(cell);
      }
    }
  });

  it('knows what is off the board', () => {
    expect(pointOf('i1', CHESS, 'w')).toBeNull();
    expect(cellAt({ x: 8, y: 0 }, CHESS, 'w')).toBeNull();
    expect(cellAt({ x: 0, y: -1 }, CHESS, 'b')).toBeNull();
  });
});

describe('the cursor', () => {
  it('moves as the board is drawn and stays at the edge', () => {
    expect(step('e2', 'up', CHESS, 'w')).toBe('e3');
    expect(step('e2', 'up', CHESS, 'b')).toBe('e1');
    expect(step('e2', 'left', CHESS, 'b')).toBe('f2');
    expect(step('a1', 'left', CHESS, 'w')).toBe('a1');
    expect(step('c3', 'home', CHESS, 'w')).toBe('a3');
    expect(step('c3', 'end', CHESS, 'b')).toBe('a3');
  });
});

it('a board grows around the pieces that stand on it', () => {
  expect(shapeAround(['a1', 'e4'], CHESS)).toEqual(CHESS);
  expect(shapeAround(['i10'], CHESS)).toEqual(XIANGQI);
});

import { describe, expect, it } from 'vitest';
import { moveOf, NO_SIGHTINGS, parseSightings, printSightings, sightingsAfter } from '../src/mind/sightings';
import type { BoardView } from '../src/wire';

const knight = { color: 'b' as const, type: 'n', qpi: 'c:n' };
const own = { color: 'w' as const, type: 'p', qpi: 'C:P' };
const wall = { color: 'w' as const, type: 'x', qpi: 'W:X', neutral: true };
const viewOf = (pieces: BoardView['pieces'], seen: string[]): BoardView => ({ pieces, seen, toMove: 'w', inCheck: null });

describe('an enemy piece that was seen', () => {
  const seen = sightingsAfter(NO_SIGHTINGS, viewOf({ f6: knight, e4: own, d5: wall }, ['f6', 'e4', 'd5', 'a1']), 13, 'w');

  it('is remembered with its ply, and nothing else is', () => {
    expect([...seen]).toEqual([['f6', { piece: knight, ply: 13 }]]);
  });

  it('stays while its square is out of sight', () => {
    expect([...sightingsAfter(seen, viewOf({ e5: own }, ['e5']), 15, 'w')]).toEqual([...seen]);
  });

  it('is there as of now, or gone, once the square is seen again', () => {
    expect(sightingsAfter(seen, viewOf({ f6: knight }, ['f6']), 16, 'w').get('f6')?.ply).toBe(16);
    expect([...sightingsAfter(seen, viewOf({}, ['f6']), 16, 'w')]).toEqual([]);
    expect([...sightingsAfter(seen, viewOf({ f6: own }, ['f6']), 16, 'w')]).toEqual([]);
  });

  it('is told with the number of the move', () => {
    expect([0, 1, 2, 3, 13, 14].map((ply) => moveOf({ piece: knight, ply }))).toEqual([1, 1, 1, 2, 7, 7]);
  });

  it('is stored, and damaged text is none', () => {
    expect([...parseSightings(printSightings(seen))]).toEqual([...seen]);
    for (const text of [null, '', '{}', '7', '[[]]', '[["f6",null]]', '[["f6",{"piece":null,"ply":1}]]']) expect(parseSightings(text).size).toBe(0);
    expect(parseSightings('[["f6",{"piece":{},"ply":1}],["f7",{"piece":{"qpi":"c:n"},"ply":"1"}]]').size).toBe(0);
  });
});

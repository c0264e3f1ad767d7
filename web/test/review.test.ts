import { describe, expect, it } from 'vitest';
import { arrowsOf, capturedUpTo, dropsOf, effectsOf, indexAt, placeOfStep, stepsOf, visiblePieces } from '../src/game/review';
import { parseFeen } from '../src/lib/feen';
import type { PlyRecord, Record as GameRecord } from '../src/wire';
import { later } from '../src/texts/later';

const START = '-r+n4k^/8/8/8/8/8/4P3/4+K^3 / c/C';

describe('the board of a FEEN', () => {
  it('has its shape, pieces and turn', () => {
    const board = parseFeen('+rnbqk^2+r/8/8/8/8/8/+P7/R3K^2R / C/c');
    expect(board?.shape).toEqual({ files: 8, ranks: 8 });
    expect(board?.toMove).toBe('w');
    expect(board?.pieces['a8']).toEqual({ color: 'b', type: 'r', qpi: 'c:+r' });
    expect(board?.pieces['e8']?.qpi).toBe('c:k^');
    expect(board?.pieces['a2']?.qpi).toBe('C:+P');
    expect(board?.pieces['h1']?.qpi).toBe('C:R');
  });

  it('may be of another size, with two digits and another style', () => {
    const board = parseFeen("12/K^10s' / s/C");
    expect(board?.shape).toEqual({ files: 12, ranks: 2 });
    expect(board?.pieces['l1']).toEqual({ color: 'b', type: 's', qpi: 'C:s' });
  });

  it.each(['', 'nonsense', '8/8?/8 / C/c'])('is not read from %j', (text) => {
    expect(parseFeen(text)).toBeNull();
  });
});

const record: GameRecord = {
  initial: START,
  plies: [
    { ply: 1, by: 'b', from: 'g8', to: 'f8', san: 'Kf8', uci: 'g8f8', pmn: 'g8-f8', feen: '-r+n3k^1/8/8/8/8/8/4P3/4+K^3 / C/c', at: 2 },
    { ply: 2, by: 'w', from: 'e2', to: 'e3', san: 'e3', uci: 'e2e3', pmn: 'e2-e3', feen: '-r+n3k^1/8/8/8/8/4P3/8/4K^3 / c/C', at: 4 },
  ],
  tries: [
    { ply: 1, by: 'b', from: 'g8', to: 'e8', text: 'illegal_move', at: 1 },
    { ply: 2, by: 'w', from: 'e1', to: 'e3', text: 'illegal_move', at: 3 },
    { ply: 3, by: 'b', from: 'a8', text: 'wont_help', at: 5 },
  ],
  pgn: '',
  feen: '',
};

describe('steps', () => {
  it('hold tries before the ply that they were made for', () => {
    const steps = stepsOf(record, 'moderator', true);
    expect(steps.map(({ kind }) => kind)).toEqual(['start', 'try', 'ply', 'try', 'ply', 'try']);
  });

  it('can be plies alone', () => {
    expect(stepsOf(record, 'moderator', false).map(({ kind }) => kind)).toEqual(['start', 'ply', 'ply']);
  });

  it('of a side hold its own tries', () => {
    expect(stepsOf(record, 'w', true).map(({ kind }) => kind)).toEqual(['start', 'ply', 'try', 'ply']);
  });

  it('show a try on the position in which it was made', () => {
    const [, attempt] = stepsOf(record, 'b', true);
    expect(attempt?.board.pieces['g8']?.qpi).toBe('c:k^');
    expect(attempt?.board.pieces['f8']).toBeUndefined();
  });
});

describe('places', () => {
  const all = stepsOf(record, 'moderator', true);
  const own = stepsOf(record, 'b', true);

  it('are the same from every perspective', () => {
    for (const step of own) {
      const place = placeOfStep(record, step);
      expect(all[indexAt(record, all, place)]).toEqual(step);
      expect(own[indexAt(record, own, place)]).toBe(step);
    }
  });

  it('of a try that is hidden from a side are the position in which it was made', () => {
    const [, , , hidden] = all;
    const place = hidden ? placeOfStep(record, hidden) : null;
    expect(place).toEqual({ ply: 1, attempt: 1 });
    expect(place && own[indexAt(record, own, place)]).toMatchObject({ kind: 'ply', ply: { ply: 1 } });
    const plies = stepsOf(record, 'moderator', false);
    expect(indexAt(record, plies, { ply: 0, attempt: 0 })).toBe(0);
  });

  it('know what had been captured by then, and nothing of later', () => {
    const game = { ...record, plies: record.plies.map((ply) => ({ ...ply, captured: 'p' })) };
    expect([0, 1, 2].map((ply) => capturedUpTo(game, ply))).toEqual([{ w: {}, b: {} }, { w: {}, b: { p: 1 } }, { w: { p: 1 }, b: { p: 1 } }]);
  });
});

describe('perspectives', () => {
  const steps = stepsOf(record, 'moderator', true);
  const [, attempt, ply] = steps;

  it('show one army, or both to the moderator', () => {
    if (!ply) throw new Error('no ply');
    expect(Object.values(visiblePieces(ply.board, 'w')).every(({ color }) => color === 'w')).toBe(true);
    expect(Object.keys(visiblePieces(ply.board, 'moderator')).length).toBeGreaterThan(Object.keys(visiblePieces(ply.board, 'b')).length);
  });

  it('draw moves and tries as arrows, a move of the other side to nobody', () => {
    if (!ply || !attempt) throw new Error('no step');
    expect(arrowsOf(attempt, 'moderator')).toEqual([{ from: 'g8', to: 'e8', kind: 'try' }]);
    expect(arrowsOf(ply, 'b')).toEqual([{ from: 'g8', to: 'f8', kind: 'move' }]);
    expect(arrowsOf(ply, 'w')).toEqual([]);
    if (ply?.kind !== 'ply') throw new Error('no ply');
    const moved = (from: string, to: string) => arrowsOf({ ...ply, ply: { ...ply.ply, from, to } }, 'moderator');
    expect([moved('*', 'e4'), moved('e1', 'e1')]).toEqual([[], []]);
    // A drop has no arrow, and its square is marked.
    const dropped = (from: string, to: string) => dropsOf({ ...ply, ply: { ...ply.ply, from, to } }, 'moderator');
    expect([dropped('*', 'e4'), dropped('*', '*'), dropped('e1', 'e4')]).toEqual([['e4'], [], []]);
    expect(dropsOf({ ...ply, ply: { ...ply.ply, from: '*', to: 'e4' } }, 'w')).toEqual([]);
    const duel = { result: 'failed', attackerAllocation: 1, defenderAllocation: 2 } as const;
    const failed = (position: string) => ({ ...ply, ply: { ...ply.ply, duel, retreat: { position, cost: 2 } } });
    expect(arrowsOf(failed('g8'), 'moderator')).toEqual([{ from: 'g8', to: 'f8', kind: 'try' }]);
    expect(arrowsOf(failed('h8'), 'b')).toEqual([{ from: 'g8', to: 'f8', kind: 'try' }, { from: 'g8', to: 'h8', kind: 'move' }]);
    expect(arrowsOf(failed('h8'), 'w')).toEqual([]);
  });
});

describe('further effects of a move', () => {
  const ply = {
    happened: [
      { what: 'exploded', color: 'b', type: 'b', square: 'c8' },
      { what: 'poisoned', color: 'w', type: 'p', square: 'e4', points: 1 },
      { what: 'exploded', color: 'w', type: 'n', square: 'd7' },
    ],
  } as unknown as PlyRecord;
  const described = (by: 'w' | 'b' | 'moderator', of = ply) =>
    later.review.ply(3, 'White', 'Nxd7', effectsOf(of, by).map(([what, places]) => later.review.happened[what](places)));

  it('are listed kind by kind, after the move', () => {
    expect(described('moderator')).toBe('3. White: Nxd7. Blast: c8, d7. Poisoned: e4 (1 left).');
  });

  it('are shown to a side for its own pieces', () => {
    expect(described('b')).toBe('3. White: Nxd7. Blast: c8.');
  });

  it('are usually none', () => {
    expect(described('moderator', {} as PlyRecord)).toBe('3. White: Nxd7');
  });
});

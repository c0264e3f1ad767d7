import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Game } from '../src/game/game.svelte';
import { Mind } from '../src/mind/mind.svelte';
import { moveOf, NO_SIGHTINGS, parseSightings, printSightings, sightingsAfter } from '../src/mind/sightings';
import type { BoardView } from '../src/wire';
import { joinedTo } from './game-states';

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
    const moves = Array.from({ length: 14 }, (_, index) => ({ ply: index + 1, by: index % 2 === 0 ? 'w' : 'b' } as const));
    expect([0, 1, 2, 3, 13, 14].map((ply) => moveOf({ piece: knight, ply }, moves))).toEqual([1, 1, 1, 2, 7, 7]);
  });

  it('is told with the number of the turn, of however many moves it is', () => {
    const moves = [...'wbbwwbb'].map((by, index) => ({ ply: index + 1, by: by as 'w' | 'b' }));
    expect([1, 2, 3, 4, 5, 6, 7].map((ply) => moveOf({ piece: knight, ply }, moves))).toEqual([1, 1, 1, 2, 2, 2, 2]);
  });

  it('is stored, and damaged text is none', () => {
    expect([...parseSightings(printSightings(seen))]).toEqual([...seen]);
    for (const text of [null, '', '{}', '7', '[[]]', '[["f6",null]]', '[["f6",{"piece":null,"ply":1}]]']) expect(parseSightings(text).size).toBe(0);
    expect(parseSightings('[["f6",{"piece":{},"ply":1}],["f7",{"piece":{"qpi":"c:n"},"ply":"1"}]]').size).toBe(0);
  });
});

describe('an enemy piece that was captured elsewhere than where the move arrived', () => {
  const pawn = { color: 'b' as const, type: 'p', qpi: 'c:p' };
  const before = sightingsAfter(NO_SIGHTINGS, viewOf({ e5: pawn, f7: pawn, d7: knight }, ['e5', 'f7', 'd7', 'e6']), 2, 'w');
  const after = (capture: Parameters<typeof sightingsAfter>[4], sightings = before) => [...sightingsAfter(sightings, viewOf({ e6: own }, ['e6']), 3, 'w', capture).keys()];

  it('is gone although its square is out of sight', () => {
    expect(after({ from: 'd5', to: 'e6', types: ['p'], square: null })).toEqual(['f7', 'd7']);
    expect(after(null)).toEqual(['e5', 'f7', 'd7']);
  });

  it('is gone where the moderator named its square', () => {
    expect(after({ from: 'd5', to: 'e6', types: [], square: 'e5' })).toEqual(['f7', 'd7']);
  });

  it('is the only one of its kind around, where none stands beside', () => {
    expect(after({ from: 'e4', to: 'e6', types: ['n'], square: null })).toEqual(['e5', 'f7']);
    const two = sightingsAfter(before, viewOf({ d6: knight }, ['d6']), 2, 'w');
    expect(after({ from: 'a6', to: 'e6', types: ['n'], square: null }, two)).toEqual(['e5', 'f7', 'd7', 'd6']);
  });

  it('is none where a piece was seen on the square of arrival', () => {
    const there = sightingsAfter(before, viewOf({ e6: pawn }, ['e6']), 2, 'w');
    expect(after({ from: 'd5', to: 'e6', types: ['p'], square: null }, there)).toEqual(['e5', 'f7', 'd7']);
  });
});

describe('a game by sight', () => {
  beforeEach(() => {
    vi.stubGlobal('location', { protocol: 'http:', host: 'localhost' });
    vi.stubGlobal('fetch', () => Promise.reject(new Error('no server')));
  });
  afterEach(() => vi.unstubAllGlobals());

  it('forgets a pawn that was taken in passing, once', () => {
    const pawn = { color: 'b' as const, type: 'p', qpi: 'c:p' };
    const game = new Game('sight234');
    const tally = (byYou: Record<string, number>) => ({ byYou, byOpponent: {} });
    const view = (pieces: BoardView['pieces'], seen: string[], toMove: 'w' | 'b'): BoardView => ({ pieces, seen, toMove, inCheck: null });
    game.receive(joinedTo({ mode: 'sight', ply: 2, tally: tally({}), seenMoves: [{ ply: 1, by: 'w' }, { ply: 2, by: 'b' }], view: view({ d5: own, e5: pawn, f7: pawn }, ['d5', 'e5', 'e6', 'f7'], 'w') }));
    const mind = new Mind(game);
    game.mind = mind;
    game.receive({
      type: 'update', ply: 3, gameStatus: 'active', newAnnouncements: [], drawOffer: null, tally: tally({ p: 1 }), seq: 2, view: view({ e6: own }, ['e6'], 'b'),
      latestSeenMove: { ply: 3, by: 'w', from: 'd5', to: 'e6' },
    });
    expect([...mind.remembered.keys()]).toEqual(['f7']);
    mind.observe();
    expect([...mind.remembered.keys()]).toEqual(['f7']);
    expect(mind.notes.get('f7')).toMatch(/seen at move 1/);
  });
});

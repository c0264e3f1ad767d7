import { describe, expect, it } from 'vitest';
import type { Heard } from '../src/game/state';
import { watched, watchedLog, type Before } from '../src/game/watched';
import { routeOf } from '../src/lib/router.svelte';
import type { GameState } from '../src/wire';
import { duel, state } from './states';

const seenBy = (sequence: number, more: Partial<GameState> = {}) => state(sequence, { you: 'spectator', bp: { w: null, b: null }, ...more });
const all = (...frames: Heard[]) =>
  frames.reduce<Before | 'gap'>((before, frame) => (before === 'gap' ? before : watched(before, frame)), null);
const over: Heard = {
  type: 'duel.outcome', gameId: 'abcdefgh', winner: 'w', result: 'success', attackerAllocation: 5, defenderAllocation: 0, attackerHalves: 6,
  defenderHalves: 0, sequence: 6,
};

describe('a watched game', () => {
  it('begins with whatever number it begins', () => {
    expect(all(seenBy(5))).toMatchObject({ seq: 5, bids: { pools: { w: null, b: null } }, moves: [], change: { from: [] } });
  });

  it('keeps moves and words, and shows what changed', () => {
    const after = all(seenBy(5), seenBy(6, {
      ply: 1, turn: 'b', newMoves: [{ ply: 1, by: 'w', from: 'e4', to: 'e5' }],
      newAnnouncements: [{ ply: 1, text: 'white_moved', audience: 'both', at: 4 }],
      pieces: [{ type: 'p', color: 'w', position: 'e5', hasMoved: true, qpi: 'C:P' }, { type: 'p', color: 'b', position: 'd5', hasMoved: true, qpi: 'c:p' }],
    }));
    expect(after).toMatchObject({ moves: [{ ply: 1 }], heard: [{ ply: 1 }], change: { from: ['e4'], to: ['e5'], lost: [] } });
  });

  it('has the outcome of a duel until the next one', () => {
    expect(all(seenBy(5, { phase: 'duel_allocation', duel: duel() }), over, seenBy(7))).toMatchObject({ outcome: { winner: 'w' }, seq: 7 });
    expect(all(seenBy(5), over, seenBy(7, { phase: 'duel_allocation', duel: duel() }))).toMatchObject({ outcome: null });
  });

  it('is asked for again when something was missed, and passes over what is old', () => {
    expect(all(seenBy(5), seenBy(7))).toBe('gap');
    expect(all(seenBy(5), seenBy(5, { ply: 9 }))).toMatchObject({ state: { ply: 0 } });
    expect(all(over)).toBeNull();
  });
});

describe('the log of who watches', () => {
  const said = (ply: number) => ({ ply, text: 'white_moved' as const, audience: 'both' as const, at: ply });

  it('leaves out the plies of which nothing may be heard', () => {
    const moves = [{ ply: 1, by: 'w' as const }, { ply: 2, by: 'b' as const }];
    expect(watchedLog([said(1)], moves)).toMatchObject([{ ply: 1, notation: null, entries: [{ kind: 'heard' }] }]);
  });

  it('has the moves that are written, whether anything was said of them or not, in their order', () => {
    const moves = [{ ply: 1, by: 'w' as const, notation: 'e4' }, { ply: 2, by: 'b' as const, notation: 'd5' }];
    expect(watchedLog([said(2)], moves).map(({ ply, notation, entries }) => [ply, notation, entries.length])).toEqual([[1, 'e4', 0], [2, 'd5', 1]]);
  });
});

it('a link to watch leads to the watching page', () => {
  expect(routeOf('/w/abcd2345')).toEqual({ kind: 'watch', id: 'abcd2345' });
  expect(routeOf('/g/abcd2345/')).toEqual({ kind: 'game', id: 'abcd2345' });
  expect(routeOf('/x/abcd2345')).toEqual({ kind: 'nowhere' });
});

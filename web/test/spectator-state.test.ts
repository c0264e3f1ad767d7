import { describe, expect, it } from 'vitest';
import type { ServerFrame } from '../src/game/state';
import { buildSpectatorLog, reduceSpectator, type SpectatorState } from '../src/game/spectator-state';
import { routeOf } from '../src/lib/router.svelte';
import type { GameState } from '../src/wire';
import { duel, state } from './game-states';

const stateFor = (sequence: number, more: Partial<GameState> = {}) => state(sequence, { you: 'spectator', bp: { w: null, b: null }, ...more });
const all = (...frames: ServerFrame[]) =>
  frames.reduce<SpectatorState | null | 'gap'>((before, frame) => (before === 'gap' ? before : reduceSpectator(before, frame)), null);
const over: ServerFrame = {
  type: 'duel.outcome', gameId: 'abcdefgh', winner: 'w', result: 'success', attackerAllocation: 5, defenderAllocation: 0, attackerHalves: 6,
  defenderHalves: 0, sequence: 6,
};

describe('the state of a spectator', () => {
  it('begins with any number', () => {
    expect(all(stateFor(5))).toMatchObject({ seq: 5, bids: { pools: { w: null, b: null } }, moves: [], change: { from: [] } });
  });

  it('keeps moves and announcements, and has the visible change', () => {
    const after = all(stateFor(5), stateFor(6, {
      ply: 1, turn: 'b', newMoves: [{ ply: 1, by: 'w', from: 'e4', to: 'e5' }],
      newAnnouncements: [{ ply: 1, text: 'white_moved', audience: 'both', at: 4 }],
      pieces: [{ type: 'p', color: 'w', position: 'e5', hasMoved: true, qpi: 'C:P' }, { type: 'p', color: 'b', position: 'd5', hasMoved: true, qpi: 'c:p' }],
    }));
    expect(after).toMatchObject({ moves: [{ ply: 1 }], announcements: [{ ply: 1 }], change: { from: ['e4'], to: ['e5'], lost: [] } });
  });

  it('has the outcome of a duel until the next one', () => {
    expect(all(stateFor(5, { phase: 'duel_allocation', duel: duel() }), over, stateFor(7))).toMatchObject({ outcome: { winner: 'w' }, seq: 7 });
    expect(all(stateFor(5), over, stateFor(7, { phase: 'duel_allocation', duel: duel() }))).toMatchObject({ outcome: null });
  });

  it('is requested again after a gap, and ignores old frames', () => {
    expect(all(stateFor(5), stateFor(7))).toBe('gap');
    expect(all(stateFor(5), stateFor(5, { ply: 9 }))).toMatchObject({ state: { ply: 0 } });
    expect(all(over)).toBeNull();
  });
});

describe('the log of a spectator', () => {
  const announcement = (ply: number) => ({ ply, text: 'white_moved' as const, audience: 'both' as const, at: ply });

  it('leaves out plies without announcement and notation', () => {
    const moves = [{ ply: 1, by: 'w' as const }, { ply: 2, by: 'b' as const }];
    const entries = [{ kind: 'announcement', announcement: announcement(1), refusal: false }];
    expect(buildSpectatorLog([announcement(1)], moves)).toEqual([{ ply: 1, entries }]);
  });

  it('has all moves in notation, in order, with or without announcements', () => {
    const moves = [{ ply: 1, by: 'w' as const, notation: 'e4' }, { ply: 2, by: 'b' as const, notation: 'd5' }];
    expect(buildSpectatorLog([announcement(2)], moves).map(({ ply, notation, entries }) => [ply, notation, entries.length])).toEqual([[1, 'e4', 0], [2, 'd5', 1]]);
  });
});

// Requirement gambit-106.
it('a link for spectators leads to their page', () => {
  expect(routeOf('/w/abcd2345')).toEqual({ kind: 'watch', id: 'abcd2345' });
  expect(routeOf('/g/abcd2345/')).toEqual({ kind: 'game', id: 'abcd2345' });
  expect(routeOf('/x/abcd2345')).toEqual({ kind: 'nowhere' });
});

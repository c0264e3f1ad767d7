import { describe, expect, it } from 'vitest';
import { buildLog } from '../src/game/log';
import { reduce, type ServerFrame, type PlayerState } from '../src/game/state';
import { hasFailedDefence, ownMovesOf, updateOf, withMoves } from '../src/game/snapshot';
import { duelText } from '../src/texts/table';
import type { Announcement, MoveMade } from '../src/wire';
import { duel, joinedTo, state } from './game-states';

function after(...frames: ServerFrame[]): { play: PlayerState; effects: ReturnType<typeof reduce>['effects'] } {
  let result: ReturnType<typeof reduce> = { play: null, effects: [] };
  for (const frame of frames) result = reduce(result.play, frame);
  if (!result.play) throw new Error('nobody joined');
  return { play: result.play, effects: result.effects };
}
const said = (ply: number): Announcement => ({ ply, text: 'black_moved', audience: 'both', at: ply });
const failed: MoveMade = {
  ply: 3, by: 'w', from: 'e4', to: 'd5', notation: 'exd5[A:5/D:7]', retreat: { position: 'e4', cost: 0 },
  duel: { result: 'failed', attackerAllocation: 5, defenderAllocation: 7 },
};

describe('a state of a game with bids', () => {
  // Requirement gambit-48.
  it('is converted into an update, with bids', () => {
    const { play } = after(joinedTo(), state(2, { duel: duel(), phase: 'duel_allocation' }));
    expect(play.view).toEqual({
      pieces: { e4: { color: 'w', type: 'p', qpi: 'C:P' }, d5: { color: 'b', type: 'p', qpi: 'c:p' } }, toMove: 'w', inCheck: false,
    });
    expect(play.bids).toMatchObject({ gambit: 'standard', phase: 'duel_allocation', pools: { w: 39, b: null } });
    expect(play.bids?.duel?.capacity).toBe(1);
    expect(play).toMatchObject({ names: { w: 'Ada' }, peer: { connected: true }, seq: 2 });
  });

  it('repeats no announcement of the snapshot', () => {
    const { play, effects } = after(joinedTo({ announcements: [said(2)] }), state(2, { newAnnouncements: [said(2), said(4)] }));
    expect(play.announcements.map(({ ply }) => ply)).toEqual([2, 4]);
    expect(effects.filter(({ kind }) => kind === 'announced')).toHaveLength(1);
  });

  // Requirement gambit-48.
  it('keeps earlier moves, and replaces those received again', () => {
    const open = { ...failed, regained: { base: 1, tactics: [], total: 1 } };
    const { play } = after(joinedTo(), state(2, { newMoves: [failed] }), state(3, { newMoves: [open, { ply: 4, by: 'b' }] }));
    expect(play.bids?.moves).toEqual([open, { ply: 4, by: 'b' }]);
    expect(withMoves([failed], [])).toEqual([failed]);
  });

  it('of another game has none', () => {
    const plain = state(2);
    delete plain.gambit;
    expect(after(joinedTo(), plain).play.bids).toBeNull();
  });

  it('is requested again after a gap, and ignored when it is old', () => {
    expect(after(joinedTo(), state(3)).effects).toEqual([{ kind: 'gap' }]);
    expect(after(joinedTo(), state(2), state(2, { ack: 'x', ply: 9 }))).toMatchObject({
      play: { ply: 0 }, effects: [{ kind: 'acknowledged', id: 'x', code: null }],
    });
  });

  it('leaves out absent fields', () => {
    expect(Object.keys(updateOf(state(2), [])).sort()).toEqual(
      ['drawOffer', 'gameStatus', 'newAnnouncements', 'now', 'ply', 'seq', 'tally', 'view'],
    );
  });
});

describe('the events of a duel', () => {
  it('are numbered together with the states', () => {
    const begun: ServerFrame = {
      type: 'duel.initiated', gameId: 'abcdefgh', attackingPiece: { color: 'w' }, defendingPiece: { color: 'b' }, position: 'd5',
      deadline: 31_000, sequence: 3,
    };
    const over: ServerFrame = {
      type: 'duel.outcome', gameId: 'abcdefgh', winner: 'b', result: 'failed', attackerAllocation: 5, defenderAllocation: 7,
      attackerHalves: 6, defenderHalves: 8, sequence: 5,
    };
    expect(after(joinedTo(), state(2), begun).effects).toEqual([{ kind: 'duel' }]);
    const { play, effects } = after(joinedTo(), state(2), begun, state(4), over);
    expect(effects).toEqual([{ kind: 'duel_ended', outcome: over }]);
    expect(play.seq).toBe(5);
  });

  it('of joining and leaving players concern the other player', () => {
    const left: ServerFrame = { type: 'player.left', gameId: 'abcdefgh', playerId: 'b', graceUntil: 9, sequence: 3 };
    const back: ServerFrame = { type: 'player.reconnected', gameId: 'abcdefgh', playerId: 'b', sequence: 4 };
    const named: ServerFrame = { type: 'player.joined', gameId: 'abcdefgh', id: 'b', color: 'b', name: 'Bob', sequence: 5 };
    expect(after(joinedTo(), state(2), left).play.peer).toEqual({ connected: false, graceUntil: 9 });
    expect(after(joinedTo(), state(2), left, back).play.peer).toEqual({ connected: true });
    expect(after(joinedTo(), state(2), left, back, named).play.names).toEqual({ w: 'Ada', b: 'Bob' });
    expect(after(joinedTo(), state(2), { ...left, playerId: 'w' }).play).toMatchObject({ peer: { connected: true }, seq: 3 });
  });
});

describe('the log', () => {
  // Requirement gambit-41.
  it('has a duel under its move, with both bids', () => {
    const [group] = buildLog([], ownMovesOf([failed, { ply: 4, by: 'b' }], 'w'), [], [failed, { ply: 4, by: 'b' }]);
    expect(group?.entries).toEqual([
      { kind: 'own', move: { ply: 3, from: 'e4', to: 'd5', repulsed: true } },
      { kind: 'duel', move: failed },
    ]);
  });

  it('says where a piece retreated to, if it did', () => {
    expect(duelText(failed)).toBe('White spent 5, the defender 7: repulsed.');
    expect(duelText({ ...failed, retreat: { position: 'e3', cost: 1 } })).toBe(
      'White spent 5, the defender 7: repulsed. Retreated to e3 for 1.',
    );
    expect(duelText({ ...failed, retreat: { cost: 0 } })).toBe('White spent 5, the defender 7: repulsed. The piece is lost.');
    expect(duelText({ ply: 1, by: 'w', ...(failed.duel && { duel: failed.duel }), retreat: { cost: 0 } })).toBe('White spent 5, the defender 7: repulsed.');
    expect(duelText({ ply: 1, by: 'w' })).toBe('');
  });
});

describe('the end', () => {
  it('was a capture that failed in check, if the loser made it and it was mate', () => {
    const bids = { gambit: 'standard', phase: 'game_over', pools: { w: 1, b: 1 }, duel: null, retreat: null, moves: [failed] } as const;
    expect(hasFailedDefence({ endReason: 'checkmate', winner: 'b', bids })).toBe(true);
    expect(hasFailedDefence({ endReason: 'checkmate', winner: 'w', bids })).toBe(false);
    expect(hasFailedDefence({ endReason: 'resign', winner: 'b', bids })).toBe(false);
    expect(hasFailedDefence({ endReason: 'checkmate', winner: 'b', bids: null })).toBe(false);
    expect(hasFailedDefence(null)).toBe(false);
  });
});

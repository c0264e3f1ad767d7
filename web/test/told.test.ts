import { describe, expect, it } from 'vitest';
import { logOf } from '../src/game/log';
import { reduce, type Heard, type Play } from '../src/game/state';
import { hasFailedDefence, ownMovesOf, updateOf, withMoves } from '../src/game/told';
import { duelText } from '../src/words';
import type { Announcement, MoveMade } from '../src/wire';
import { duel, joinedTo, state } from './states';

function after(...frames: Heard[]): { play: Play; facts: ReturnType<typeof reduce>['facts'] } {
  let result: ReturnType<typeof reduce> = { play: null, facts: [] };
  for (const frame of frames) result = reduce(result.play, frame);
  if (!result.play) throw new Error('nobody joined');
  return { play: result.play, facts: result.facts };
}
const said = (ply: number): Announcement => ({ ply, text: 'black_moved', audience: 'both', at: ply });
const failed: MoveMade = {
  ply: 3, by: 'w', from: 'e4', to: 'd5', notation: 'exd5[A:5/D:7]', retreat: { position: 'e4', cost: 0 },
  duel: { result: 'failed', attackerAllocation: 5, defenderAllocation: 7 },
};

describe('a state of a game with bids', () => {
  it('is an update of the same table, with bids besides', () => {
    const { play, facts } = after(joinedTo(), state(2, { duel: duel(), phase: 'duel_allocation' }));
    expect(play.view).toEqual({
      pieces: { e4: { color: 'w', type: 'p', qpi: 'C:P' }, d5: { color: 'b', type: 'p', qpi: 'c:p' } }, toMove: 'w', inCheck: false,
    });
    expect(play.bids).toMatchObject({ gambit: 'standard', phase: 'duel_allocation', pools: { w: 39, b: null } });
    expect(play.bids?.duel?.capacity).toBe(1);
    expect(play).toMatchObject({ names: { w: 'Ada' }, peer: { connected: true }, seq: 2 });
    expect(facts.at(-1)).toEqual({ kind: 'watched', spectators: [] });
  });

  it('tells nothing twice that was told on joining', () => {
    const { play, facts } = after(joinedTo({ announcements: [said(2)] }), state(2, { newAnnouncements: [said(2), said(4)] }));
    expect(play.heard.map(({ ply }) => ply)).toEqual([2, 4]);
    expect(facts.filter(({ kind }) => kind === 'heard')).toHaveLength(1);
  });

  it('keeps the moves that were told, and takes what is told anew', () => {
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

  it('is asked for again when one is missed, and passed over when it is old', () => {
    expect(after(joinedTo(), state(3)).facts).toEqual([{ kind: 'gap' }]);
    expect(after(joinedTo(), state(2), state(2, { ack: 'x', ply: 9 }))).toMatchObject({
      play: { ply: 0 }, facts: [{ kind: 'acknowledged', id: 'x', code: null }],
    });
  });

  it('leaves out what is not there', () => {
    expect(Object.keys(updateOf(state(2), [])).sort()).toEqual(
      ['drawOffer', 'gameStatus', 'newAnnouncements', 'now', 'ply', 'seq', 'tally', 'view'],
    );
  });
});

describe('the events of a duel', () => {
  it('count in the same row as the states', () => {
    const begun: Heard = {
      type: 'duel.initiated', gameId: 'abcdefgh', attackingPiece: { color: 'w' }, defendingPiece: { color: 'b' }, position: 'd5',
      deadline: 31_000, sequence: 3,
    };
    const over: Heard = {
      type: 'duel.outcome', gameId: 'abcdefgh', winner: 'b', result: 'failed', attackerAllocation: 5, defenderAllocation: 7,
      attackerHalves: 6, defenderHalves: 8, sequence: 5,
    };
    expect(after(joinedTo(), state(2), begun).facts).toEqual([{ kind: 'duel' }]);
    const { play, facts } = after(joinedTo(), state(2), begun, state(4), over);
    expect(facts).toEqual([{ kind: 'duel_over', outcome: over }]);
    expect(play.seq).toBe(5);
  });

  it('of players coming and going are about the other', () => {
    const left: Heard = { type: 'player.left', gameId: 'abcdefgh', playerId: 'b', graceUntil: 9, sequence: 3 };
    const back: Heard = { type: 'player.reconnected', gameId: 'abcdefgh', playerId: 'b', sequence: 4 };
    const named: Heard = { type: 'player.joined', gameId: 'abcdefgh', id: 'b', color: 'b', name: 'Bob', sequence: 5 };
    expect(after(joinedTo(), state(2), left).play.peer).toEqual({ connected: false, graceUntil: 9 });
    expect(after(joinedTo(), state(2), left, back).play.peer).toEqual({ connected: true });
    expect(after(joinedTo(), state(2), left, back, named).play.names).toEqual({ w: 'Ada', b: 'Bob' });
    expect(after(joinedTo(), state(2), { ...left, playerId: 'w' }).play).toMatchObject({ peer: { connected: true }, seq: 3 });
  });
});

describe('the log', () => {
  it('has a duel under its move, with both bids', () => {
    const [group] = logOf([], ownMovesOf([failed, { ply: 4, by: 'b' }], 'w'), [], [failed, { ply: 4, by: 'b' }]);
    expect(group?.entries).toEqual([
      { kind: 'own', move: { ply: 3, from: 'e4', to: 'd5', repulsed: true } },
      { kind: 'duel', move: failed },
    ]);
  });

  it('says where a piece fell back to, if it did', () => {
    expect(duelText(failed)).toBe('White spent 5, the defender 7: repulsed.');
    expect(duelText({ ...failed, retreat: { position: 'e3', cost: 1 } })).toBe(
      'White spent 5, the defender 7: repulsed. Fell back to e3 for 1.',
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

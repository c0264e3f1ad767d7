import { describe, expect, it } from 'vitest';
import { reduce, type PlayerState } from '../src/game/state';
import type { Announcement, BoardView, ServerMessage } from '../src/wire';

type Joined = Extract<ServerMessage, { type: 'joined' }>;
type Update = Extract<ServerMessage, { type: 'update' }>;

const white = (cells: string): BoardView['pieces'] =>
  Object.fromEntries(cells.split(' ').map((cell) => [cell, { color: 'w', type: 'p', qpi: 'C:P' } as const]));
const board = (cells: string, toMove: 'w' | 'b' = 'w'): BoardView => ({ pieces: white(cells), toMove, inCheck: null });
const said = (text: Announcement['text'], ply = 1): Announcement => ({ ply, text, audience: 'w', at: 5 });

const joined = (more: Partial<Joined> = {}): Joined => ({
  type: 'joined', you: 'w', token: 't'.repeat(24), view: board('e2 d2'), announcements: [], gameStatus: 'active', mode: 'blind',
  highlightingEnabled: true, seq: 1, drawOffer: null, tally: { byYou: {}, byOpponent: {} }, peer: { connected: true },
  moderator: 'blind', ruleset: 'chess', ply: 0, ...more,
});
const update = (seq: number, more: Partial<Update> = {}): Update => ({
  type: 'update', view: board('e2 d2'), newAnnouncements: [], gameStatus: 'active', drawOffer: null, seq,
  tally: { byYou: {}, byOpponent: {} }, ply: 0, ...more,
});

function after(...frames: ServerMessage[]): { play: PlayerState; effects: ReturnType<typeof reduce>['effects'] } {
  let state: ReturnType<typeof reduce> = { play: null, effects: [] };
  for (const frame of frames) state = reduce(state.play, frame);
  if (!state.play) throw new Error('nobody joined');
  return { play: state.play, effects: state.effects };
}
const kinds = (effects: { kind: string }[]) => effects.map(({ kind }) => kind);

describe('joining', () => {
  it('takes the snapshot and the token', () => {
    const { play, effects } = after(joined({ touchedPiece: 'e2', announcements: [said('illegal_move')] }));
    expect(play).toMatchObject({ you: 'w', touched: 'e2', status: 'active', seq: 1 });
    expect(play.latest.map(({ text }) => text)).toEqual(['illegal_move']);
    expect(effects).toEqual([{ kind: 'token', token: 't'.repeat(24) }]);
  });

  it('again tells only what was missed', () => {
    const first = said('black_moved', 2);
    const missed = said('black_moved_captured', 4);
    const { effects, play } = after(joined({ announcements: [first] }), joined({ announcements: [first, missed], seq: 9 }));
    expect(effects.filter(({ kind }) => kind === 'announced')).toEqual([{ kind: 'announced', announcement: missed }]);
    expect(play.seq).toBe(9);
  });

  // Requirement blind-64.
  it('as nobody is a refusal', () => {
    expect(reduce(null, joined({ you: 'spectator-rejected' }))).toEqual({
      play: null,
      effects: [{ kind: 'refused', code: 'spectators_disabled' }],
    });
  });
});

it('the end of a game before a moderator who tells no kinds names the last capture alone', () => {
  const record = { plies: [{ ply: 1, by: 'w', captured: 'n' }, { ply: 2, by: 'b', captured: 'r' }, { ply: 3, by: 'w', captured: 'p' }] } as unknown as NonNullable<Update['record']>;
  const end = { ply: 3, gameStatus: 'finished', tally: { byYou: { n: 1, p: 1 }, byOpponent: { r: 1 } }, record } as const;
  const tally = { byYou: {}, byOpponent: { r: 1 } };
  const { effects } = after(joined({ ply: 2, tally }), update(2, end));
  expect(effects.find(({ kind }) => kind === 'inferred')).toEqual({ kind: 'inferred', inferences: [{ kind: 'captured', ply: 3, own: false, type: 'p' }] });
  // Of a covered piece its captor alone knows the kind until the end.
  const lost = { ply: 3, gameStatus: 'finished', tally: { byYou: { r: 1 }, byOpponent: { n: 1 } }, record: { plies: [{ ply: 1, by: 'b', captured: 'n' }, { ply: 2, by: 'w', captured: 'r' }, { ply: 3, by: 'b' }] } as unknown as NonNullable<Update['record']> } as const;
  const mated = after(joined({ ply: 2, tally: { byYou: { r: 1 }, byOpponent: {} } }), update(2, lost));
  expect(mated.effects.find(({ kind }) => kind === 'inferred')).toBeUndefined();
});

describe('the moves of an open game', () => {
  const noted = (ply: number, san: string) => ({ ply, by: ply % 2 === 1 ? ('w' as const) : ('b' as const), san });

  it('are all there after a return, and go on', () => {
    const moves = [noted(1, 'e4'), noted(2, 'e5')];
    const { play } = after(joined({ mode: 'vanilla', ply: 2, moves }), update(2, { ply: 3, latestMove: noted(3, 'Nf3') }), update(3, { ply: 3, latestMove: noted(3, 'Nf3') }));
    expect(play.moves).toEqual([...moves, noted(3, 'Nf3')]);
    expect(after(joined({ moves }), joined({ moves: [...moves, noted(3, 'Nc3')], seq: 9 })).play.moves).toHaveLength(3);
  });
});

describe('updates', () => {
  it('follow each other by number', () => {
    const { play } = after(joined(), update(2, { ply: 1, view: board('e4 d2', 'b') }));
    expect(play).toMatchObject({ ply: 1, seq: 2 });
    expect(play.change).toEqual({ from: ['e2'], to: ['e4'], lost: [] });
  });

  // Requirement gambit-48.
  it('with a gap ask for everything again and change nothing', () => {
    const before = after(joined()).play;
    expect(reduce(before, update(3))).toEqual({ play: before, effects: [{ kind: 'gap' }] });
  });

  // Requirement blind-68.
  it('that were seen before change nothing, but acknowledge', () => {
    const before = after(joined(), update(2)).play;
    const { play, effects } = reduce(before, update(2, { ack: 'x', ply: 7 }));
    expect(play).toBe(before);
    expect(effects).toEqual([{ kind: 'acknowledged', id: 'x', code: null }]);
  });

  it('tell that my move was played, without a word of the moderator', () => {
    const { effects, play } = after(joined(), update(2, { ack: 'm', ply: 1, view: board('e4 d2', 'b') }));
    expect(kinds(effects)).toEqual(['acknowledged', 'moved']);
    expect(play.latest).toEqual([]);
  });

  it('store the last words until there are new ones or another ply', () => {
    const one = after(joined(), update(2, { newAnnouncements: [said('illegal_move')] }), update(3));
    expect(one.play.latest).toHaveLength(1);
    const two = after(joined(), update(2, { newAnnouncements: [said('illegal_move')] }), update(3, { ply: 1 }));
    expect(two.play.latest).toEqual([]);
    expect(two.play.announcements).toHaveLength(1);
  });

  it('show where a piece of mine was taken', () => {
    const { play } = after(joined({ ply: 1, view: board('e4 d2', 'b') }), update(2, { ply: 2, view: board('d2') }));
    expect(play.change.lost).toEqual(['e4']);
  });

  it('at the end do not take the other army for moves', () => {
    const all: BoardView = { ...board('e4 d2', 'b'), pieces: { ...white('e4 d2'), e8: { color: 'b', type: 'k', qpi: 'c:k^' } } };
    const { play, effects } = after(joined(), update(2, { ply: 1, view: all, gameStatus: 'finished', endReason: 'checkmate', winner: 'w' }));
    expect(play.change).toEqual({ from: ['e2'], to: ['e4'], lost: [] });
    expect(kinds(effects)).toContain('ended');
  });
});

describe('draw offers', () => {
  it('are news to both sides', () => {
    expect(kinds(after(joined(), update(2, { drawOffer: { from: 'b' } })).effects)).toEqual(['draw_offered']);
    expect(kinds(after(joined(), update(2, { drawOffer: { from: 'w' } })).effects)).toEqual(['draw_asked']);
  });

  it('of mine that vanish on the same ply were declined', () => {
    expect(kinds(after(joined({ drawOffer: { from: 'w' } }), update(2)).effects)).toEqual(['draw_declined']);
    expect(kinds(after(joined({ drawOffer: { from: 'w' } }), update(2, { ply: 1 })).effects)).not.toContain('draw_declined');
  });
});

it('the other player comes and goes', () => {
  const { play } = after(joined(), { type: 'peer-status', color: 'b', connected: false, graceUntil: 99, seq: 2 });
  expect(play.peer).toEqual({ connected: false, graceUntil: 99 });
});

// Requirement blind-65.
it('errors change nothing and are matched to their command', () => {
  const before = after(joined()).play;
  expect(reduce(before, { type: 'error', code: 'not_your_turn', message: '', ack: 'q' })).toEqual({
    play: before,
    effects: [{ kind: 'acknowledged', id: 'q', code: 'not_your_turn' }, { kind: 'refused', code: 'not_your_turn' }],
  });
});

describe('shared marks', () => {
  const over = () => joined({ gameStatus: 'finished' });
  const marks = { w: ['0 e8 c:k'] };

  it('come with a frame of their own, which acknowledges', () => {
    const { play, effects } = after(over(), { type: 'shared-marks', marks, seq: 2, ack: 'm1' });
    expect([play.sharedMarks, play.seq]).toEqual([marks, 2]);
    expect(effects).toEqual([{ kind: 'acknowledged', id: 'm1', code: null }]);
    expect(after(over(), { type: 'shared-marks', marks, seq: 4 }).effects).toEqual([{ kind: 'gap' }]);
  });

  it('come with the state to a player who comes back', () => {
    expect(after(over()).play.sharedMarks).toBeUndefined();
    expect(after(over(), { ...over(), sharedMarks: marks, seq: 5 }).play.sharedMarks).toEqual(marks);
  });
});

describe('a rematch', () => {
  const over = () => joined({ gameStatus: 'finished' });
  const accepted = { state: 'accepted', gameId: 'abcd1234', token: 'n'.repeat(24) } as const;
  const seat = { kind: 'rematch_seat', gameId: 'abcd1234', token: 'n'.repeat(24) };
  const begins = { kind: 'rematch_begins', gameId: 'abcd1234' };

  it('offered by the other side is news, offered by me is not', () => {
    const offered = (from: 'w' | 'b') => ({ type: 'rematch', rematch: { state: 'offered', from }, seq: 2 }) as const;
    expect(kinds(after(over(), offered('b')).effects)).toEqual(['rematch_offered']);
    expect(kinds(after(over(), { ...offered('w'), ack: 'r' }).effects)).toEqual(['acknowledged']);
  });

  it('begins when both have agreed', () => {
    const { play, effects } = after(over(), { type: 'rematch', rematch: accepted, seq: 2 });
    expect(play.rematch).toEqual(accepted);
    expect(effects).toEqual([seat, begins]);
  });

  it('begins when the agreement was missed while the connection was lost', () => {
    const waiting = { type: 'rematch', rematch: { state: 'offered', from: 'w' }, seq: 2 } as const;
    expect(after(over(), waiting, joined({ gameStatus: 'finished', rematch: accepted, seq: 3 })).effects.slice(1)).toEqual([seat, begins]);
  });

  it('agreed on earlier does not take a player away from the review', () => {
    const { effects } = after(joined({ gameStatus: 'finished', rematch: accepted }));
    expect(effects.slice(1)).toEqual([seat]);
  });
});

it('a frame of an unknown type is passed over', () => {
  const before = after(joined()).play;
  expect(reduce(before, { type: 'weather' } as unknown as ServerMessage)).toEqual({ play: before, effects: [] });
});

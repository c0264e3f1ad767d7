// Reasons of refused moves: told in an open game that the player sees as a whole, and never else.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Game } from '../src/game/game.svelte';
import { latestLines } from '../src/game/latest-lines';
import { explain, reasonOf } from '../src/game/refusal-reason';
import { wrapRules } from '../src/lib/engine';
import { parseFeen } from '../src/lib/feen';
import { handsOf } from '../src/lib/hands';
import type { Announcement, BoardView, Joined, ServerMessage } from '../src/wire';
import { engine, rulesOf } from './engine';
import { joinedTo } from './game-states';

beforeEach(() => {
  vi.stubGlobal('location', { protocol: 'http:', host: 'localhost' });
  vi.stubGlobal('fetch', () => Promise.reject(new Error('no server')));
});
afterEach(() => vi.unstubAllGlobals());

// The knight on e2 is pinned by the rook on e8.
const view: BoardView = { pieces: parseFeen('4r2k^/8/8/8/8/8/3PN3/3QK^3 / C/c')?.pieces ?? {}, toMove: 'w', inCheck: false };
const ILLEGAL: Announcement = { ply: 1, text: 'illegal_move', audience: 'w', at: 1 };
const PINNED = 'Not legal: the king on e1 could then be captured from e8.';

function gameOf(more: Partial<Joined> = {}): Game {
  const game = new Game('open2345');
  game.receive(joinedTo({ view, ...more }));
  game.engine = engine;
  return game;
}

/** Plays a move that the server refuses, and returns what is said. */
async function refuse(game: Game, move: { from: string; to: string }, more: Partial<Extract<ServerMessage, { type: 'update' }>> = {}): Promise<string[]> {
  game.input.request(move);
  game.receive({
    type: 'update', view: game.play?.view ?? view, newAnnouncements: [ILLEGAL], gameStatus: 'active', seq: (game.play?.seq ?? 0) + 1, drawOffer: null,
    tally: { byYou: {}, byOpponent: {} }, ply: 0, ack: game.outbox[0]?.id ?? '', ...more,
  });
  await import('../src/game/refusal-reason');
  await new Promise((resolve) => setTimeout(resolve, 0));
  return latestLines(game);
}

describe('an open game', () => {
  it('tells that a piece is pinned, and how it does not move', async () => {
    const game = gameOf();
    expect(await refuse(game, { from: 'e2', to: 'c3' })).toEqual(['Illegal move.', PINNED]);
    expect(await refuse(game, { from: 'd2', to: 'd5' })).toEqual(['Illegal move.', 'Not legal: the pawn on d2 cannot go to d5.']);
  });

  it('tells it where the touched piece has to move', async () => {
    expect(await refuse(gameOf(), { from: 'e2', to: 'c3' }, { touchedPiece: 'e2' })).toEqual(['Illegal move.', PINNED]);
  });

  it('tells nothing of a move that the engine would allow, and forgets the reason after the next move', async () => {
    const game = gameOf();
    expect(await refuse(game, { from: 'd2', to: 'd3' })).toEqual(['Illegal move.']);
    await refuse(game, { from: 'e2', to: 'c3' });
    game.receive({ type: 'update', view, newAnnouncements: [], gameStatus: 'active', seq: 4, drawOffer: null, tally: { byYou: {}, byOpponent: {} }, ply: 1 });
    expect(game.reason).toBeNull();
  });
});

describe('a game that the player does not know as a whole', () => {
  const covered = { ...view, pieces: { ...view.pieces, a8: { color: 'b', type: 'p', qpi: 'c:p', covered: true } } } as const satisfies BoardView;
  it.each<[string, Partial<Joined>]>([
    ['blind', { mode: 'blind' }],
    ['by sight', { mode: 'sight' }],
    ['open, with fog', { view: { ...view, seen: ['e1', 'e2'] } }],
    ['open, with a covered piece', { view: covered }],
    ['open, with a hand that is not seen', { view: { ...view, hands: { w: [] } } }],
  ])('gives no reason: %s', async (_, more) => {
    const game = gameOf(more);
    expect(await refuse(game, { from: 'e2', to: 'c3' })).toEqual(['Illegal move.']);
    // Nor by another way to the engine.
    explain(game, { from: 'e2', to: 'c3' });
    expect(game.reason).toBeNull();
  });

  it('gives no reason by rules that the engine does not know', async () => {
    const game = gameOf();
    game.engine = { ...engine, mechanics: true };
    expect(await refuse(game, { from: 'e2', to: 'c3' })).toEqual(['Illegal move.']);
  });
});

it('a drop has its reason too', async () => {
  const minishogi = wrapRules(await rulesOf('conformance/fixtures/games/minishogi'));
  const feen = '4k^/1S3/5/P4/K^4 P/ S/s';
  const position: BoardView = { pieces: parseFeen(feen)?.pieces ?? {}, toMove: 'w', inCheck: false, hands: { w: [...handsOf(feen).w], b: [] } };
  const drop = (to: string) => reasonOf(minishogi, position, { from: '*', to, drop: 'S:P' }, () => 'pawn');
  expect(drop('c3')).toBeNull();
  expect(drop('a4')).toBe('it cannot be dropped on a4');
});

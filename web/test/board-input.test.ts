import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Game } from '../src/game/game.svelte';
import type { Announcement, Joined, ServerMessage } from '../src/wire';
import { joinedTo, state } from './game-states';

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('location', { protocol: 'http:', host: 'localhost' });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const view = {
  pieces: { e2: { color: 'w', type: 'p', qpi: 'C:P' }, d2: { color: 'w', type: 'p', qpi: 'C:P' } }, toMove: 'w', inCheck: false,
} as const satisfies Joined['view'];

/** Returns a game in which White is to move. */
function gameOf(more: Partial<Joined> = {}): Game {
  const game = new Game('drag2345');
  game.receive(joinedTo({ view, ...more }));
  return game;
}

/** Returns the commands without an answer, each without its id. */
const commands = (game: Game) => game.outbox.map(({ command }) => ({ ...command, id: undefined }));

function answer(game: Game, more: { newAnnouncements?: Announcement[]; touchedPiece?: string } = {}): void {
  const { seq = 0, ply = 0 } = game.play ?? {};
  const update: Extract<ServerMessage, { type: 'update' }> = {
    type: 'update', view, newAnnouncements: [], gameStatus: 'active', seq: seq + 1, drawOffer: null, tally: { byYou: {}, byOpponent: {} }, ply,
    ack: game.outbox[0]?.id ?? '', ...more,
  };
  game.receive(update);
}

describe('a drag that ends before the answer to its touch', () => {
  const drag = (game: Game) => {
    expect(game.input.lift('e2')).toBe(true);
    game.input.drop('e2', 'e4');
    expect(commands(game)).toEqual([{ type: 'commit', from: 'e2' }]);
  };

  it('is played where the touch binds the piece', () => {
    const game = gameOf({ mode: 'blind' });
    drag(game);
    answer(game, { touchedPiece: 'e2' });
    expect(commands(game)).toEqual([{ type: 'commit', from: 'e2', to: 'e4' }]);
  });

  it('is played where no touch binds', () => {
    const game = gameOf();
    drag(game);
    answer(game);
    expect(commands(game)).toEqual([{ type: 'commit', from: 'e2', to: 'e4' }]);
    answer(game);
    expect(commands(game)).toEqual([]);
  });

  it('is dropped when the moderator refuses the touch', () => {
    const game = gameOf({ mode: 'blind' });
    drag(game);
    answer(game, { newAnnouncements: [{ ply: 1, text: 'no_legal_moves', audience: 'w', at: 1 }] });
    expect(commands(game)).toEqual([]);
    answer(game);
    expect([commands(game), game.input.refused?.cell]).toEqual([[], 'e2']);
  });

  it('is dropped when the server answers the touch with an error', () => {
    const game = gameOf();
    drag(game);
    game.receive({ type: 'error', code: 'rate_limited', message: '', ack: game.outbox[0]?.id ?? '' });
    expect(commands(game)).toEqual([]);
  });
});

describe('a typed move', () => {
  it('is not taken while another move is on its way', () => {
    const game = gameOf();
    expect(game.input.type('e2e4')).toMatchObject({ kind: 'move' });
    expect(game.input.type('d2d4')).toEqual({ kind: 'busy' });
    expect(commands(game)).toEqual([{ type: 'commit', from: 'e2', to: 'e4' }]);
    answer(game);
    expect(game.input.type('d2d4')).toMatchObject({ kind: 'move' });
    expect(commands(game)).toEqual([{ type: 'commit', from: 'd2', to: 'd4' }]);
  });
});

describe('a retreat that cannot be paid', () => {
  it('is a tap on the lost piece, and on no other square', () => {
    const game = gameOf({ gambit: 'standard' });
    game.receive(state(2, {
      phase: 'tactical_retreat',
      retreat: { piece: { color: 'w', type: 'p', position: 'e2' }, validPositions: [], costs: [], deadline: 1_000 },
    }));
    game.input.tap('d2');
    expect(commands(game)).toEqual([]);
    game.input.tap('e2');
    expect(commands(game)).toEqual([{ type: 'retreat.select', gameId: 'drag2345', position: 'e2' }]);
  });
});

describe('a typed promotion', () => {
  it('is sent with its letter, and nothing that the server does not know', () => {
    const pieces = { a7: { color: 'w', type: 'p', qpi: 'C:P' } } as const;
    const game = gameOf({ mode: 'blind', view: { ...view, pieces } });
    expect(game.input.type('a7a8=q').kind).toBe('move');
    expect(commands(game)).toEqual([{ type: 'commit', from: 'a7', to: 'a8', promotion: 'q' }]);
  });
});

describe('a tap on another own piece', () => {
  const rook = { color: 'w', type: 'r', qpi: 'C:R' } as const;
  const castling = { view: { ...view, pieces: { ...view.pieces, h1: rook } } };
  /** Returns a game whose engine lets the piece on e2 go onto h1. */
  const gameWith = (legal: string[]): Game => {
    const game = gameOf(castling);
    const none = () => [];
    game.loadingEngine = false;
    game.engine = {
      shape: { files: 8, ranks: 8 }, mechanics: false, manifest: '{}', lone: { tries: () => '', choices: () => '' }, tries: none, moves: none, choices: none,
      legal: (_, __, from) => (from === 'e2' ? legal.map((to) => ({ to, capture: false })) : []),
    };
    return game;
  };

  it('plays onto it where that is a move, as where a king castles onto its rook', () => {
    const game = gameWith(['e3', 'h1']);
    game.input.tap('e2');
    game.input.tap('h1');
    expect(commands(game)).toEqual([{ type: 'commit', from: 'e2', to: 'h1' }]);
  });

  it('chooses it where that is none', () => {
    const game = gameWith(['e3']);
    game.input.tap('e2');
    game.input.tap('h1');
    expect(commands(game)).toEqual([]);
    expect(game.input.armed).toBe('h1');
  });
});

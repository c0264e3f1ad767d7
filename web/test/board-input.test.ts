import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Game } from '../src/game/game.svelte';
import type { Joined, ServerMessage } from '../src/wire';
import { settings } from '../src/lib/settings.svelte';
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

type Update = Extract<ServerMessage, { type: 'update' }>;

function answer(game: Game, more: Partial<Update> = {}): void {
  const { seq = 0, ply = 0 } = game.play ?? {};
  const update: Update = {
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
      shape: { files: 8, ranks: 8 }, mechanics: false, manifest: '{}', lone: { tries: () => '', choices: () => '' }, channel: () => ({ send: () => '{}' }), tries: none, moves: none, choices: none,
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

describe('a premove', () => {
  const theirs = { view: { ...view, toMove: 'b' }, mode: 'vanilla' } as const;
  /** Returns a game in which Black is to move, with an engine that lets pieces try `tries`, and on their turn go to `legal`. */
  const gameWith = (tries: readonly string[], legal: readonly string[], more: Partial<Joined> = {}): Game => {
    const game = gameOf({ ...theirs, ...more });
    const none = () => [];
    game.loadingEngine = false;
    game.engine = {
      shape: { files: 8, ranks: 8 }, mechanics: false, manifest: '{}', lone: { tries: () => '', choices: () => '' }, channel: () => ({ send: () => '{}' }), moves: none, choices: none,
      tries: () => [...tries],
      legal: () => legal.map((to) => ({ to, capture: false })),
    };
    return game;
  };
  const reply = (game: Game, pieces: Joined['view']['pieces'] = view.pieces) => {
    const { seq = 0, ply = 0 } = game.play ?? {};
    game.receive({
      type: 'update', view: { ...view, pieces, toMove: 'w' }, newAnnouncements: [], gameStatus: 'active', seq: seq + 1, drawOffer: null,
      tally: { byYou: {}, byOpponent: {} }, ply: ply + 1,
    });
  };

  it('is made once it is legal on the own turn, and sends nothing before', () => {
    const game = gameWith(['e4'], ['e4']);
    game.input.tap('e2');
    expect(game.input.reach.map(({ to }) => to)).toEqual(['e4']);
    game.input.tap('e4');
    expect([game.input.premove.chosen, commands(game)]).toEqual([{ from: 'e2', to: 'e4' }, []]);
    reply(game);
    expect([game.input.premove.chosen, commands(game)]).toEqual([null, [{ type: 'commit', from: 'e2', to: 'e4' }]]);
  });

  it('is dropped where it is not legal, or its piece was taken', () => {
    for (const [legal, pieces] of [[[], view.pieces], [['e4'], { d2: view.pieces.d2 }]] as const) {
      const game = gameWith(['e4'], legal);
      game.input.lift('e2');
      game.input.drop('e2', 'e4');
      reply(game, pieces);
      expect([game.input.premove.chosen, commands(game)]).toEqual([null, []]);
      expect(game.notice).toContain('no longer possible');
    }
  });

  it('may go where an own piece stands that may be taken first', () => {
    const game = gameWith([], ['d2']);
    game.input.lift('e2');
    game.input.drop('e2', 'd2');
    reply(game, { e2: view.pieces.e2, d2: { color: 'b', type: 'n', qpi: 'c:n' } });
    expect(commands(game)).toEqual([{ type: 'commit', from: 'e2', to: 'd2' }]);
  });

  it('takes back on the square of an own piece by taps, and by no step that takes nothing', () => {
    const pieces = { ...view.pieces, b8: { color: 'b', type: 'n', qpi: 'c:n' } } as const;
    const game = gameWith(['d3'], ['d2'], { view: { ...view, pieces, toMove: 'b' } });
    const { engine } = game;
    if (!engine) throw new Error('no engine');
    const asked: Joined['view']['pieces'][] = [];
    let capture = true;
    game.engine = {
      ...engine,
      tries: (_, own) => (own['d2'] ? ['d3'] : ['d2', 'd3']),
      legal: (board) => {
        asked.push(board);
        return [{ to: 'd2', capture }];
      },
    };
    game.input.tap('e2');
    expect(game.input.reach.map(({ to }) => to)).toEqual(['d3', 'd2']);
    expect(asked[0]?.['d2']).toEqual(pieces.b8);
    game.input.tap('d2');
    expect(game.input.premove.chosen).toEqual({ from: 'e2', to: 'd2' });
    game.input.cancel();
    capture = false;
    game.input.tap('e2');
    game.input.tap('d2');
    expect([game.input.premove.chosen, game.input.armed]).toEqual([null, 'd2']);
  });

  it('does not stay on its square', () => {
    const game = gameWith(['e4'], ['e4']);
    game.input.type('e2e2');
    expect([game.input.premove.chosen, game.notice]).toEqual([null, 'None of your pieces can go there.']);
  });

  it('is made after the next ply alone, and while the settings allow it', () => {
    const chosen = (): Game => {
      const game = gameWith(['e4'], ['e4']);
      game.input.type('e2e4');
      expect(game.input.premove.chosen).not.toBeNull();
      return game;
    };
    const late = chosen();
    // Moves were made elsewhere meanwhile.
    late.receive(joinedTo({ ...theirs, view, ply: (late.play?.ply ?? 0) + 3 }));
    expect([late.input.premove.chosen, commands(late)]).toEqual([null, []]);
    for (const key of ['premoves', 'confirm'] as const) {
      const game = chosen();
      settings[key] = key === 'confirm';
      expect(game.input.premove.chosen).toBeNull();
      reply(game);
      settings.premoves = true;
      settings.confirm = false;
      expect([game.input.premove.chosen, commands(game), game.input.confirming]).toEqual([null, [], null]);
    }
  });

  it('takes its notice with it', () => {
    const game = gameWith(['e4'], ['e4']);
    game.input.type('e2e4');
    expect(game.notice).toContain('Your next move is chosen');
    game.input.tap('e4');
    expect(game.notice).toBeNull();
  });

  it('is taken back by a tap on it, by another one, and by Escape', () => {
    const game = gameWith(['e3', 'e4', 'd3'], ['e4']);
    const choose = (from: string, to: string) => {
      game.input.tap(from);
      game.input.tap(to);
    };
    choose('e2', 'e4');
    game.input.tap('e4');
    expect([game.input.premove.chosen, game.input.armed]).toEqual([null, null]);
    choose('e2', 'e4');
    choose('d2', 'd3');
    expect(game.input.premove.chosen).toEqual({ from: 'd2', to: 'd3' });
    game.input.cancel();
    reply(game);
    expect(commands(game)).toEqual([]);
  });

  it('is refused in blind games, in games with bids, and where the settings say so', () => {
    const refused = (game: Game) => {
      game.input.tap('e2');
      game.input.tap('e4');
      expect([game.input.premove.chosen, game.notice]).toEqual([null, 'It is not your turn.']);
    };
    refused(gameWith(['e4'], ['e4'], { mode: 'blind' }));
    for (const key of ['premoves', 'confirm'] as const) {
      settings[key] = key === 'confirm';
      refused(gameWith(['e4'], ['e4']));
      settings.premoves = true;
      settings.confirm = false;
    }
  });
});

it('a refusal of the other side is no answer to a move that was out of turn', () => {
  const game = new Game('turn2345');
  game.receive(joinedTo({ view, mode: 'blind', you: 'b', moderator: 'table-fidelity' }));
  game.send({ type: 'commit', from: 'e7', to: 'e5' });
  game.receive({ type: 'error', code: 'not_your_turn', message: '', ack: game.outbox[0]?.id ?? '' });
  answer(game, { newAnnouncements: [{ ply: 1, text: 'illegal_move', audience: 'both', at: 0 }] });
  expect(game.history.tries).toEqual([]);
});

it('a refusal of the other side is no answer to a move that was sent again, and had been taken', () => {
  const game = new Game('turn2346');
  game.receive(joinedTo({ view, mode: 'blind', you: 'w', moderator: 'berkeley' }));
  game.send({ type: 'commit', from: 'e2', to: 'e4' });
  const ack = game.outbox[0]?.id ?? '';
  game.receive(joinedTo({ view: { ...view, toMove: 'b' }, mode: 'blind', you: 'w', moderator: 'berkeley', ply: 1 }));
  answer(game, { ack, ply: 1, view: { ...view, toMove: 'b' } });
  answer(game, { ply: 1, view: { ...view, toMove: 'b' }, newAnnouncements: [{ ply: 2, text: 'illegal_move', audience: 'both', at: 0 }] });
  expect(game.history.tries).toEqual([]);
});

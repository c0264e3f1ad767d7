// Moves typed in the notation and with the squares of the players of a game.
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { moveExamples, questionExamples } from '../src/game/examples';
import { Game } from '../src/game/game.svelte';
import { buildSpectatorLog } from '../src/game/spectator-state';
import { RulesetPlay } from '../src/game/ruleset-play.svelte';
import type { Engine } from '../src/lib/engine';
import type { LegalMove } from '../src/lib/legal';
import { namedMoves } from '../src/lib/typed-ruleset-move';
import type { NotedMove, PieceView } from '../src/wire';
import { joinedTo } from './game-states';

beforeEach(() => {
  vi.stubGlobal('location', { protocol: 'http:', host: 'localhost' });
});

const move = (from: string | undefined, to: string, san: string, notation: string, more: Partial<LegalMove> = {}): LegalMove =>
  ({ ...(from !== undefined && { from }), to, captures: [], san, game_notation: notation, ...more });
const LEGAL: readonly LegalMove[] = [
  move('c3', 'c4', 'Pc4', 'P-7f'),
  move('h2', 'h4', 'Rh4', 'R-2f'),
  move('b2', 'h8', 'Bh8=+B+', 'B-2b+', { chosen: '+bishop' }),
  move('b2', 'h8', 'Bh8+', 'B-2b=', { chosen: 'bishop' }),
  move('d1', 'e2', 'Gde2', 'G6i-5h'),
  move('f1', 'e2', 'Gfe2', 'G4i-5h'),
  move(undefined, 'e5', 'P@e5', 'P*5e', { drop: 'pawn' }),
];
const PIECES: Record<string, string> = { c3: 'S:P', h2: 'S:R', b2: 'S:B', d1: 'S:G', f1: 'S:G' };
const view = (qpi: string): PieceView => ({ color: 'w', type: qpi.slice(-1).toLowerCase(), qpi });

/** Returns a game of the first side with these legal moves. */
function gameWith(notation: object | null, legal: readonly LegalMove[], mode: 'vanilla' | 'blind' = 'vanilla'): Game {
  const manifest = JSON.stringify({
    id: 'shogi', name: 'Shogi', styles: { S: 'Shogi' }, sides: { first: 'sente', second: 'gote' }, initial: '9/9/9/9/9/9/9/9/9 / S/s', endings: [],
    pieces: Object.fromEntries([['P', 'pawn'], ['R', 'rook'], ['B', 'bishop'], ['G', 'gold']].map(([letter = '', name = '']) => [`S:${letter}`, { name, san: letter }])),
    ...(notation && { notation }),
  });
  const reaches = (from: string) => legal.filter((one) => one.from === from).map(({ to }) => to);
  const engine: Engine = {
    shape: { files: 9, ranks: 9 }, mechanics: false, manifest, lone: { tries: () => '', choices: () => '' }, channel: () => ({ send: () => '{}' }),
    tries: (_you, _own, from) => reaches(from), legal: (_pieces, _toMove, from) => reaches(from).map((to) => ({ to, capture: false })),
    moves: () => legal, choices: () => [],
  };
  const game = new Game('names2345');
  game.receive(joinedTo({
    mode, ruleset: 'shogi', highlightingEnabled: true,
    view: { pieces: Object.fromEntries(Object.entries(PIECES).map(([cell, qpi]) => [cell, view(qpi)])), toMove: 'w', inCheck: false, hands: { w: [{ ...view('S:P'), count: 1 }], b: [] } },
  }));
  [game.engine, game.loadingEngine] = [engine, false];
  game.ruleset = new RulesetPlay(game, engine);
  return game;
}
const commands = (game: Game) => game.outbox.map(({ command }) => ({ ...command, id: undefined }));
const NAMES = { moves: 'squares', files: [...'987654321'], ranks: [...'ihgfedcba'] };

describe('a move in the notation of shogi', () => {
  it.each([
    ['P-7f', { type: 'commit', from: 'c3', to: 'c4' }],
    ['p - 7F', { type: 'commit', from: 'c3', to: 'c4' }],
    ['7g7f', { type: 'commit', from: 'c3', to: 'c4' }],
    ['7f', { type: 'commit', from: 'c3', to: 'c4' }],
    ['R2f', { type: 'commit', from: 'h2', to: 'h4' }],
    ['B-2b+', { type: 'commit', from: 'b2', to: 'h8', choice: '+bishop' }],
    ['B-2b=', { type: 'commit', from: 'b2', to: 'h8', choice: 'bishop' }],
    ['8h2b+', { type: 'commit', from: 'b2', to: 'h8', choice: '+bishop' }],
    ['G4i-5h', { type: 'commit', from: 'f1', to: 'e2' }],
    ['P*5e', { type: 'drop', piece: 'S:P', to: 'e5' }],
    // What is typed today goes on to be read.
    ['Pc4', { type: 'commit', from: 'c3', to: 'c4' }],
    ['c3c4', { type: 'commit', from: 'c3', to: 'c4' }],
    ['P@e5', { type: 'drop', piece: 'S:P', to: 'e5' }],
  ])('%s is played', (text, command) => {
    const game = gameWith(NAMES, LEGAL);
    expect(game.input.type(text)).toMatchObject({ kind: 'move' });
    expect(commands(game)).toMatchObject([command]);
  });

  it('asks what it leaves open', () => {
    const game = gameWith(NAMES, LEGAL);
    game.input.type('B-2b');
    expect([game.outbox, game.ruleset?.options.map(({ id }) => id)]).toEqual([[], ['+bishop', 'bishop']]);
    expect(game.input.type('G-5h')).toEqual({ kind: 'several', from: ['d1', 'f1'] });
    expect(game.input.type('P-6f')).toEqual({ kind: 'none_reaches' });
  });

  it('is read by its squares where the list of moves is hidden', () => {
    for (const text of ['P-7f', '7g7f', '7f']) {
      const game = gameWith(NAMES, LEGAL, 'blind');
      game.input.type(text);
      expect(game.input.confirming ?? commands(game)).toMatchObject([{ type: 'commit', from: 'c3', to: 'c4' }]);
    }
  });

  it('has examples among the moves of the initial position, in the names of the game', () => {
    expect(gameWith(NAMES, LEGAL).ruleset?.examples).toEqual(['7g7f', 'G4i-5h', 'P@5f']);
    expect(gameWith(null, LEGAL).ruleset?.examples).toEqual(['c3c4', 'G4i-5h', 'P@e4']);
    // Where the list of moves is hidden, notation is not understood.
    expect(gameWith(NAMES, LEGAL, 'blind').ruleset?.examples).toEqual(['7g7f', 'P@5f']);
    expect(gameWith(NAMES, []).ruleset?.examples).toEqual(['5h5f', 'P@5f']);
    // Where each move places a piece, there is an example of that.
    const gated = [move('b1', 'c3', 'Nc3', 'N-7g'), move('b1', 'c3', 'Nc3/Hb1', 'N-7g/H8i', { places: 'hawk b1' })];
    expect(gameWith(NAMES, gated).ruleset?.examples).toEqual(['8i7g', 'N-7g', 'P@5f']);
    expect(gameWith(NAMES, gated.slice(1)).ruleset?.examples).toEqual(['8i7g', 'N-7g/H8i', 'P@5f']);
  });

  it('has examples until its rules are loaded, and in questions', () => {
    const game = gameWith(NAMES, LEGAL);
    const { kinds = null } = game.ruleset ?? {};
    expect(moveExamples({ ruleset: null, play: game.play }, kinds)).toEqual(['5h5f']);
    expect(moveExamples(game, kinds)).toEqual(game.ruleset?.examples);
    expect(questionExamples(kinds)).toEqual({ letter: 'g', square: '5f', rank: 'f' });
    expect(questionExamples(null)).toEqual({ letter: 'n', square: 'e4', rank: '4' });
  });

  it('has the examples of chess in chess alone', () => {
    const { play } = gameWith(NAMES, LEGAL);
    expect(moveExamples({ ruleset: null, play: play && { ...play, ruleset: 'chess' } }, null)).toEqual(['e2e4', 'Nf3', 'O-O']);
  });
});

describe('a move in the notation of xiangqi', () => {
  const legal = [move('h2', 'e2', 'Re2', 'R2=5'), move('c3', 'c4', 'Pc4', 'P7+1'), move('b2', 'b4', 'Bb4', 'B8+2')];

  it.each([['R2=5', 'h2', 'e2'], ['r2 = 5', 'h2', 'e2'], ['P7+1', 'c3', 'c4'], ['b8+2', 'b2', 'b4'], ['h2e2', 'h2', 'e2']])('%s is played', (text, from, to) => {
    const game = gameWith({ moves: 'files' }, legal);
    expect(game.input.type(text)).toMatchObject({ kind: 'move', from, to });
    expect(commands(game)).toMatchObject([{ type: 'commit', from, to }]);
  });
});

describe('legal moves by a typed text', () => {
  const named = (text: string, read = text) => namedMoves(LEGAL, text, read).map(({ game_notation }) => game_notation);

  it('keep the sign of a promotion, and need no mark of a check', () => {
    expect([named('B-2b+'), named('B-2b='), named('B-2b'), named('Rh4+'), named('Bh8=+B')]).toEqual([['B-2b+'], ['B-2b='], [], ['R-2f'], ['B-2b+']]);
  });

  it('have their own notation first', () => {
    const both = [move('c3', 'c4', 'x', 'y'), move('h2', 'h4', 'y', 'z')];
    expect(namedMoves(both, 'Y', 'y').map(({ to }) => to)).toEqual(['c4']);
  });

  it('are found by their own squares with a choice, and among several drops onto a square', () => {
    const legal = [...LEGAL, move(undefined, 'e5', 'G@e5', 'G*5e', { drop: 'gold' })];
    const named = (text: string, read: string) => namedMoves(legal, text, read).map(({ game_notation }) => game_notation);
    expect([named('B2b=+B', 'Bh8=+B'), named('P@5e', 'P@e5'), named('B2b', 'Bh8'), named('P-7f!?', 'Pc4')]).toEqual([['B-2b+'], ['P*5e'], [], ['P-7f']]);
  });

  it('are none that stay where they are', () => {
    expect(namedMoves([move('c3', 'c3', 'pass', 'pass')], 'pass', 'pass')).toEqual([]);
  });
});

it('the list of an open game has both notations of a move', () => {
  const game = new Game('names2345');
  game.receive(joinedTo({ moves: [{ ply: 1, by: 'w', san: 'P@e5', gameNotation: 'P*5e' }], ply: 1 }));
  expect(game.notation).toEqual([{ ply: 1, by: 'w', san: 'P@e5', gameNotation: 'P*5e' }]);
  expect(game.contextOf(1).san).toBe('P@e5');
});

it('a spectator reads the notation of the players where there is one', () => {
  const moves = [{ ply: 1, by: 'w', notation: 'P@e5', gameNotation: 'P*5e' }, { ply: 2, by: 'b', notation: 'e5' }] as const;
  const kinds = { move: ({ san, gameNotation = san }: Pick<NotedMove, 'san' | 'gameNotation'>) => gameNotation };
  expect(buildSpectatorLog([], moves, kinds).map(({ notation }) => notation)).toEqual(['P*5e', 'e5']);
});

// A game on one screen with the engine itself, by its messages.
import { expect, it } from 'vitest';
import { LocalEngine } from '../src/game/local-game';
import { chess, rulesOf } from './engine';

const begin = () => {
  const engine = new LocalEngine(chess.engine());
  return { engine, state: engine.send({ message_type: 'new_game' }) };
};

it('a new game has its board, its sides and the moves of the first', () => {
  const { state } = begin();
  expect(state.board?.shape).toEqual({ files: 8, ranks: 8 });
  expect(state.sides).toEqual({ w: 'white', b: 'black' });
  expect(state.toMove).toBe('w');
  expect(state.moves['e2']).toEqual(['e3', 'e4']);
  expect(state.moves['e7']).toBeUndefined();
  expect(state.last).toBeNull();
});

it('moves are noted, captures known, and undo takes one back', () => {
  const { engine } = begin();
  for (const [from, to] of [['e2', 'e4'], ['d7', 'd5']] as const) engine.send({ message_type: 'piece_move', from, to });
  const before = engine.send({ message_type: 'state' });
  expect(before.captures.has('e4 d5')).toBe(true);
  const after = engine.send({ message_type: 'piece_move', from: 'e4', to: 'd5' });
  expect(after.history).toEqual([
    { ply: 1, by: 'w', san: 'e4' }, { ply: 2, by: 'b', san: 'd5' }, { ply: 3, by: 'w', san: 'exd5' },
  ]);
  expect(after.last).toEqual({ squares: ['e4', 'd5'], captured: true });
  expect(engine.send({ message_type: 'undo' }).feen).toBe(before.feen);
});

it('a refused move changes nothing, and the same moves remain', () => {
  const { engine, state } = begin();
  const after = engine.send({ message_type: 'piece_move', from: 'e2', to: 'e5' });
  expect(after).toEqual(state);
});

it('a promotion waits for its choice, and the end has its winner', () => {
  const { engine } = begin();
  engine.send({ message_type: 'set_position', fen: '6k1/4Pppp/8/8/8/8/8/4K3 w - - 0 1' });
  const waiting = engine.send({ message_type: 'piece_move', from: 'e7', to: 'e8' });
  expect(waiting.pending).toEqual({ from: 'e7', to: 'e8', choices: ['queen', 'rook', 'bishop', 'knight'] });
  expect(engine.send({ message_type: 'undo' }).pending).toBeNull();
  engine.send({ message_type: 'piece_move', from: 'e7', to: 'e8' });
  const over = engine.send({ message_type: 'piece_promotion_choice', piece_choice: 'rook' });
  expect(over.ending).toEqual({ winner: 'w', reason: 'checkmate' });
  expect(over.checks).toEqual(['g8']);
  expect(over.moves).toEqual({});
});

it('pieces in hand have their destinations, in a game with hands', async () => {
  const engine = new LocalEngine((await rulesOf('conformance/fixtures/games/minishogi')).engine());
  const state = engine.send({ message_type: 'set_position', feen: '4k^/1S3/5/5/K^4 P/ S/s' });
  expect(state.board?.shape).toEqual({ files: 5, ranks: 5 });
  expect(state.drops['pawn']).toContain('c3');
  const after = engine.send({ message_type: 'piece_drop', piece: 'pawn', to: 'c3' });
  expect(after.last?.squares).toEqual(['c3']);
  expect(after.toMove).toBe('b');
});

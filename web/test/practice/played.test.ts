// The messages that made the moves of a game, with choices, refusals and moves that are taken back.
import { expect, it } from 'vitest';
import type { HostMessage } from '../../src/engine-messages';
import { PlayedMessages, squaresOf } from '../../src/practice/played';

const move = (from: string, to: string): HostMessage => ({ message_type: 'piece_move', from, to });
const choice: HostMessage = { message_type: 'piece_promotion_choice', piece_choice: 'queen' };

it('a move of two messages is one ply', () => {
  const played = new PlayedMessages();
  played.note(move('e2', 'e4'), 1);
  played.note(move('b7', 'a8'), 1);
  expect(played.all).toEqual([move('e2', 'e4')]);
  played.note(choice, 2);
  expect(played.all).toEqual([move('e2', 'e4'), move('b7', 'a8'), choice]);
  played.note({ message_type: 'undo', plies: 1 }, 1);
  expect(played.all).toEqual([move('e2', 'e4')]);
});

it('a move that was taken back before its choice leaves nothing', () => {
  const played = new PlayedMessages();
  played.note(move('b7', 'a8'), 0);
  played.note({ message_type: 'undo' }, 0);
  played.note(move('b7', 'b8'), 0);
  played.note(choice, 1);
  expect(played.all).toEqual([move('b7', 'b8'), choice]);
});

it('a game that is given up and goes on has its moves', () => {
  const played = new PlayedMessages();
  played.note(move('e2', 'e4'), 1);
  played.note(move('e7', 'e5'), 2);
  played.note({ message_type: 'resign', side: 'white' }, 2);
  played.note({ message_type: 'undo', plies: 2 }, 0);
  played.note(move('d2', 'd4'), 1);
  expect(played.all).toEqual([move('d2', 'd4')]);
});

it('a move has its squares; one from a hand, and a pass, have one', () => {
  expect(squaresOf(move('e2', 'e4'))).toEqual(['e2', 'e4']);
  expect(squaresOf({ message_type: 'piece_drop', piece: 'pawn', to: 'c3' })).toEqual(['c3']);
  expect(squaresOf(move('e1', 'e1'))).toEqual(['e1']);
});

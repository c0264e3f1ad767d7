// English texts of moves that the rules of chess do not have.
import type { MoveTexts } from './catalogue';

const a = (kind: string): string => `${/^[aeiou]/.test(kind) ? 'an' : 'a'} ${kind}`;

export const en: MoveTexts = {
  dropped: (side, kind, square) => `${side} has dropped ${a(kind)} on ${square}.`,
  passed: (side) => `${side} has passed.`,
  ownDropped: (kind, square) => `You dropped ${a(kind)} on ${square}.`,
  ownPassed: 'You passed.',
  ownUncovered: (square) => `You uncovered a piece on ${square}.`,
  ownInPlace: (square) => `Your piece stayed on ${square}.`,
  touchedDrop: (kind) => `You touched ${a(kind)} in your hand: it must be dropped.`,
  promotedTo: (kind) => `It became ${a(kind)}.`,
  placed: (kind, square) => `${a(kind).replace(/^a/, 'A')} was placed on ${square}.`,
  tried: {
    drop: {
      no_such_piece: (kind) => `You tried to drop ${a(kind)}: you have none.`,
      no_legal_moves: (kind) => `You tried to drop ${a(kind)}: it has no legal moves.`,
      wont_help: (kind) => `You tried to drop ${a(kind)}: that will not help you.`,
      illegal_move: (kind, square) => `You tried to drop ${a(kind)} on ${square}: illegal move.`,
      nonsense: (kind, square) => `You tried to drop ${a(kind)} on ${square}: nonsense.`,
      impossible: (kind, square) => `You tried to drop ${a(kind)} on ${square}: not possible now.`,
    },
    pass: 'You tried to pass: illegal move.',
  },
  attempt: {
    drop: {
      no_such_piece: (side, kind) => `${side} tried to drop ${a(kind)}: none in hand.`,
      no_legal_moves: (side, kind) => `${side} tried to drop ${a(kind)}: no legal moves.`,
      wont_help: (side, kind) => `${side} tried to drop ${a(kind)}: it would not help.`,
      illegal_move: (side, kind, square) => `${side} tried to drop ${a(kind)} on ${square}: illegal.`,
      nonsense: (side, kind, square) => `${side} tried to drop ${a(kind)} on ${square}: nonsense.`,
      impossible: (side, kind, square) => `${side} tried to drop ${a(kind)} on ${square}: not possible.`,
    },
    pass: (side) => `${side} tried to pass: illegal.`,
  },
  hands: (yours, theirs) =>
    `In your hand: ${yours || 'nothing'}.${theirs === null ? '' : ` In your opponent’s hand: ${theirs || 'nothing'}.`}`,
  counted: (kind, count) => (count === null ? `${kind}, as many as you like` : `${count} × ${kind}`),
  typed: { noHands: 'In this game there are no pieces to drop.', notHeld: 'You have no such piece in hand.' },
};

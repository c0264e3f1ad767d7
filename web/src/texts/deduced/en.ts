// English texts of deductions.
import { listOf } from '../forms';
import type { Deduction } from '../../mind/deductions';
import type { Direction } from '../../wire';
import type { DeducedTexts } from './catalogue';

const or = listOf('en', 'disjunction');
const and = listOf('en', 'conjunction');
/** More squares than these are not named one by one: the board shows them. */
const MOST_NAMED = 6;

const oneOf = (squares: readonly string[]): string => (squares.length > MOST_NAMED ? `one of the ${squares.length} squares that are shown` : or(squares));
const first = ({ about = [] }: Deduction): string => about[0] ?? '';
const second = ({ about = [] }: Deduction): string => about[1] ?? '';

const direction: Readonly<Record<Direction, string>> = {
  rank: 'on the rank', file: 'on the file', long_diagonal: 'on the long diagonal', short_diagonal: 'on the short diagonal', knight: 'from a knight',
};

export const en: DeducedTexts = {
  direction,
  sentence: {
    captured: ({ claim, squares }) => (claim === 'each' ? `A piece captured on ${squares.join()}: it stands there.` : `A piece captured: it stands on ${oneOf(squares)}.`),
    captured_passing: ({ squares }) => `A pawn captured en passant: it stands on ${squares.join()}.`,
    castled: ({ squares }) => `Your opponent castled: the king stands on ${squares[0]}, the rook on ${squares[1]}.`,
    promoted: () => 'A pawn was promoted: the new piece stands on your first rank.',
    checked: (deduction) => {
      const known = direction[first(deduction) as Direction];
      return `Your king is in check${known ? ` ${known}` : ''}: the piece stands on ${oneOf(deduction.squares)}.`;
    },
    checking: ({ squares }) => `Their king is in check: it stands on ${oneOf(squares)}.`,
    blocked: (deduction) => `${first(deduction)} to ${second(deduction)} was refused: a piece stands on ${oneOf(deduction.squares)}.`,
    pinned: (deduction) => `Your piece on ${first(deduction)} is pinned: the piece that pins it stands on ${oneOf(deduction.squares)}.`,
    guarded: (deduction) => `Your king may not go to ${first(deduction)}: a piece guards it.`,
    no_capture: (deduction) => `${first(deduction)} to ${second(deduction)} was refused: no piece stands on ${second(deduction)}.`,
    pawn_capture: (deduction) => `${first(deduction) ? `Your pawn on ${first(deduction)}` : 'A pawn of yours'} can capture: a piece stands on ${oneOf(deduction.squares)}.`,
    no_pawn_capture: ({ squares }) => `Your pawns cannot capture there: no piece stands on ${squares.length > MOST_NAMED ? 'the squares that are shown' : or(squares)}.`,
    moved_through: (deduction) => `You moved from ${first(deduction)} to ${second(deduction)}: nothing stands on ${and(deduction.squares)}.`,
  },
  note: (sentences) => `it follows: ${sentences.join(' ')}`,
};

// English texts of moderators who answer attempts.
import { counting, listOf } from '../forms';
import type { ModeratedTexts } from './catalogue';

const counted = counting('en');
const and = listOf('en', 'conjunction');
const a = (kind: string): string => `${/^[aeiou]/.test(kind) ? 'an' : 'a'} ${kind}`;
const taken = (what: string | null, square: string | null): string => `${what === null ? '' : ` ${a(what)}`}${square === null ? '' : ` on ${square}`}`;

export const en: ModeratedTexts = {
  choose: { legend: 'Moderator' },
  others: { 'table-fidelity': 'You both hear everything the moderator says, refused tries too.' },
  hear: {
    sentence: (name, facts) => `${name}. You try until a move is legal. You hear: ${facts}.`,
    square: { victim: 'the square of a captured piece', arrival: 'the square where a capture ends' },
    captured: { class: 'whether a pawn or a piece was captured', kind: 'the kind of a captured piece' },
    check: { side: 'checks', directions: 'checks by direction' },
    promotion: { kind: 'what a pawn becomes', fact: 'that a pawn is promoted' },
    drop: { kind: 'the kind of a dropped piece', fact: 'that a piece is dropped' },
    tries: { whether: 'whether you have a pawn capture', count: 'how many pawn captures you have', sources: 'which pawns can capture' },
    refusals: 'your opponent’s illegal tries',
    ask: {
      free: 'You may ask whether you have a pawn capture.',
      one_try: 'You may ask whether you have a pawn capture; after a yes you have to try one.',
      until_made: 'You may ask whether you have a pawn capture; after a yes you have to make one.',
    },
    stalemate: 'A player who is stalemated loses.',
    cap: (plies) => `The game is drawn after ${plies} moves, counting those of both sides, without a capture or a pawn move.`,
  },
  captured: (side, what, square) => `${side} has moved and captured${taken(what, square)}.`,
  enPassant: (side, what, square) => `${side} has captured${taken(what, square)} en passant.`,
  class: { pawn: 'pawn', piece: 'piece' },
  check: (side, directions) => `${side} is in check ${and(directions)}.`,
  direction: {
    rank: 'on the rank', file: 'on the file', long_diagonal: 'on the long diagonal', short_diagonal: 'on the short diagonal', knight: 'from a knight',
  },
  checked: (directions) => `in check ${and(directions)}`,
  dropped: (side, kind) => `${side} has dropped ${a(kind)}.`,
  pawnTries: {
    count: (side, tries) => (tries === 0 ? `${side} has no pawn captures.` : counted(tries, { one: `${side} has one pawn capture.`, other: `${side} has ${tries} pawn captures.` })),
    sources: (side, squares) => (squares.length === 0 ? `${side} has no pawn that can capture.` : `${side}’s pawns that can capture: ${squares.join(', ')}.`),
  },
  ask: { button: 'Any?', label: 'Any? Ask whether you have a pawn capture', notNow: 'You cannot ask that now.' },
};

// The pieces in hand of a FEEN position: read from one, and put into one.
import type { Color, PieceView as Piece, PieceType } from '../wire';

/** Pieces of one kind in a hand. Without a count there are as many as its owner wants. */
export type HandPiece = Piece & { count?: number };

export type Hands = Readonly<Partial<Record<Color, readonly HandPiece[]>>>;

const HELD = /([0-9]*)([+-]?)([A-Za-z])(\^?)/g;

/** Returns the pieces in both hands. */
export function handsOf(feen: string): Required<Hands> {
  const [, held = '', turn = ''] = feen.split(' ');
  const [first = '', second = ''] = held.split('/');
  return { w: parseHand(first, 'w', turn.replace(/[^A-Z]/g, '')), b: parseHand(second, 'b', turn.replace(/[^a-z]/g, '')) };
}

function parseHand(text: string, owner: Color, style: string): HandPiece[] {
  return [...text.matchAll(HELD)].map(([, count, state = '', letter = '', terminal = '']) => {
    const cased = owner === 'w' ? letter.toUpperCase() : letter.toLowerCase();
    return { color: owner, type: letter.toLowerCase() as PieceType, qpi: `${style}:${state}${cased}${terminal}`, count: Number(count || 1) };
  });
}

/** Returns a position with these pieces in hand. */
export function withHands(feen: string, { w = [], b = [] }: Hands): string {
  const [placement = '', , turn = ''] = feen.split(' ');
  return `${placement} ${printHand(w)}/${printHand(b)} ${turn}`;
}

/** Prints a hand: the kinds of which there are most come first. Those without a count are in no hand. */
function printHand(hand: readonly HandPiece[]): string {
  return hand
    .flatMap(({ qpi, count }) => (count === undefined || count === 0 ? [] : [{ pin: qpi.split(':')[1] ?? '', count }]))
    .sort((a, b) => b.count - a.count || (a.pin < b.pin ? -1 : 1))
    .map(({ pin, count }) => (count > 1 ? String(count) : '') + pin)
    .join('');
}

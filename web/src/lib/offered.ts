// Moves that the server offers in a game by sight, where the page cannot know what is legal.
import type { BoardView, Color, SquareName as Square } from '../wire';
import type { LegalMove, Reach } from './legal';
import { distinct } from './sets';

/** Returns the squares to which a piece may go, and whether it captures there; null while no moves are offered. */
export function offeredFrom({ legalMoves, pieces }: BoardView, you: Color, from: Square): readonly Reach[] | null {
  if (!legalMoves) return null;
  const squares = distinct(legalMoves.flatMap(({ from: source, to }) => (source === from && to !== undefined ? [to] : [])));
  return squares.map((to) => ({ to, capture: (pieces[to]?.color ?? you) !== you }));
}

/** Returns the offered moves as the engine tells legal ones, one for each choice; a pass stays on `*`. `wordsOf` spells a piece in the words of the rules. */
export function offeredMoves({ legalMoves = [] }: BoardView, wordsOf: (qpi: string) => string): readonly LegalMove[] {
  return legalMoves.flatMap(({ from, to, drop, choices = [] }): LegalMove[] => {
    const move = {
      to: to ?? '*', captures: [], san: '*',
      ...(drop === undefined ? { from: from ?? '*' } : { drop: wordsOf(drop) }),
    };
    return choices.length === 0 ? [move] : choices.map((chosen) => ({ ...move, chosen }));
  });
}

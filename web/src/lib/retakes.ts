// Squares of own pieces onto which a premove may go: it takes back what takes them.
import type { BoardView, Color, SquareName as Square } from '../wire';
import type { Engine } from './engine';

/** Returns the squares of own pieces that the piece on `from` could take back, in an open game. */
export function retakes(engine: Engine, { pieces, hands }: BoardView, you: Color, from: Square): Square[] {
  // Any piece of the other side will do. Without one there is nobody who takes.
  const any = Object.values(pieces).find(({ color, qpi, neutral }) => color !== you && !neutral && !qpi.includes('^'));
  if (!any) return [];
  // Where it has taken, it has lost its rights of the first move.
  const taker = { ...any, qpi: any.qpi.replace(/[+-]/, '') };
  return Object.entries(pieces).flatMap(([cell, { color, qpi, neutral }]) => {
    if (cell === from || color !== you || neutral || qpi.includes('^')) return [];
    const others = Object.fromEntries(Object.entries(pieces).filter(([at, piece]) => at !== cell && (piece.color === you || piece.neutral)));
    // The geometry first, which is quick; a step that takes nothing has no sense there.
    if (!engine.tries(you, others, from).includes(cell)) return [];
    return engine.legal({ ...pieces, [cell]: taker }, you, from, hands).some(({ to, capture }) => to === cell && capture) ? [cell] : [];
  });
}

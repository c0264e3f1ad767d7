// The legality of a pass in a wholly visible position, where pieces change sides: the browser's engine knows all moves but for that. Which pieces change
// is decided after a move; what stands on the board before it tells whether a drop changes any, as some rules demand.
import type { BoardView, Color, SquareName as Square } from '../wire';
import { cellName, parseCell, type Shape } from './geometry';
import { isPass, type LegalMove } from './legal';

interface Mechanic {
  mechanic: string;
  area?: string;
  required?: boolean;
}

interface Manifest {
  mechanics?: readonly Mechanic[];
  constraints?: readonly string[];
}

const STEPS = [[0, 1], [1, 1], [1, 0], [1, -1], [0, -1], [-1, -1], [-1, 0], [-1, 1]] as const;

/** Tells from the moves that the browser's engine knows whether one is a pass that is legal. */
export type PassJudge = (pieces: BoardView['pieces'], you: Color, moves: readonly LegalMove[]) => boolean;

/** Reads whether passes of a ruleset can be judged in the browser; null where its moves depend on anything that the engine there does not know. */
export function passJudge(manifest: string, shape: Shape): PassJudge | null {
  const { mechanics = [], constraints = [] } = JSON.parse(manifest) as Manifest;
  if (constraints.includes('forced-capture') || mechanics.some(({ mechanic }) => mechanic !== 'conversion')) return null;
  const [conversion] = mechanics;
  return (pieces, you, moves) => {
    // A position that the engine refuses tells nothing.
    if (!constraints.includes('forced-move')) return moves.length === 0 || moves.some(isPass);
    const isLegal = ({ to, drop }: LegalMove) => drop === undefined || !conversion?.required || converts(conversion, pieces, you, to, shape);
    return !moves.some((move) => !isPass(move) && isLegal(move));
  };
}

/** Returns whether a piece of the side `you` that arrives on a square converts any: the enemies around it, or those in a line up to another own piece. */
function converts({ area }: Mechanic, pieces: BoardView['pieces'], you: Color, square: Square, { files, ranks }: Shape): boolean {
  const at = parseCell(square);
  if (!at) return false;
  const isOf = (cell: Square, own: boolean): boolean => {
    const piece = pieces[cell];
    return piece !== undefined && piece.neutral !== true && (piece.color === you) === own;
  };
  return STEPS.some(([right, up]) => {
    const cellAt = (step: number): Square | null => {
      const [file, rank] = [at.file + step * right, at.rank + step * up];
      return file >= 0 && file < files && rank >= 0 && rank < ranks ? cellName({ file, rank }) : null;
    };
    let step = 1;
    let cell = cellAt(step);
    while (cell !== null && isOf(cell, false)) cell = cellAt((step += 1));
    return step > 1 && (area !== 'enclosed' || (cell !== null && isOf(cell, true)));
  });
}

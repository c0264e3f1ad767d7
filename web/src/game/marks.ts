// Marks on a board.
import type { SquareName as Square } from '../wire';

/** The direction of a line through a square, or the leap of a knight. */
export type CheckLine = { file: 0 | 1; rank: -1 | 0 | 1 } | 'knight';

/** Marks of a board; its cells are labelled by the same marks. */
export interface Marks {
  armed?: Square | null;
  touched?: Square | null;
  lifted?: Square | null;
  hovered?: Square | null;
  /** Squares that the selected piece may reach, and whether it would capture there. */
  reach?: ReadonlyMap<Square, boolean>;
  /** Squares and pieces that were tried in vain this turn. */
  tried?: readonly Square[];
  from?: readonly Square[];
  to?: readonly Square[];
  lost?: readonly Square[];
  /** Own pieces that have fewer points since the last move. */
  weaker?: readonly Square[];
  /** Squares marked by house rules. */
  poison?: readonly Square[];
  arrival?: readonly Square[];
  check?: Square | null;
  /** Announced directions of the check, and their words. */
  checkLines?: readonly CheckLine[];
  checkText?: string | null;
  /** Squares to which a repulsed piece may retreat, with their costs. */
  costs?: ReadonlyMap<Square, number>;
  /** The square of the duel. */
  duel?: Square | null;
  pending?: { from: Square; to: Square | null; promotion: string | null } | null;
  /** Marks of the player's own, in words. */
  notes?: ReadonlyMap<Square, string> | undefined;
  /** The two squares of a premove. */
  premove?: readonly Square[];
  refused?: { cell: Square; count: number } | null;
}

// The marks that give way to what a player knows: nothing else changes a mark.
import type { OwnMove } from '../game/log';
import type { PlayerState } from '../game/state';
import type { SquareName as Square } from '../wire';
import type { Belief } from './beliefs';
import type { Beliefs } from './notebook';

type Known = Pick<PlayerState, 'announcements' | 'ply' | 'seenMoves' | 'view' | 'you'>;

/**
 * Returns the marks to remove: those on squares of which the board shows what stands there, and where the player's last move is known to have captured. A
 * mark follows a move of the enemy that was seen from both ends.
 */
export function correctionsOf(beliefs: Beliefs, { announcements, ply, seenMoves, view, you }: Known, own: OwnMove | null): Record<string, Belief | null> {
  const changes: Record<string, Belief | null> = {};
  const seen = new Set(view.seen);
  const isShown = (square: Square) => view.pieces[square] !== undefined || seen.has(square);
  const move = seenMoves.findLast((one) => one.ply === ply && one.by !== you);
  const moved = move?.from === undefined ? undefined : beliefs.get(move.from);
  if (move?.from !== undefined && moved) {
    changes[move.from] = null;
    if (move.to !== undefined && !isShown(move.to)) changes[move.to] = moved;
  }
  for (const square of beliefs.keys()) if (isShown(square)) changes[square] = null;
  const taken = capturedAt(announcements, ply, you, own);
  if (taken !== null && beliefs.has(taken)) changes[taken] = null;
  return changes;
}

/** Returns the square on which the player's last move captured, as far as it was announced; a capture in passing is beside the square of arrival. */
export function capturedAt(announcements: Known['announcements'], ply: number, you: PlayerState['you'], own: OwnMove | null): Square | null {
  const side = you === 'w' ? 'white' : 'black';
  const capture = announcements.findLast((one) => one.ply === ply && one.text.startsWith(`${side}_moved_captured`));
  if (!capture) return null;
  if (capture.text.endsWith('_ep') && own && own.to !== '*') return own.to.replace(/\d+$/, '') + own.from.replace(/^\D+/, '');
  return capture.payload?.square ?? own?.to ?? null;
}

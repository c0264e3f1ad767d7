// The log as it is shown: announcements, own moves and inferences, grouped by ply.
import type { Announcement, MoveMade, SquareName as Square } from '../wire';
import { isRefusal } from '../texts/table';
import type { CapturedPiece, Inference, WeakenedPiece } from './inference';
import { triesOf, type OwnTry } from './tries';

/** An own move. The server announces it to the other side only, so the page stores it for the log. */
export interface OwnMove {
  ply: number;
  from: Square;
  to: Square;
  promotion?: string;
  /** The choice that was made with it, in the engine's words. */
  choice?: string;
  /** The dropped piece; without one a move from `*` is a pass. */
  drop?: string;
  /** A hit: both pieces stayed. */
  hit?: true;
  /** A capture that failed. */
  repulsed?: true;
}

export type LogEntry =
  | { kind: 'announcement'; announcement: Announcement; refusal: boolean; tried?: OwnTry | undefined }
  | { kind: 'own'; move: OwnMove }
  | { kind: 'duel'; move: MoveMade }
  | { kind: 'weaker'; inference: WeakenedPiece }
  | { kind: 'captured'; inference: CapturedPiece };

export interface LogPly {
  ply: number;
  /** The move in notation, in the log of a spectator. */
  notation?: string | undefined;
  entries: LogEntry[];
}

/** Announcements before a move, with its ply: refused tries, and whether pawns can capture. */
const isBefore = (text: string): boolean => isRefusal(text) || /^(white|black)_(has_any|no_any|pawn_tries)$/.test(text);

/**
 * Builds the log: in each ply what was announced before the move comes first, then the own move, then everything else. A new entry comes behind the others of its
 * ply, so that no line takes the place of another, which would be heard again.
 */
export function buildLog(
  announcements: readonly Announcement[],
  ownMoves: readonly OwnMove[],
  inferences: readonly Inference[] = [],
  moves: readonly MoveMade[] = [],
  tries: readonly OwnTry[] = [],
): LogPly[] {
  const tried = triesOf(announcements, tries);
  const groups = new Map<number, { before: LogEntry[]; own: LogEntry[]; other: LogEntry[] }>();
  const group = (ply: number) => {
    const found = groups.get(ply) ?? { before: [], own: [], other: [] };
    groups.set(ply, found);
    return found;
  };
  for (const announcement of announcements) {
    const refusal = isRefusal(announcement.text);
    const { before, other } = group(announcement.ply);
    (isBefore(announcement.text) ? before : other).push({ kind: 'announcement', announcement, refusal, tried: tried.get(announcement) });
  }
  for (const move of ownMoves) group(move.ply).own.push({ kind: 'own', move });
  for (const move of moves) if (move.duel) group(move.ply).other.push({ kind: 'duel', move });
  for (const inference of inferences) {
    if (inference.kind === 'weaker') group(inference.ply).other.push({ kind: 'weaker', inference });
    // What one captured belongs to one's own move; what one lost, to the announcement of the other's.
    if (inference.kind === 'captured') group(inference.ply)[inference.own ? 'other' : 'own'].push({ kind: 'captured', inference });
  }
  return [...groups]
    .sort(([a], [b]) => a - b)
    .map(([ply, { before, own, other }]) => ({ ply, entries: [...before, ...own, ...other] }));
}

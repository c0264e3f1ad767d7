// Own tries that failed. The server announces that a try was refused, not which it was, so the page stores them.
import type { Refusal } from '../texts/table/catalogue';
import type { Announcement, SquareName as Square } from '../wire';

export interface OwnTry {
  /** The move that the player was about to make. */
  ply: number;
  /** `*` for a drop, and for a pass. */
  from: Square;
  /** Null for a touch alone, and for a pass. */
  to: Square | null;
  /** The piece that was to be dropped. */
  drop?: string;
  text: Refusal;
}

/** Refusals of a piece, wherever it was to go. */
const OF_PIECES: readonly Refusal[] = ['no_such_piece', 'no_legal_moves', 'wont_help'];

/**
 * Returns the squares that are crossed out: where the selected piece was refused in this turn, and pieces that were refused themselves.
 */
export function crossedOut(tries: readonly OwnTry[], ply: number, selected: Square | null): Square[] {
  const squares = tries
    .filter((tried) => tried.ply === ply)
    .flatMap(({ from, to, text }) => (to === null || OF_PIECES.includes(text) ? [from] : from === selected ? [to] : []));
  return [...new Set(squares)];
}

/** Returns the try of each refusal among announcements. Where some of a ply are missing, as on another device, none of that ply is told. */
export function triesOf(announcements: readonly Announcement[], tries: readonly OwnTry[]): ReadonlyMap<Announcement, OwnTry> {
  const found = new Map<Announcement, OwnTry>();
  for (const ply of new Set(tries.map((tried) => tried.ply))) {
    const stored = tries.filter((tried) => tried.ply === ply);
    const refused = announcements.filter((one) => one.ply === ply && stored.some(({ text }) => text === one.text));
    if (refused.length !== stored.length || stored.some(({ text }, index) => refused[index]?.text !== text)) continue;
    for (const [index, announcement] of refused.entries()) {
      const tried = stored[index];
      if (tried) found.set(announcement, tried);
    }
  }
  return found;
}

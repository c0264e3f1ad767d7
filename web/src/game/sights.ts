// What a viewer sees for itself between two views, which the moderator does not say: whence and whither in an open game, and which of one's own
// pieces has fewer points.
import type { Announcement, BoardView, Color, Mode, ModeratorText, PieceView as Piece, Record as GameRecord, SquareName as Square } from '../wire';

type Pieces = BoardView['pieces'];

export interface Passage {
  from: Square;
  to: Square;
}

/** Why a piece has fewer points: `unsure` where both were said at once. */
export type Cause = 'hit' | 'poisoned' | 'unsure';

/** An own piece that has fewer points since a ply. */
export interface Weaker {
  kind: 'weaker';
  ply: number;
  cause: Cause;
  square: Square;
  piece: Piece;
}

export type Sight = ({ kind: 'moved'; ply: number } & Passage) | Weaker;

const bare = ({ qpi }: Piece) => qpi.replace(/[+-]/, '');

/** The one way in which a side can have moved from one view to the next; `null` where there is none, or are several. */
export function passage(before: Pieces, after: Pieces, by: Color): Passage | null {
  const left = Object.entries(before).filter(([cell, { color }]) => color === by && after[cell]?.color !== by);
  const come = Object.entries(after).filter(([cell, { color }]) => color === by && before[cell]?.color !== by);
  const [arrived] = come;
  if (come.length !== 1 || !arrived) return null;
  const [to, piece] = arrived;
  // Others may have gone at the same time, by poison or a blast: then it is the one of its kind.
  const movers = left.length > 1 ? left.filter(([, other]) => bare(other) === bare(piece)) : left;
  const from = movers[0]?.[0];
  return movers.length === 1 && from !== undefined ? { from, to } : null;
}

/** The squares of a side's pieces that have fewer points than before, one that has moved included. */
export function weaker(before: Pieces, after: Pieces, own: Color): Square[] {
  const moved = passage(before, after, own);
  return Object.entries(after).flatMap(([cell, piece]) => {
    const stood = before[moved?.to === cell ? moved.from : cell];
    const same = piece.color === own && stood?.color === own;
    return same && (piece.points ?? 0) < (stood.points ?? 0) ? [cell] : [];
  });
}

interface Viewer {
  you: Color;
  mode: Mode;
}

/** What is seen between the views of one ply and the next. Of a blind game never where the other side moved. */
export function sightsOf({ you, mode }: Viewer, before: BoardView, after: BoardView, ply: number, said: readonly Announcement[]): Sight[] {
  const sights: Sight[] = [];
  const moved = mode === 'vanilla' && before.toMove !== you ? passage(before.pieces, after.pieces, before.toMove) : null;
  if (moved) sights.push({ kind: 'moved', ply, ...moved });
  const [hit, poisoned]: [ModeratorText, ModeratorText] = you === 'w' ? ['black_hit', 'white_poisoned'] : ['white_hit', 'black_poisoned'];
  const heard = (text: ModeratorText) => said.some((announcement) => announcement.text === text);
  const cause: Cause = heard(hit) === heard(poisoned) ? 'unsure' : heard(hit) ? 'hit' : 'poisoned';
  for (const square of weaker(before.pieces, after.pieces, you)) {
    const piece = after.pieces[square];
    if (piece) sights.push({ kind: 'weaker', ply, cause, square, piece });
  }
  return sights;
}

/** Where the other side moved at each ply: as it was seen, or as the record of an open game has it. */
export function passages(viewer: Viewer | null, sights: readonly Sight[], record: GameRecord | null): ReadonlyMap<number, Passage> {
  if (viewer?.mode !== 'vanilla') return new Map();
  const seen = sights.filter((sight) => sight.kind === 'moved');
  const told = record?.plies.filter(({ by }) => by !== viewer.you) ?? [];
  return new Map([...seen, ...told].map(({ ply, from, to }) => [ply, { from, to }]));
}

// Inferences of the page from two successive views, which the moderator does not announce: the other side's move in an open game, and own pieces that lost
// points. Inferences are stored in the browser.
import type { Announcement, BoardView, Color, Mode, ModeratorText, PieceView as Piece, Record as GameRecord, SeenMove, SquareName as Square, Tally } from '../wire';

type Pieces = BoardView['pieces'];

export interface MoveSquares {
  from: Square;
  to: Square;
}

/** Why a piece lost points: `unsure` where both were announced at once. */
export type WeakeningCause = 'hit' | 'poisoned' | 'unsure';

/** An own piece that lost points with a ply. */
export interface WeakenedPiece {
  kind: 'weaker';
  ply: number;
  cause: WeakeningCause;
  square: Square;
  piece: Piece;
}

/** A piece that was captured with a ply, or lost to poison. The square is known of own pieces. */
export interface CapturedPiece {
  kind: 'captured';
  ply: number;
  own: boolean;
  type: string;
  square?: Square;
  /** Own pieces alone: of the other side's, a blind player hears only that there was one. */
  fell?: true;
}

/** The kinds are stored: renaming one would lose inferences of games that are on. */
export type Inference = ({ kind: 'moved'; ply: number } & MoveSquares) | WeakenedPiece | CapturedPiece;

const withoutState = ({ qpi }: Piece) => qpi.replace(/[+-]/, '');

/** Returns the only move by which a side can have come from one view to the next; `null` where there is none or are several. */
export function inferMove(before: Pieces, after: Pieces, by: Color): MoveSquares | null {
  const departed = Object.entries(before).filter(([cell, { color }]) => color === by && after[cell]?.color !== by);
  const arrivals = Object.entries(after).filter(([cell, { color }]) => color === by && before[cell]?.color !== by);
  const [arrived] = arrivals;
  if (arrivals.length !== 1 || !arrived) return null;
  const [to, piece] = arrived;
  // Others may have vanished at the same time, by poison or a blast: then the mover is the one of its kind.
  const movers = departed.length > 1 ? departed.filter(([, other]) => withoutState(other) === withoutState(piece)) : departed;
  const from = movers[0]?.[0];
  return movers.length === 1 && from !== undefined ? { from, to } : null;
}

/** Returns the squares of a side's pieces that have fewer points than before, including one that moved. */
export function weakenedSquares(before: Pieces, after: Pieces, own: Color): Square[] {
  const moved = inferMove(before, after, own);
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

/** Infers what happened between the views of one ply and the next. In a blind game never where the other side moved. */
export function inferencesBetween({ you, mode }: Viewer, before: BoardView, after: BoardView, ply: number, announcements: readonly Announcement[]): Inference[] {
  const inferences: Inference[] = [];
  const moved = mode === 'vanilla' && before.toMove !== you ? inferMove(before.pieces, after.pieces, before.toMove) : null;
  if (moved) inferences.push({ kind: 'moved', ply, ...moved });
  const [hit, poisoned]: [ModeratorText, ModeratorText] = you === 'w' ? ['black_hit', 'white_poisoned'] : ['white_hit', 'black_poisoned'];
  const announced = (text: ModeratorText) => announcements.some((announcement) => announcement.text === text);
  const cause: WeakeningCause = announced(hit) === announced(poisoned) ? 'unsure' : announced(hit) ? 'hit' : 'poisoned';
  for (const square of weakenedSquares(before.pieces, after.pieces, you)) {
    const piece = after.pieces[square];
    if (piece) inferences.push({ kind: 'weaker', ply, cause, square, piece });
  }
  return inferences;
}

/** Returns the captures between two tallies, with the squares of own pieces that are gone. If some `fell` to poison, they are those that no tally counts. */
export function capturesBetween(before: Tally, after: Tally, lost: readonly { square: Square; type: string; covered?: boolean | undefined }[], ply: number, fell = false): CapturedPiece[] {
  const grown = (was: Readonly<Record<string, number>>, is: Readonly<Record<string, number>>) =>
    Object.entries(is).flatMap(([type, count]) => Array<string>(Math.max(0, count - (was[type] ?? 0))).fill(type));
  const gone = [...lost];
  // What was covered is not known even to its owner.
  const hidden = (after.hiddenByOpponent ?? 0) - (before.hiddenByOpponent ?? 0);
  const covered = gone.filter(({ covered: isCovered }) => isCovered).slice(0, Math.max(0, hidden));
  const own = grown(before.byOpponent, after.byOpponent).map((type): CapturedPiece => {
    const place = gone.findIndex((piece) => piece.type === type);
    const [piece] = place < 0 ? [] : gone.splice(place, 1);
    return { kind: 'captured', ply, own: true, type, ...(piece && { square: piece.square }) };
  });
  if (fell) own.push(...gone.map((piece): CapturedPiece => ({ kind: 'captured', ply, own: true, ...piece, fell })));
  own.push(...covered.map(({ square }): CapturedPiece => ({ kind: 'captured', ply, own: true, type: '?', square })));
  return [...own, ...grown(before.byYou, after.byYou).map((type): CapturedPiece => ({ kind: 'captured', ply, own: false, type }))];
}

const recordedOf = ({ you }: Viewer, record: GameRecord | null) => record?.plies.filter(({ by }) => by !== you) ?? [];

/** Returns a move of which both ends are known. */
const withEnds = ({ ply, from, to }: { ply: number; from?: Square; to?: Square }): [number, MoveSquares][] =>
  from === undefined || to === undefined ? [] : [[ply, { from, to }]];

/** Returns the other side's moves by ply: as inferred or seen, or as the record of an open game has them. */
export function opponentMoves(
  viewer: Viewer | null, inferences: readonly Inference[], record: GameRecord | null, seen: readonly SeenMove[] = [],
): ReadonlyMap<number, MoveSquares> {
  if (viewer?.mode === 'sight') return new Map([...seen, ...recordedOf(viewer, record)].flatMap(withEnds));
  if (viewer?.mode !== 'vanilla') return new Map();
  const inferred = inferences.filter((inference) => inference.kind === 'moved');
  const recorded = recordedOf(viewer, record);
  return new Map([...inferred, ...recorded].map(({ ply, from, to }) => [ply, { from, to }]));
}

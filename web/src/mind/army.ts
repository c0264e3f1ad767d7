// The pieces of the enemy, as far as a player knows them: those of the first position, fewer with each announced capture.
import { parseFeen } from '../lib/feen';
import { cellName, parseCell, type Shape } from '../lib/geometry';
import { parseQpi } from '../lib/qpi';
import { setOf } from '../lib/sets';
import type { Announcement, BoardView, Color, PieceView as Piece, SquareName as Square, Tally } from '../wire';
import type { Belief, KindId } from './beliefs';

export interface EnemyKind {
  id: KindId;
  piece: Piece;
  /** Number of them in the first position. */
  count: number;
  /** True for the only piece whose capture ends the game. */
  royal: boolean;
}

export interface Army {
  kinds: readonly EnemyKind[];
  /** The kinds by the squares of the first position; null where only its player knows it. */
  start: ReadonlyMap<Square, KindId> | null;
}

/** Number of pieces of a kind that are left: between `least` and `most`, which differ where captures were announced without their kind. */
export interface Left {
  least: number;
  most: number;
}

interface Manifest {
  pieces: Record<string, { name: string; neutral?: boolean }>;
  initial: string;
  starts?: { mirror?: string[] };
}

const other = (color: Color): Color => (color === 'w' ? 'b' : 'w');
const isFirst = (letter: string): boolean => letter === letter.toUpperCase();

/** Returns the id of a piece's kind. */
export function kindIdOf({ color, qpi, type }: Piece): KindId {
  const { style = 'C', letter = type.toUpperCase() } = parseQpi(qpi) ?? {};
  const cased = (text: string) => (color === 'w' ? text : text.toLowerCase());
  return `${cased(style)}:${cased(letter)}`;
}

/** Returns the piece that stands for a kind. */
export function pieceOf(id: KindId): Piece {
  const letter = id.slice(-1);
  return { color: isFirst(letter) ? 'w' : 'b', type: letter.toLowerCase(), qpi: id };
}

/**
 * Returns the enemy's pieces by `ruleset.json`.
 * @param first the own pieces of the first position, where they are known: a drawn position is theirs, mirrored
 */
export function armyOf(manifest: string, you: Color, first: BoardView['pieces'] | null): Army {
  const { pieces, initial, starts } = JSON.parse(manifest) as Manifest;
  const board = parseFeen(initial);
  if (!board) return { kinds: [], start: null };
  const isNeutral = (id: KindId) => pieces[id.toUpperCase()]?.neutral === true;
  const standing = Object.entries(board.pieces).flatMap(([square, piece]): [Square, KindId][] => {
    const id = kindIdOf(piece);
    return piece.color === you || isNeutral(id) ? [] : [[square, id]];
  });
  const counts = new Map<KindId, number>();
  for (const [, id] of standing) counts.set(id, (counts.get(id) ?? 0) + 1);
  const styles = new Set([...counts.keys()].map((id) => id.charAt(0).toUpperCase()));
  // Kinds that a piece may become, after those of the first position.
  for (const key of Object.keys(pieces)) {
    const [style = '', letter = ''] = key.split(':');
    const id = kindIdOf({ color: other(you), type: letter.toLowerCase(), qpi: `${style}:${letter}` });
    if ((styles.size === 0 || styles.has(style)) && !isNeutral(id) && !counts.has(id)) counts.set(id, 0);
  }
  const royal = setOf(Object.values(board.pieces).flatMap((piece) => (parseQpi(piece.qpi)?.terminal ? [kindIdOf(piece)] : [])));
  const kinds = [...counts].map(([id, count]) => ({ id, count, piece: pieceOf(id), royal: count === 1 && royal.has(id) }));
  return { kinds, start: starts ? mirrored(first, starts.mirror ?? [], board.shape) : new Map(standing) };
}

/** Returns the enemy's pieces in a drawn position; null unless it mirrors the ranks alone. */
function mirrored(first: BoardView['pieces'] | null, mirror: readonly string[], { ranks }: Shape): ReadonlyMap<Square, KindId> | null {
  if (!first || mirror.join() !== 'ranks') return null;
  return new Map(Object.entries(first).flatMap(([square, piece]): [Square, KindId][] => {
    const at = parseCell(square);
    if (!at || piece.neutral) return [];
    return [[cellName({ file: at.file, rank: ranks - 1 - at.rank }), kindIdOf({ ...piece, color: other(piece.color) })]];
  }));
}

interface Known {
  you: Color;
  tally: Tally;
  announcements: readonly Announcement[];
  /** True where captured pieces come into the hand of their captor. */
  hands: boolean;
}

const sum = (counts: Readonly<Record<string, number>>): number => Object.values(counts).reduce((total, count) => total + count, 0);

/** Returns how many pieces of each kind the enemy has left. A promotion counts where its kind was announced. */
export function leftOf({ kinds }: Army, { you, tally, announcements, hands }: Known): ReadonlyMap<KindId, Left> {
  const [own, enemy] = you === 'w' ? ['white', 'black'] : ['black', 'white'];
  const captures = announcements.filter(({ text }) => text === `${own}_moved_captured` || text === `${own}_moved_captured_ep`);
  // Captures that no tally counts are those of which the kind was not announced.
  const unnamed = sum(tally.byYou) > 0 ? Math.max(0, captures.length - sum(tally.byYou)) : captures.length;
  const ofPawns = unnamed > 0 ? captures.filter(({ payload, text }) => payload?.captured === 'pawn' || text.endsWith('_ep')).length : 0;
  const ofPieces = unnamed > 0 ? captures.filter(({ payload }) => payload?.captured === 'piece').length : 0;
  const classed = ofPawns + ofPieces === unnamed;
  const promoted = announcements.flatMap(({ text, payload }) => (text === `${enemy}_promoted` && payload?.promotedTo ? [payload.promotedTo] : []));
  return new Map(kinds.map(({ id, count, royal, piece: { type } }) => {
    const gained = (hands ? (tally.byOpponent[type] ?? 0) : 0) + promoted.filter((kind) => kind === type).length;
    const isPawn = type === 'p';
    const gone = (tally.byYou[type] ?? 0) + (isPawn ? promoted.length + (classed ? ofPawns : 0) : 0);
    const most = Math.max(0, count + gained - gone);
    const doubtful = royal ? 0 : !classed ? unnamed : isPawn ? 0 : ofPieces;
    return [id, { most, least: Math.max(0, most - doubtful) }];
  }));
}

/** Counts the enemy's pieces on the board by kind, as believed or as seen. */
export function placedOf(beliefs: ReadonlyMap<Square, Belief>, pieces: BoardView['pieces'], you: Color): ReadonlyMap<KindId, number> {
  const believed = [...beliefs.values()].flatMap((belief) => (belief.kind === 'piece' ? [belief.piece] : []));
  const seen = Object.values(pieces).flatMap((piece) => (piece.color === you || piece.neutral ? [] : [kindIdOf(piece)]));
  const placed = new Map<KindId, number>();
  for (const id of [...believed, ...seen]) placed.set(id, (placed.get(id) ?? 0) + 1);
  return placed;
}

// The texts of the table in the language in use, and what is made of them.
import { part, texts } from '..';
import type { CapturedPiece, MoveSquares, WeakenedPiece } from '../../game/inference';
import type { LogEntry, OwnMove } from '../../game/log';
import type { OwnTry } from '../../game/tries';
import type { Extinction } from '../../lib/house-rules';
import type { Kinds } from '../../lib/kinds';
import type { Announcement, Color, EndReason, ErrorCode, MoveMade, PieceView as Piece, SquareName as Square } from '../../wire';
import { REFUSALS, SEEN_MOVES, type Promoted, type Refusal, type SeenMove, type TableTexts } from './catalogue';
import { en } from './en';

export const tableTexts: TableTexts = part('table', en);

/** Looks up a key from the wire. A newer server may send one that this page does not know: then the key itself is shown. */
const textFor = <K extends string>(table: Readonly<Record<K, string>>, key: string): string =>
  Object.hasOwn(table, key) ? table[key as K] : key.replaceAll('_', ' ');

/** Returns the name of a square as the players of a game read it. */
export const squareName = (square: Square, kinds?: Kinds | null): string => kinds?.square(square) ?? square;

/** Returns that a player is on vacation, which is told as long as its end is to come. */
export const awayText = (until: number): string =>
  tableTexts.bar.away(new Intl.DateTimeFormat(texts.code, { day: 'numeric', month: 'short' }).format(until));

/** The family of games whose players call the end without a legal move a stalemate, as its style names it. */
const CHESS = 'chess';

/** Facts that the viewer knows in addition, by which a sentence can say more. */
export interface Context {
  /** The squares of the move, where the board shows them. */
  move?: MoveSquares | undefined;
  /** The move in notation, where the board shows it. */
  san?: string | undefined;
  extinction?: Extinction | null;
  /** The kinds of pieces and names of sides of other rules than those of chess. */
  kinds?: Kinds | null;
  /** Tells the particulars of an announcement, where the moderator names some; null where there are none. */
  particulars?: ((announcement: Announcement, kinds: Kinds | null) => string | null) | undefined;
}

export function announcementText(announcement: Announcement, context: Context = {}): string {
  const { kinds = null, san } = context;
  const particulars = context.particulars?.(announcement, kinds);
  if (particulars) return particulars;
  if (!kinds) return plainText(announcement, context);
  const seen = san !== undefined && isSeenMove(announcement.text);
  const whole = seen && kinds.words?.seen(announcement.text.startsWith('white') ? 'w' : 'b', san);
  return whole || [kinds.renamed(plainText(announcement, context)), ...((seen && kinds.words?.chosen(san)) || [])].join(' ');
}

/** Returns the text of an announcement about White and Black. */
function plainText({ text, payload }: Announcement, { move, extinction, kinds = null }: Context): string {
  if (move && isSeenMove(text)) return tableTexts.seenMove[text](squareName(move.from, kinds), squareName(move.to, kinds));
  if (kinds && kinds.family !== CHESS && text === 'stalemate') return tableTexts.noMove;
  if (extinction && text === 'white_wins_extinction') return extinctionText(extinction, 'white_wins');
  if (extinction && text === 'black_wins_extinction') return extinctionText(extinction, 'black_wins');
  const to = payload?.promotedTo;
  if ((text === 'white_promoted' || text === 'black_promoted') && to && isPromoted(to)) return tableTexts.promotedTo[text][to];
  return textFor(tableTexts.moderator, text);
}

export const errorText = (code: ErrorCode): string => textFor(tableTexts.errors, code);

export const isPromoted = (type: string): type is Promoted => ['q', 'r', 'b', 'n'].includes(type);

export const isRefusal = (text: string): text is Refusal => REFUSALS.includes(text);

const isSeenMove = (text: string): text is SeenMove => SEEN_MOVES.includes(text);

const extinctionText = (extinction: Extinction, result: 'won' | 'lost' | 'white_wins' | 'black_wins'): string =>
  tableTexts.extinct[extinction.of][result](extinction.of === 'piece' ? kindText(extinction.type) : '');

export const weakenedText = ({ cause, piece, square }: WeakenedPiece, kinds: Kinds | null = null): string =>
  tableTexts.log.weaker[cause](kindText(piece.type), squareName(square, kinds));

export function capturedText({ own, type, square, fell }: CapturedPiece, kinds: Kinds | null = null): string {
  const kind = kindText(type, kinds);
  if (!own) return tableTexts.log.ownCaptured(kind);
  const at = square ? squareName(square, kinds) : null;
  return fell && at !== null ? tableTexts.log.ownFell(kind, at) : tableTexts.log.ownLost(kind, at);
}

const triedText = (tried: OwnTry, kinds: Kinds | null): string =>
  kinds?.words?.tried(tried) ?? tableTexts.log.tried[tried.text](squareName(tried.from, kinds), tried.to && squareName(tried.to, kinds));

export function ownMoveText(move: OwnMove, kinds: Kinds | null = null): string {
  const { promotion, hit, repulsed } = move;
  const { log } = tableTexts;
  const whole = kinds?.words?.own(move);
  if (whole) return whole;
  const [from, to] = [squareName(move.from, kinds), squareName(move.to, kinds)];
  if (repulsed) return log.ownRepulsed(from, to);
  if (hit) return log.ownHit(from, to);
  return promotion && isPromoted(promotion) ? log.ownPromotion[promotion](from, to) : log.ownMove(from, to);
}

/** Returns the text of an entry of the log. */
export function entryText(entry: LogEntry, context: Context = {}): string {
  const { kinds = null } = context;
  switch (entry.kind) {
    case 'own':
      return ownMoveText(entry.move, kinds);
    case 'duel':
      return duelText(entry.move, kinds);
    case 'weaker':
      return weakenedText(entry.inference, kinds);
    case 'captured':
      return capturedText(entry.inference, kinds);
    case 'announcement':
      return entry.tried ? triedText(entry.tried, kinds) : announcementText(entry.announcement, context);
  }
}

/** Describes a duel and its retreat for the log. */
export function duelText({ by, from, duel, retreat }: MoveMade, kinds: Kinds | null = null): string {
  if (!duel) return '';
  const { attackerAllocation, defenderAllocation, result } = duel;
  const bids = tableTexts.log.duel(texts.side[by], attackerAllocation, defenderAllocation, result === 'success');
  if (!retreat || retreat.position === from) return bids;
  if (retreat.position === undefined) return from === undefined ? bids : `${bids} ${tableTexts.log.pieceLost}`;
  return `${bids} ${tableTexts.log.retreated(squareName(retreat.position, kinds), retreat.cost)}`;
}

export function resultText(
  you: Color, winner: Color | null, reason: EndReason | null, extinction: Extinction | null = null, failedDefence = false, kinds: Kinds | null = null,
): string {
  const text = plainResult(you, winner, reason, extinction, failedDefence);
  return kinds?.renamed(text) ?? text;
}

function plainResult(you: Color, winner: Color | null, reason: EndReason | null, extinction: Extinction | null, failedDefence: boolean): string {
  // An end that has no name on the wire still has a winner.
  if (reason === null) return winner === null ? tableTexts.turn.over : tableTexts.endUnnamed[winner === you ? 'won' : 'lost'];
  if (failedDefence && winner !== null) return tableTexts.failedDefence[winner === you ? 'won' : 'lost'];
  if (reason === 'extinction' && extinction && winner !== null) return extinctionText(extinction, winner === you ? 'won' : 'lost');
  return textFor(tableTexts.end[winner === null ? 'drawn' : winner === you ? 'won' : 'lost'], reason);
}

/** Returns the name of a piece with its side; the kinds of a ruleset know how it is called there. */
export function pieceText(piece: Piece, kinds: Kinds | null = null): string {
  const { color, type, qpi } = piece;
  const known = kinds?.text(piece);
  if (known !== undefined) return known;
  const names: Readonly<Record<string, string>> = tableTexts.piece[color];
  return names[type] ?? tableTexts.otherPiece(texts.side[color], qpi);
}

/** Returns the name of a kind by its letter; that of other rules where their kinds are known. */
export function kindText(type: string, kinds: Kinds | null = null): string {
  const usual: Readonly<Record<string, string>> = tableTexts.kind;
  return kinds?.nameOfType(type) ?? usual[type] ?? type.toUpperCase();
}

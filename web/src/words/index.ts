// The language in use, and the few ways of asking it that several parts share.
import type { Passage, Weaker } from '../game/sights';
import type { Extinction } from '../lib/house';
import { REFUSALS, SEEN_MOVES, type Promoted, type Refusal, type SeenMove, type Words } from './catalogue';
import type { Announcement, Color, EndReason, ErrorCode, MoveMade, PieceView as Piece, TimeControl } from '../wire';
import { en } from './en';

/** Every language there is; the first is the fallback. */
const LANGUAGES: readonly Words[] = [en];

export const words: Words = pick(typeof navigator === 'undefined' ? [] : navigator.languages);

function pick(wanted: readonly string[]): Words {
  for (const tag of wanted) {
    const found = LANGUAGES.find(({ code }) => tag === code || tag.startsWith(`${code}-`));
    if (found) return found;
  }
  return en;
}

/** A newer server may send a word that this page has not learnt; then the bare word is better than silence. */
const known = <K extends string>(table: Readonly<Record<K, string>>, key: string): string =>
  Object.hasOwn(table, key) ? table[key as K] : key.replaceAll('_', ' ');

/** What the listener knows besides, by which a sentence can say more. */
export interface Known {
  /** Whence and whither, where the board shows it. */
  passage?: Passage | undefined;
  extinction?: Extinction | null;
}

export function announcementText({ text, payload }: Announcement, { passage, extinction }: Known = {}): string {
  if (passage && isSeenMove(text)) return words.seenMove[text](passage.from, passage.to);
  if (extinction && text === 'white_wins_extinction') return extinctionText(extinction, 'white_wins');
  if (extinction && text === 'black_wins_extinction') return extinctionText(extinction, 'black_wins');
  const to = payload?.promotedTo;
  if ((text === 'white_promoted' || text === 'black_promoted') && to && isPromoted(to)) return words.promotedTo[text][to];
  return known(words.moderator, text);
}

export const errorText = (code: ErrorCode): string => known(words.errors, code);

export const isPromoted = (type: string): type is Promoted => ['q', 'r', 'b', 'n'].includes(type);

export const isRefusal = (text: string): text is Refusal => REFUSALS.includes(text);

const isSeenMove = (text: string): text is SeenMove => SEEN_MOVES.includes(text);

const extinctionText = (extinction: Extinction, told: 'won' | 'lost' | 'white_wins' | 'black_wins'): string =>
  words.extinct[extinction.of][told](extinction.of === 'piece' ? kindText(extinction.type) : '');

export const weakerText = ({ cause, piece, square }: Weaker): string =>
  words.log.weaker[cause](kindText(piece.type), square);

/** A duel and what came of it, as the log has it. */
export function duelText({ by, from, duel, retreat }: MoveMade): string {
  if (!duel) return '';
  const { attackerAllocation, defenderAllocation, result } = duel;
  const told = words.log.duel(words.side[by], attackerAllocation, defenderAllocation, result === 'success');
  if (!retreat || retreat.position === from) return told;
  if (retreat.position === undefined) return from === undefined ? told : `${told} ${words.log.pieceLost}`;
  return `${told} ${words.log.fellBack(retreat.position, retreat.cost)}`;
}

export function resultText(
  you: Color, winner: Color | null, reason: EndReason | null, extinction: Extinction | null = null, failedDefence = false,
): string {
  if (reason === null) return words.turn.over;
  if (failedDefence && winner !== null) return words.failedDefence[winner === you ? 'won' : 'lost'];
  if (reason === 'extinction' && extinction && winner !== null) return extinctionText(extinction, winner === you ? 'won' : 'lost');
  return known(words.end[winner === null ? 'drawn' : winner === you ? 'won' : 'lost'], reason);
}

export function pieceText({ color, type, qpi }: Piece): string {
  const names: Readonly<Record<string, string>> = words.piece[color];
  return names[type] ?? words.otherPiece(words.side[color], qpi);
}

const bare = (name: string): string => name.normalize('NFKD').toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
const OURS = [words.side.w, words.side.b, words.bar.you, words.bar.opponent, words.log.moderator].map(bare);

/** Whether a name reads like one of the words by which the page calls people. */
export const isOurWord = (name: string): boolean => OURS.includes(bare(name));

/** Somebody's name. One that reads like a word of the page's own stands in quotation marks: nobody passes for another. */
export const personText = (name: string): string => (isOurWord(name) ? words.quoted(name) : name);

export function controlText({ initial, increment, delay }: TimeControl): string {
  const { clock } = words;
  const time = initial % 60 === 0 ? clock.minutes(initial / 60) : clock.seconds(initial);
  if (increment !== undefined) return clock.increment(time, increment);
  return delay !== undefined ? clock.delay(time, delay) : time;
}

export function kindText(type: string): string {
  const kinds: Readonly<Record<string, string>> = words.kind;
  return kinds[type] ?? type.toUpperCase();
}

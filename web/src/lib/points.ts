// The points of both sides at the end of a game that they decide: those of the pieces in the final position, by the values of the ruleset.
import type { GameEnd } from '../engine-messages';
import type { Color, EndReason } from '../wire';
import { texts } from '../texts';
import { later } from '../texts/later';
import { parseFeen } from './feen';
import type { Kinds } from './kinds';
import { bonusOf, type PointValues } from './point-values';
import { parseQpi } from './qpi';

/** Why a game has ended, in the words of the wire or in those of the engine. */
type Reason = EndReason | GameEnd['reason'];

/** Endings of rulesets by the words for them, where those are others. */
const STATUSES: Partial<Record<Reason, string>> = { threefold: 'repetition', threefold_repetition: 'repetition', fifty_move: 'movelimit', fifty_move_rule: 'movelimit' };

/** Returns the points of a side on the board of a position, with what the second side has more. */
function totalOf(kinds: Kinds, values: PointValues, feen: string, color: Color): number {
  const standing = Object.values(parseFeen(feen)?.pieces ?? {}).filter((piece) => piece.color === color && !kinds.isNeutral(piece.qpi));
  const worth = standing.map(({ qpi }) => {
    const { style = '', letter = '' } = parseQpi(qpi) ?? {};
    return values.pieces[`${style}:${letter}`] ?? 0;
  });
  return worth.reduce((sum, value) => sum + value, color === 'b' ? bonusOf(values) : 0);
}

/**
 * Returns the points in words at the end of a game, of which `feen` is the last position; null where they did not decide, and where that is not known: a
 * perpetual check may have, which ends a game by repetition too.
 */
export function pointsText(kinds: Kinds | null | undefined, feen: string, reason: Reason | null | undefined, winner: Color | null | undefined): string | null {
  const { points, endings = [] } = kinds?.pointRules ?? {};
  if (!kinds || !points || !reason) return null;
  const status = STATUSES[reason] ?? reason;
  const isByPoints = ({ result, perpetual_check: check, perpetual_chase: chase }: (typeof endings)[number]) => result === 'points' && check === undefined && chase === undefined;
  if (!endings.some((ending) => ending.status === status && isByPoints(ending))) return null;
  const [first, second] = [totalOf(kinds, points, feen, 'w'), totalOf(kinds, points, feen, 'b')];
  if ((winner ?? null) !== (first === second ? null : first > second ? 'w' : 'b')) return null;
  const number = (value: number): string => value.toLocaleString(texts.code);
  const bonus = bonusOf(points);
  return later.review.points(kinds.sideText('w'), number(first), kinds.sideText('b'), number(second), bonus > 0 ? number(bonus) : null);
}

// Texts that come after the first page, in the language in use: settings, bids, chat, spectators, dialogs, the review.
import { part } from '..';
import type { Gambit, PublicTerms } from '../../wire';
import type { LaterTexts, Tactic } from './catalogue';
import { en } from './en';

export const later: LaterTexts = part('later', en);

/** Returns the text for a tactic; a newer server may send one that this page does not know. */
export function tacticText(kind: string, squares: readonly string[]): string {
  const { tactic, other } = later.pools;
  return Object.hasOwn(tactic, kind) ? tactic[kind as Tactic](squares) : other(kind, squares);
}

/** Profiles of other games that are called as their like in chess: `xiangqi-standard`. */
const OF_OTHERS = /^.+-(standard|beginner|advanced|risky)$/;

/** Returns the name of a gambit profile. */
export const gambitName = (id: string): string => later.options.profile(id.replace(OF_OTHERS, '$1'));

/** Describes the numbers of a gambit profile. */
export const profileText = ({ bidMs, ties, ...numbers }: Gambit): string =>
  later.options.numbers({ ...numbers, tiesToAttacker: ties === 'attacker', bidSeconds: Math.round(bidMs / 1000) });

/** Returns the term on aids of a game that does not show every piece, by its name and what it says. */
export const aidsTerms = ({ aids = 'marks', mode }: PublicTerms): { name: string; text: string }[] =>
  mode === 'vanilla' ? [] : [{ name: later.aids.legend, text: later.aids.what[aids] }];

// The rest of the language in use.
import { words } from '..';
import type { Gambit } from '../../wire';
import type { MoreWords, Tactic } from './catalogue';
import { en } from './en';

const LANGUAGES: Readonly<Record<string, MoreWords>> = { en };

export const more: MoreWords = LANGUAGES[words.code] ?? en;

/** A newer server may know a tactic that this page has not learnt. */
export function tacticText(kind: string, squares: readonly string[]): string {
  const { tactic, other } = more.pools;
  return Object.hasOwn(tactic, kind) ? tactic[kind as Tactic](squares) : other(kind, squares);
}

/** The numbers of a way to play with bids, in words. */
export const profileText = ({ bidMs, ties, ...numbers }: Gambit): string =>
  more.wish.numbers({ ...numbers, tiesToAttacker: ties === 'attacker', bidSeconds: Math.round(bidMs / 1000) });

// The texts of the game on one screen, in the language in use.
import { part } from '..';
import type { Kinds } from '../../lib/kinds';
import type { GameEnd } from '../../engine-messages';
import type { LocalTexts } from './catalogue';
import { en } from './en';

export const local: LocalTexts = part('local', en);

/** Returns a text in the words of a game's players. */
const inWordsOf = (kinds: Kinds | null | undefined, text: string): string => kinds?.renamed(text) ?? text;

export const checkText = (kinds: Kinds | null | undefined): string => inWordsOf(kinds, local.check);

/** Returns why a game has ended. Who wins since the other side has no move does not win by what players call a stalemate. */
export const reasonText = ({ winner, reason }: { winner?: unknown; reason: GameEnd['reason'] }, kinds: Kinds | null | undefined): string =>
  inWordsOf(kinds, local.reason[winner && reason === 'stalemate' ? 'nomove' : reason]);

// The kinds of pieces of a game that is watched, from the list of rulesets: a spectator does not load the rules.
import WatchedHand from '../parts/WatchedHand.svelte';
import type { Mode } from '../wire';
import { kindTexts } from '../texts/kinds';
import { kindsOfCard, type Kinds } from './kinds';
import { allCards, cardOf } from './ruleset-card';

/** The kinds, and the component that shows a hand of them. */
export interface WatchedKinds {
  kinds: Kinds;
  Hand: typeof WatchedHand;
  /** The name of the game in each mode; null for the usual game, which the page knows by itself. */
  title: Readonly<Record<Mode, string>> | null;
}

/** Tells the kinds of a ruleset, if the server knows it. Without them the pieces are shown by their letters. */
export async function kindsOf(ruleset: string, tell: (found: WatchedKinds) => void): Promise<void> {
  const all = await allCards().catch(() => []);
  const card = await cardOf(ruleset).catch(() => null);
  if (!card) return;
  const { blind, vanilla, sight } = kindTexts.title;
  // The first one of the list is the server's own choice.
  const title = card === all[0] ? null : { blind: blind(card.name), vanilla: vanilla(card.name), sight: sight(card.name) };
  tell({ kinds: kindsOfCard(card), Hand: WatchedHand, title });
}

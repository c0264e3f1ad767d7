// The kinds of pieces of a game that is watched, from the list of rulesets: a spectator does not load the rules.
import WatchedHand from '../parts/WatchedHand.svelte';
import { kindsOfCard, type Kinds } from './kinds';
import { allCards } from './ruleset-card';

/** The kinds, and the component that shows a hand of them. */
export interface WatchedKinds {
  kinds: Kinds;
  Hand: typeof WatchedHand;
}

/** Tells the kinds of a ruleset, if the server lists it. Without them the pieces are shown by their letters. */
export async function kindsOf(ruleset: string, tell: (found: WatchedKinds) => void): Promise<void> {
  const all = await allCards().catch(() => []);
  const card = all.find(({ id }) => id === ruleset);
  if (card) tell({ kinds: kindsOfCard(card), Hand: WatchedHand });
}

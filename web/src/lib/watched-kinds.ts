// The kinds of pieces of a game that is watched, from the list of rulesets. A spectator loads the rules last, for what is drawn on the board and said at the end.
import WatchedHand from '../parts/WatchedHand.svelte';
import type { Mode } from '../wire';
import { kindTexts } from '../texts/kinds';
import { loadEngine } from './engine';
import { kindsOfCard, type Kinds } from './kinds';
import type { PointRules } from './point-values';
import { allCards, cardOf } from './ruleset-card';
import { zonesOf } from './zones';

/** The kinds, and the component that shows a hand of them. */
export interface WatchedKinds {
  kinds: Kinds;
  Hand: typeof WatchedHand;
  /** The name of the game in each mode; null for the usual game, which the page knows by itself. */
  title: Readonly<Record<Mode, string>> | null;
}

/**
 * Tells the kinds of a ruleset, if the server knows it. Without them the pieces are shown by their letters. With a list of house rules it tells them again
 * once the rules are loaded, with the points that may decide the game and the zones of the board, which are the same in every position.
 */
export async function kindsOf(ruleset: string, tell: (found: WatchedKinds) => void, overlays: readonly string[] | null = null): Promise<void> {
  const all = await allCards().catch(() => []);
  const card = await cardOf(ruleset).catch(() => null);
  if (!card) return;
  const { blind, vanilla, sight } = kindTexts.title;
  // The first one of the list is the server's own choice.
  const title = card === all[0] ? null : { blind: blind(card.name), vanilla: vanilla(card.name), sight: sight(card.name) };
  const kinds = kindsOfCard(card);
  tell({ kinds, Hand: WatchedHand, title });
  // The usual game has no zones, unless a house rule makes some.
  if (overlays === null || (title === null && overlays.length === 0)) return;
  const engine = await loadEngine(ruleset, overlays);
  if (!engine) return;
  const zoned = kinds.withZones(zonesOf(engine.lone, card.start, engine.shape, engine.manifest));
  zoned.pointRules = JSON.parse(engine.manifest) as PointRules;
  tell({ kinds: zoned, Hand: WatchedHand, title });
}

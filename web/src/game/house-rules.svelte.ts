// The house rules of one game: their names from the first moment, everything else once the server has sent its list.
import { fetchHouseRules } from '../lib/api';
import { extinctionOf, sortedByName, squareMarksOf } from '../lib/house-rules';
import type { HouseRule } from '../wire';

export class GameHouseRules {
  names = $state.raw<readonly string[]>([]);
  rules = $state.raw<readonly HouseRule[]>([]);
  /** Squares that the rules mark on the board. */
  readonly marks = $derived(squareMarksOf(this.rules));
  /** The extinction that ends the game, if there is one. */
  readonly extinction = $derived(extinctionOf(this.rules));

  /** Loads the rules with these ids. Until they are there, the ids stand for the names. */
  async load(ids: readonly string[]): Promise<void> {
    if (ids.length <= this.names.length) return;
    this.names = ids;
    const known = await fetchHouseRules();
    this.names = ids.map((id) => known.find((rule) => rule.id === id)?.name ?? id);
    this.rules = sortedByName(known.filter(({ id }) => ids.includes(id)));
  }
}

// Values of a game's pieces in games with bids, by their names.
import { texts } from '../texts';
import { later } from '../texts/later';
import type { Gambit } from '../wire';
import { pieceName } from './names.svelte';
import { cardOf } from './ruleset-card';

/** Says the values of the pieces of the game whose numbers a gambit profile has, the most valuable first; empty where the game is not known. */
export async function valuesText({ ruleset, capacities }: Gambit): Promise<string> {
  const card = await cardOf(ruleset).catch(() => null);
  if (card === null) return '';
  const valued = card.pieces.map(({ type, name }) => ({ name: pieceName(name, card.family), value: capacities[type] ?? 0 }));
  const sorted = valued.sort((one, other) => other.value - one.value).map(({ name, value }) => `${name} ${value}`);
  // Lists of units have no commas in some languages: values would run into the names after them.
  return later.options.values(new Intl.ListFormat(texts.code, { style: 'narrow' }).format(sorted));
}

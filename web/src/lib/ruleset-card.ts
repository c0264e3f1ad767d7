// Rulesets as the server lists them, and the favourites of this browser among them.
import type { RulesetDescription, RulesetDescriptions } from '../wire';
import { familyName, loadNames, namedGame, pieceName } from './names.svelte';
import { load, FAVOURITES, store } from './storage';

/** Facts about a ruleset that are known without loading it. */
export type RulesetCard = RulesetDescription;

async function fetchCards(): Promise<readonly RulesetCard[]> {
  const [answer] = await Promise.all([fetch('/api/rulesets'), loadNames()]);
  if (!answer.ok) throw new Error(`rulesets: ${answer.status}`);
  return ((await answer.json()) as RulesetDescriptions).rulesets.map(namedGame);
}

let cards: Promise<readonly RulesetCard[]> | null = null;

/** Returns the list, which is fetched once; again after a failure. */
export function allCards(): Promise<readonly RulesetCard[]> {
  cards ??= fetchCards().catch((error: unknown) => {
    cards = null;
    throw error;
  });
  return cards;
}

/** True for the id of a ruleset that a guest brought, which the list of the server's own does not have. */
export const isOfGuest = (id: string): boolean => id.startsWith('g-');

/** Returns the facts about one ruleset, of the list or of a guest; null if there is no such ruleset. */
export async function cardOf(id: string): Promise<RulesetCard | null> {
  if (!isOfGuest(id)) return (await allCards()).find((card) => card.id === id) ?? null;
  const answer = await fetch(`/api/rulesets/${encodeURIComponent(id)}`);
  return answer.ok ? ((await answer.json()) as RulesetCard) : null;
}

/** Returns the list, with the current ruleset before it where a guest brought that one. */
export async function cardsWith(current: string | null): Promise<readonly RulesetCard[]> {
  const [all, guests] = await Promise.all([allCards(), current !== null && isOfGuest(current) ? cardOf(current).catch(() => null) : null]);
  return guests ? [guests, ...all] : all;
}

export function loadFavourites(): string[] {
  try {
    const kept: unknown = JSON.parse(load(FAVOURITES) ?? '[]');
    return Array.isArray(kept) ? kept.filter((id) => typeof id === 'string') : [];
  } catch {
    return [];
  }
}

export const storeFavourites = (ids: readonly string[]): void => store(FAVOURITES, JSON.stringify(ids));

/** Compares without accents and case. */
export const plain = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

/** Returns the games that have every word of a search in their name, family or pieces; those whose name begins with it come first. */
export function searched(all: readonly RulesetCard[], text: string): RulesetCard[] {
  const words = plain(text).split(/\s+/).filter(Boolean);
  const found = all.filter(({ name, id, family = '', pieces }) => {
    const known = plain([name, id, family, familyName(family), ...pieces.flatMap((kind) => [kind.name, pieceName(kind.name, family)])].join(' '));
    return words.every((word) => known.includes(word));
  });
  const rank = ({ name }: RulesetCard) => (plain(name).startsWith(plain(text).trim()) ? 0 : words.every((word) => plain(name).includes(word)) ? 1 : 2);
  return words.length === 0 ? found : found.sort((a, b) => rank(a) - rank(b));
}

/** Returns the families in the order of how many games they have. */
export function familiesOf(all: readonly RulesetCard[]): string[] {
  const counts = new Map<string, number>();
  for (const { family } of all) if (family !== undefined) counts.set(family, (counts.get(family) ?? 0) + 1);
  return [...counts].filter(([, count]) => count > 1).sort((a, b) => b[1] - a[1]).map(([family]) => family);
}

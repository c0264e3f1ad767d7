// Rulesets that players have published, as the server lists them.
import type { PublishedRuleset, PublishedRulesets } from '../wire';
import { plain } from './ruleset-card';

/** The most parts of the list that are read: twice as many as a server has by its own bounds. */
const PARTS_MAX = 8;

/** Returns the list, the latest first; what there is of it where the server does not answer. */
export async function publishedRulesets(): Promise<readonly PublishedRuleset[]> {
  const found = new Map<string, PublishedRuleset>();
  try {
    let query: string | null = '';
    for (let part = 0; part < PARTS_MAX && query !== null; part += 1) {
      const answer: Response = await fetch(`/api/rulesets/guests${query}`);
      if (!answer.ok) break;
      const { published, next } = (await answer.json()) as PublishedRulesets;
      for (const ruleset of published) found.set(ruleset.id, ruleset);
      query = next === undefined ? null : `?before=${encodeURIComponent(next)}`;
    }
  } catch {
    // Games of the server itself are chosen without them.
  }
  return [...found.values()];
}

/** Returns those that have every word of a search in their name or description, in their order. */
export function searchedPublished(all: readonly PublishedRuleset[], text: string): readonly PublishedRuleset[] {
  const words = plain(text).split(/\s+/).filter(Boolean);
  return all.filter(({ name, about = '' }) => words.every((word) => plain(`${name} ${about}`).includes(word)));
}

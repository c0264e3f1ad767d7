// Moderators as the server lists them, fetched once.
import type { ModeratorSummary, Moderators } from '../wire';
import { loadNames, namedModerator } from './names.svelte';

let listed: Promise<readonly ModeratorSummary[]> | null = null;

/** Returns the list; empty where the server cannot be reached, and then it is asked again. */
export function allModerators(): Promise<readonly ModeratorSummary[]> {
  listed ??= fetch('/api/moderators').then(async (answer) => {
    if (!answer.ok) throw new Error(`moderators: ${answer.status}`);
    const { moderators } = (await answer.json()) as Moderators;
    await loadNames();
    return moderators.map(namedModerator);
  });
  return listed.catch(() => {
    listed = null;
    return [];
  });
}

/** Returns what one announces, if the server lists it. */
export const moderatorOf = async (id: string): Promise<ModeratorSummary | undefined> => (await allModerators()).find((summary) => summary.id === id);

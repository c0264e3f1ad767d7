// Moderators as the server lists them, fetched once.
import type { ModeratorSummary, Moderators } from '../wire';

let listed: Promise<readonly ModeratorSummary[]> | null = null;

/** Returns the list; empty where the server cannot be reached, and then it is asked again. */
export function allModerators(): Promise<readonly ModeratorSummary[]> {
  listed ??= fetch('/api/moderators').then(async (answer) => {
    if (!answer.ok) throw new Error(`moderators: ${answer.status}`);
    return ((await answer.json()) as Moderators).moderators;
  });
  return listed.catch(() => {
    listed = null;
    return [];
  });
}

/** Returns what one announces, if the server lists it. */
export const moderatorOf = async (id: string): Promise<ModeratorSummary | undefined> => (await allModerators()).find((summary) => summary.id === id);

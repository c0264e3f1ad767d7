// Names of games where a game is known by its id alone, in the language in use.
import { fetchRulesets } from './api';
import { cardOf, isOfGuest } from './ruleset-card';

/** Something that a server lists, with its name. */
export interface Named {
  readonly id: string;
  readonly name: string;
}

let known = $state.raw<readonly Named[]>([]);
/** The list of the server, while it is on its way or there. */
let listed: Promise<void> | null = null;
let ofGuests: readonly { id: string; asked: Promise<void> }[] = [];

async function findGuests(id: string): Promise<void> {
  const card = await cardOf(id).catch(() => undefined);
  if (card === undefined) ofGuests = ofGuests.filter((one) => one.id !== id);
  else known = [...known, { id, name: card?.name ?? id }];
}

async function list(): Promise<void> {
  const all = await fetchRulesets();
  // No change without a name: those who read the names would ask again at once.
  if (all.length === 0) listed = null;
  else known = [...known, ...all];
}

/** Loads the name of a game; what cannot be had is asked for again the next time. */
export function loadGameName(id: string): Promise<void> {
  if (!isOfGuest(id)) return (listed ??= list());
  const before = ofGuests.find((one) => one.id === id);
  if (before) return before.asked;
  const asked = findGuests(id);
  ofGuests = [...ofGuests, { id, asked }];
  return asked;
}

/** Returns the name of a game; one made of its id until the name is there. */
export function gameName(id: string): string {
  const found = known.find((one) => one.id === id);
  if (!found) queueMicrotask(() => void loadGameName(id));
  return found?.name ?? id.replaceAll('-', ' ');
}

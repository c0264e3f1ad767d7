// Names of pieces, games and rules in the language in use, from the data of the server (`rules/translations`). English is the language of the rules
// themselves; a name that is missing stays in English.
import type { HouseRule, Translation } from '../wire';
import { language } from './language';

let names = $state.raw<Translation | null>(null);
let asked: Promise<void> | null = null;

/** Loads the names once; again after a failure. Lists of the server wait for this, so that nothing is shown in English first. */
export function loadNames(): Promise<void> {
  if (language() === 'en') return Promise.resolve();
  asked ??= fetch(`/api/translations/${language()}`).then(
    async (answer) => {
      if (answer.ok) names = (await answer.json()) as Translation;
    },
    () => {
      asked = null;
    },
  );
  return asked;
}

const named = (table: Readonly<Record<string, string>> | undefined, key: string): string | undefined => (table && Object.hasOwn(table, key) ? table[key] : undefined);

/** Returns the name of a piece by its English one; some families of games call a piece otherwise. */
export const pieceName = (name: string, family = ''): string =>
  named(names?.families[family.toLowerCase()]?.pieces, name) ?? named(names?.pieces, name) ?? name;

/** Returns the name of a side by its English one. */
export const sideName = (name: string): string => named(names?.sides, name) ?? name;

/** Returns the name of a family of games by its English one. */
export const familyName = (name: string): string => (names && Object.hasOwn(names.families, name) ? names.families[name]?.name : undefined) ?? name;

/** Returns the name of a time control by its English one. */
export const clockName = (name: string): string => named(names?.clocks, name) ?? name;

/** Returns a ruleset with its name. */
export const namedGame = <T extends { id: string; name: string }>(game: T): T => ({ ...game, name: named(names?.games, game.id) ?? game.name });

/** Returns a moderator with its name. */
export const namedModerator = <T extends { id: string; name: string }>(moderator: T): T => ({ ...moderator, name: named(names?.moderators, moderator.id) ?? moderator.name });

/** Returns a house rule with its name and what it says. */
export const namedRule = (rule: HouseRule): HouseRule => ({ ...rule, ...names?.overlays[rule.id] });

// Examples of what can be typed in the field for moves, in the notation and with the squares of the game.
import { PLAIN_RULESET } from '../lib/plain-ruleset';
import type { Kinds } from '../lib/kinds';
import type { Game } from './game.svelte';

const CHESS = ['e2e4', 'Nf3', 'O-O'];

/** Returns moves, of which the first names both squares; until the rules are loaded that one alone. */
export function moveExamples({ ruleset, play }: Pick<Game, 'ruleset' | 'play'>, kinds: Kinds | null): readonly string[] {
  const square = (name: string): string => kinds?.example(name) ?? name;
  return ruleset?.examples ?? (play?.ruleset === PLAIN_RULESET ? CHESS : [square('e2') + square('e4')]);
}

/** Returns the letter of a kind, a square, and a rank, as they are typed in questions. */
export function questionExamples(kinds: Kinds | null): Readonly<Record<'letter' | 'square' | 'rank', string>> {
  const letters = kinds?.list.flatMap(({ type, neutral }) => (neutral ? [] : type.toLowerCase())) ?? ['n'];
  return {
    letter: letters.includes('n') ? 'n' : (letters.at(-1) ?? 'n'),
    square: kinds?.example('e4') ?? 'e4',
    rank: kinds?.squares.rank(Math.min(3, (kinds.shape?.ranks ?? 8) - 1)) ?? '4',
  };
}

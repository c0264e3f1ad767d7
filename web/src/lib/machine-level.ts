// The level at which the machine plays: the last one that was chosen in this browser.
import { load, store } from './storage';

export const MACHINE_LEVELS: readonly number[] = [1, 2, 3, 4, 5, 6, 7, 8];

/** Level of a first game: one that a person who knows the rules can win. */
const FIRST = 2;
const KEY = 'machine-level';

export function storedLevel(): number {
  const level = Number(load(KEY));
  return MACHINE_LEVELS.includes(level) ? level : FIRST;
}

export const storeLevel = (level: number): void => store(KEY, String(level));

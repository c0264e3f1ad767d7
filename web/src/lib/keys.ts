// Keys of one character, which do something by themselves: what was pressed, on any keyboard, and whether the settings let it act.
import { settings } from './settings.svelte';

type Pressed = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey'>;

/**
 * Returns the character of a key, a letter in lower case; null for a key without one. A keyboard whose letters are not Latin has the Latin ones at the same
 * places, also while its user composes syllables.
 */
export function characterOf({ key, code }: Pick<Pressed, 'key' | 'code'>): string | null {
  if (/^[!-~]$/.test(key)) return key.toLowerCase();
  // An Arabic key may have a letter of two characters.
  const isOther = /^(?:(?!\p{Script=Latin})[\p{L}\p{M}]){1,2}$/u.test(key) || key === 'Process' || key === 'Unidentified';
  return (isOther && /^Key([A-Z])$/.exec(code)?.[1]?.toLowerCase()) || null;
}

/** Returns the character of a key that was pressed alone; null for any other key, and for all where the settings switch these keys off. */
export const loneKey = (event: Pressed): string | null => (!settings.letterKeys || event.ctrlKey || event.metaKey || event.altKey ? null : characterOf(event));

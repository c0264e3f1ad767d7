// The name by which others see whoever sits here. Kept in the browser, sent to games that it is played in.
import { isOurWord } from '../words';
import { keep, recall } from './storage';

export const NAME_MIN = 3;
export const NAME_MAX = 20;

const KEY = 'tabula:name';

/** The name without the spaces around it; null where it is none that a server takes, or a word by which the page calls people itself. */
export function nameOf(text: string): string | null {
  const name = text.trim();
  const length = [...name].length;
  return length >= NAME_MIN && length <= NAME_MAX && !/\p{Cc}/u.test(name) && !isOurWord(name) ? name : null;
}

export const ownName = (): string => recall(KEY) ?? '';

export function keepName(text: string): void {
  keep(KEY, text.trim());
}

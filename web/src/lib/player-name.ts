// The name that others see. Stored in the browser, and sent to the games that it is played in.
import { isReservedName } from '../texts';
import { load, NAME, store } from './storage';

const NAME_MIN = 3;
const NAME_MAX = 20;

/** Returns the trimmed name; null where the server would reject it, or where it is a word by which the page calls people. */
export function validName(text: string): string | null {
  const name = text.trim();
  const length = [...name].length;
  return length >= NAME_MIN && length <= NAME_MAX && !/\p{Cc}/u.test(name) && !isReservedName(name) ? name : null;
}

export const storedName = (): string => load(NAME) ?? '';

export function storeName(text: string): void {
  store(NAME, text.trim());
}

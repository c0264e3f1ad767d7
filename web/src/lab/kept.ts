// The games of the rule lab that this browser keeps.
import { LAB_GAMES } from '../lib/storage';
import { contentsOf, isFolder, nameOf, type Files } from './folder';

/** The most games that are kept, and the most characters of all together; the one that was changed the longest time ago makes room. */
const KEPT_MAX = 50;
const KEPT_LENGTH_MAX = 4 * 1024 * 1024;

export interface Kept {
  key: string;
  name: string | null;
  /** The size of its board and the names of its pieces. */
  contents: string;
  /** When it was changed last, in milliseconds since 1970. */
  changed: number;
}

interface Stored {
  changed: number;
  files: Files;
}

function read(key: string): Stored | null {
  try {
    const stored = JSON.parse(localStorage.getItem(LAB_GAMES + key) ?? 'null') as Stored | null;
    return stored && isFolder(stored.files) ? stored : null;
  } catch {
    return null;
  }
}

/** Returns the kept games, the newest first. */
export function keptGames(): Kept[] {
  try {
    const keys = Object.keys(localStorage).filter((key) => key.startsWith(LAB_GAMES)).map((key) => key.slice(LAB_GAMES.length));
    const games = keys.flatMap((key) => {
      const stored = read(key);
      return stored ? [{ key, name: nameOf(stored.files), contents: contentsOf(stored.files), changed: stored.changed }] : [];
    });
    return games.sort((a, b) => b.changed - a.changed);
  } catch {
    return [];
  }
}

export const keptFiles = (key: string): Files | null => read(key)?.files ?? null;

/** Keeps a game; false if the browser has no room or keeps nothing. */
export function keep(key: string, files: Files): boolean {
  try {
    const text = JSON.stringify({ changed: Date.now(), files } satisfies Stored);
    makeRoom(key, text.length);
    localStorage.setItem(LAB_GAMES + key, text);
    return true;
  } catch {
    return false;
  }
}

/** Forgets games until there is room for one of a length. */
function makeRoom(key: string, length: number): void {
  let total = length;
  for (const [place, { key: old }] of keptGames().filter((game) => game.key !== key).entries()) {
    total += localStorage.getItem(LAB_GAMES + old)?.length ?? 0;
    if (place + 1 >= KEPT_MAX || total > KEPT_LENGTH_MAX) forget(old);
  }
}

export function forget(key: string): void {
  try {
    localStorage.removeItem(LAB_GAMES + key);
  } catch {
    // Nothing is kept where the browser refuses to.
  }
}

export const newKey = (): string => Array.from(crypto.getRandomValues(new Uint8Array(6)), (byte) => byte.toString(36).padStart(2, '0')).join('');

// Small values stored in the browser. Private windows may refuse; then they live as long as the page.
const memory = new Map<string, string>();

export function load(key: string): string | null {
  try {
    return localStorage.getItem(key) ?? memory.get(key) ?? null;
  } catch {
    return memory.get(key) ?? null;
  }
}

export function store(key: string, value: string): void {
  memory.set(key, value);
  try {
    localStorage.setItem(key, value);
  } catch {
    // Stored in memory above.
  }
}

// Requirements blind-16, blind-111.
export const tokenKey = (gameId: string) => `bc:${gameId}`;
export const movesKey = (gameId: string) => `bc:${gameId}:moves`;
/** The link for spectators of a game that was created here. */
export const spectatorLinkKey = (gameId: string) => `bc:${gameId}:watch`;
/** The token of a spectator; it opens no seat. */
export const spectatorTokenKey = (gameId: string) => `bc:${gameId}:watcher`;
/** People muted in a game: the server keeps the list as well, but does not send it. */
export const mutedKey = (gameId: string) => `bc:${gameId}:muted`;
/** Own tries that failed. */
export const triesKey = (gameId: string) => `bc:${gameId}:tries`;
/** Moves of an open game in notation. */
export const notationKey = (gameId: string) => `bc:${gameId}:san`;
export const inferencesKey = (gameId: string) => `bc:${gameId}:sights`;

/** Loads a list stored as JSON; empty where there is none. */
export function loadList<T>(key: string): T[] {
  try {
    const stored: unknown = JSON.parse(load(key) ?? '[]');
    return Array.isArray(stored) ? (stored as T[]) : [];
  } catch {
    return [];
  }
}

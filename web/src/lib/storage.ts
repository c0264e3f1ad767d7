// Small values kept in the browser. Private windows may refuse; then they live as long as the page.
const memory = new Map<string, string>();

export function recall(key: string): string | null {
  try {
    return localStorage.getItem(key) ?? memory.get(key) ?? null;
  } catch {
    return memory.get(key) ?? null;
  }
}

export function keep(key: string, value: string): void {
  memory.set(key, value);
  try {
    localStorage.setItem(key, value);
  } catch {
    // Kept in memory above.
  }
}

export const tokenKey = (gameId: string) => `bc:${gameId}`;
export const movesKey = (gameId: string) => `bc:${gameId}:moves`;
/** The link by which others watch a game that was created here. */
export const watchKey = (gameId: string) => `bc:${gameId}:watch`;
/** The token of who watches; it opens no seat. */
export const watcherKey = (gameId: string) => `bc:${gameId}:watcher`;
/** Who is not heard at a game: the server keeps it as well, but does not tell of it. */
export const mutedKey = (gameId: string) => `bc:${gameId}:muted`;
export const sightsKey = (gameId: string) => `bc:${gameId}:sights`;

/** A list that was kept as JSON; empty where there is none. */
export function recallList<T>(key: string): T[] {
  try {
    const kept: unknown = JSON.parse(recall(key) ?? '[]');
    return Array.isArray(kept) ? (kept as T[]) : [];
  } catch {
    return [];
  }
}

// Small values stored in the browser. Private windows may refuse; then they live as long as the page.
const memory = new Map<string, string>();

export function load(key: string): string | null {
  try {
    return localStorage.getItem(key) ?? memory.get(key) ?? null;
  } catch {
    return memory.get(key) ?? null;
  }
}

/** Stores a value. Where the browser has no room left, the games that were visited the longest time ago are forgotten for it. */
export function store(key: string, value: string): void {
  memory.set(key, value);
  if (stored(key, value)) return;
  try {
    for (const game of oldestFirst().filter((game) => game !== gameOf(key))) {
      unstore(game);
      if (stored(key, value)) return;
    }
  } catch {
    // Stored in memory above.
  }
}

function stored(key: string, value: string): boolean {
  try {
    localStorage.setItem(key, value);
    return true;
  } catch {
    return false;
  }
}

/** Removes a value. */
export function remove(key: string): void {
  memory.delete(key);
  try {
    localStorage.removeItem(key);
  } catch {
    // Nothing is stored where the browser refuses to.
  }
}

// Requirements blind-16, blind-111.
export const tokenKey = (gameId: string) => `bc:${gameId}`;
export const movesKey = (gameId: string) => `bc:${gameId}:moves`;
/** The game in which this browser has a seat, by the id that its spectators have. */
export const seatKey = (watchId: string) => `bc:${watchId}:seat`;
const SIGNED = ':record';
/** The place of a signature that is kept instead of a token. It opens the record alone. */
export const signedSeat = (watchId: string) => `${watchId}${SIGNED}`;
/** The token of a spectator; it opens no seat. */
export const spectatorTokenKey = (gameId: string) => `bc:${gameId}:watcher`;
/** People muted in a game: the server keeps the list as well, but does not send it. */
export const mutedKey = (gameId: string) => `bc:${gameId}:muted`;
/** Number and time up to which the chat of a game was read. */
export const readKey = (gameId: string) => `bc:${gameId}:read`;
/** Own tries that failed. */
export const triesKey = (gameId: string) => `bc:${gameId}:tries`;
/** Marks of what the player believes. */
export const marksKey = (gameId: string) => `bc:${gameId}:marks`;
/** The endpoint of the push subscription by which this browser is told of turns in a game; empty once that was turned off. */
export const pushKey = (gameId: string) => `bc:${gameId}:push`;
/** The hash that promised the deal of covered pieces when this page first came to the game. */
export const dealKey = (gameId: string) => `bc:${gameId}:deal`;
/** The tournament of which a game is a board. */
export const tournamentKey = (gameId: string) => `bc:${gameId}:tournament`;
/** Enemy pieces as they were last seen, in a game by sight. */
export const sightingsKey = (gameId: string) => `bc:${gameId}:seen`;
/** The line of a game in the list of own games. */
export const cardKey = (gameId: string) => `bc:${gameId}:card`;
/** Inferences of the page from successive views. */
export const inferencesKey = (gameId: string) => `bc:${gameId}:sights`;

/** The place of the key pair by which the user of this browser is known from game to game. */
export const KEY = 'tabula:key';

/** The places of what is no game's, and the beginnings of those of which there are many. The script of the start has some of them too. */
export const SETTINGS = 'tabula:settings';
export const LANGUAGE = 'tabula:language';
export const NAME = 'tabula:name';
export const FAVOURITES = 'tabula:favourites';
export const MEMBERSHIPS = 'tabula:tournament:';
export const LAB_GAMES = 'lab:';
export const PRACTICE_GAMES = 'practice:';
/** The endpoint of the push subscription by which this browser is told of rounds; empty once that was turned off. */
export const roundPushKey = (tournamentId: string) => `tabula:rounds:${tournamentId}`;

/** When this page was last in a game, in minutes. */
const visitKey = (gameId: string) => `bc:${gameId}:visit`;

/** The time for which a game is remembered after the last visit: a year, since the token opens the record of a finished game. */
const KEPT_MINUTES = 365 * 24 * 60;

const minutes = () => Math.floor(Date.now() / 60_000);
const gameOf = (key: string): string | undefined => /^bc:([^:]+)/.exec(key)?.[1];
const gamesKept = (): string[] => [...new Set(Object.keys(localStorage).flatMap((key) => gameOf(key) ?? []))];
/** Returns when the page was last in a game, in minutes since 1970; 0 if that is not known. */
export const visitMinutes = (gameId: string) => Number(localStorage.getItem(visitKey(gameId)) ?? 0);
const oldestFirst = (): string[] => gamesKept().sort((a, b) => visitMinutes(a) - visitMinutes(b));

/** Removes a game from the browser; an open page still knows it. */
function unstore(gameId: string): void {
  for (const key of Object.keys(localStorage)) if (gameOf(key) === gameId) localStorage.removeItem(key);
}

/** Forgets a game with its seat. */
export function forgetGame(gameId: string): void {
  for (const key of memory.keys()) if (gameOf(key) === gameId) memory.delete(key);
  unstore(gameId);
}

/** Returns the games that a signature opens here, by the ids that their spectators have. */
export function gamesSignedFor(): string[] {
  try {
    return gamesKept().filter((game) => localStorage.getItem(seatKey(game))?.endsWith(SIGNED));
  } catch {
    return [];
  }
}

/** Returns the games in which this browser has a seat. */
export function seats(): string[] {
  try {
    return gamesKept().filter((game) => game.length === 8 && localStorage.getItem(tokenKey(game)));
  } catch {
    return [];
  }
}

/** Notes that the page is in a game now. */
export function noteVisit(gameId: string): void {
  store(visitKey(gameId), String(minutes()));
}

/** Forgets the games that were not visited for a year. A game without a visit is remembered for a year from now. */
export function forgetOldGames(): void {
  try {
    for (const game of gamesKept()) {
      if (localStorage.getItem(visitKey(game)) === null) noteVisit(game);
      else if (minutes() - visitMinutes(game) > KEPT_MINUTES) forgetGame(game);
    }
  } catch {
    // Nothing is stored where the browser refuses to.
  }
}

/** Returns the stored keys that begin with a text. */
export function keysWith(prefix: string): string[] {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(prefix));
  } catch {
    return [];
  }
}

/** Loads a list stored as JSON; empty where there is none. */
export function loadList<T>(key: string): T[] {
  try {
    const stored: unknown = JSON.parse(load(key) ?? '[]');
    return Array.isArray(stored) ? (stored as T[]) : [];
  } catch {
    return [];
  }
}

// Push messages as the service worker reads them, and the texts of notifications. The page leaves these in a cache, in the language of its user, since the
// service worker has no texts of its own.

/** The message of the service worker to open pages that the browser has taken back its subscription. Each makes a new one for its game. */
export const RENEWED = 'push renewed';

/** The cache with the texts, and the address under which they are in it. */
export const NOTICES = 'notices';
export const NOTICE_TEXTS = '/notice-texts';

export interface NoticeTexts {
  readonly title: string;
  readonly body: string;
  readonly lang: string;
}

/** Shown where the page has left no texts. */
export const ENGLISH: NoticeTexts = { title: 'Tabula', body: 'A game is waiting for you.', lang: 'en' };

/** Returns the game of a push message; null if it is none that this build knows. */
export function gameOf(message: unknown): string | null {
  if (typeof message !== 'object' || message === null) return null;
  const { type, gameId } = message as { type?: unknown; gameId?: unknown };
  return type === 'your-turn' && typeof gameId === 'string' && /^[a-z0-9]{8}$/.test(gameId) ? gameId : null;
}

/** Returns texts as the page has left them. */
export function textsOf(kept: unknown): NoticeTexts {
  const { title, body, lang } = (kept ?? {}) as Partial<Record<keyof NoticeTexts, unknown>>;
  const isWhole = typeof title === 'string' && typeof body === 'string' && typeof lang === 'string';
  return isWhole ? { title, body, lang } : ENGLISH;
}

/** The page of a game. */
export const pageOf = (gameId: string): string => `/g/${gameId}`;

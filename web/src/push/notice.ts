// Push messages as the service worker reads them, and the texts of notifications. The page leaves these in a cache, in the language of its user, since the
// service worker has no texts of its own.

/** The message of the service worker to open pages that the browser has taken back its subscription. Each makes a new one for its game or tournament. */
export const RENEWED = 'push renewed';

/** The cache with the texts, and the address under which they are in it. */
export const NOTICES = 'notices';
export const NOTICE_TEXTS = '/notice-texts';

export interface NoticeTexts {
  readonly title: string;
  /** The text about a game that waits. */
  readonly body: string;
  /** The text about a round of a tournament. */
  readonly round: string;
  readonly lang: string;
}

/** Shown where the page has left no texts. */
export const ENGLISH: NoticeTexts = { title: 'Tabula', body: 'A game is waiting for you.', round: 'The next round has begun.', lang: 'en' };

/** A push message as it is shown. */
export interface Notice {
  /** The name of its text. */
  readonly text: 'body' | 'round';
  /** The page to which it leads. */
  readonly page: string;
}

const isId = (id: unknown): id is string => typeof id === 'string' && /^[a-z0-9]{8}$/.test(id);

/** Returns a push message as it is shown; null if it is none that this build knows. */
export function noticeOf(message: unknown): Notice | null {
  const { type, gameId, tournamentId } = (message ?? {}) as { type?: unknown; gameId?: unknown; tournamentId?: unknown };
  if (type === 'your-turn' && isId(gameId)) return { text: 'body', page: `/g/${gameId}` };
  if (type === 'next-round' && isId(tournamentId)) return { text: 'round', page: `/t/${tournamentId}` };
  return null;
}

/** Returns the texts of a notification as the page has left them. A former version has left none about rounds. */
export function textsOf(kept: unknown, text: Notice['text']): { title: string; body: string; lang: string } {
  const { title, [text]: body, lang } = (kept ?? {}) as Partial<Record<keyof NoticeTexts, unknown>>;
  const isWhole = typeof title === 'string' && typeof body === 'string' && typeof lang === 'string';
  return isWhole ? { title, body, lang } : { title: ENGLISH.title, body: ENGLISH[text], lang: ENGLISH.lang };
}

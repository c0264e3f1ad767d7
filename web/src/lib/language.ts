// The languages of the page. `start.ts` chooses one before anything is loaded, and leaves its code in the language of the document.
import { texts, use } from '../texts';
import type { Words } from '../texts/words';
import { LANGUAGE, store } from './storage';

/** Names of the languages in themselves, by their codes. */
export const LANGUAGES = { en: 'English', de: 'Deutsch', es: 'Español', fr: 'Français', pt: 'Português', ru: 'Русский', ja: '日本語', zh: '简体中文' } as const;
export type Language = keyof typeof LANGUAGES;

/** Requests for the files of languages. English has none: its texts come with the parts of the page. */
const FILES: Readonly<Record<Exclude<Language, 'en'>, () => Promise<{ words: Words }>>> = {
  de: () => import('../texts/de'),
  es: () => import('../texts/es'),
  fr: () => import('../texts/fr'),
  pt: () => import('../texts/pt'),
  ru: () => import('../texts/ru'),
  ja: () => import('../texts/ja'),
  zh: () => import('../texts/zh'),
};

/** Returns the code of the language in use. */
export const language = (): string => texts.code.slice(0, 2);

/** Uses the language of the document, and then starts the page. Where the file of the language does not come, it starts in English. */
export async function speak(start: () => void): Promise<void> {
  const root = document.documentElement;
  const code = root.lang;
  if (Object.hasOwn(FILES, code)) await FILES[code as keyof typeof FILES]().then(({ words }) => use(words), () => undefined);
  root.lang = texts.code;
  start();
}

/** Stores the language that was chosen by hand, and opens the page again in it. */
export function chooseLanguage(code: Language): void {
  store(LANGUAGE, code);
  const url = new URL(location.href);
  // For browsers that store nothing; and a link to another language counts no more.
  url.searchParams.set('lang', code);
  location.replace(url);
}

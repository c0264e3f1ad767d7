// The sentences about refused requests, in the language in use. No other texts come with them, so that they cost nobody anything before a refusal.
import { type Language, language } from '../../lib/language';
import type { RefusedTexts } from './catalogue';
import { en } from './en';

/** Requests for the files of languages besides English. */
const FILES: Readonly<Record<Exclude<Language, 'en'>, () => Promise<{ refused: RefusedTexts }>>> = {
  de: () => import('../de/refused'),
  es: () => import('../es/refused'),
  fr: () => import('../fr/refused'),
  pt: () => import('../pt/refused'),
  ru: () => import('../ru/refused'),
  ja: () => import('../ja/refused'),
  zh: () => import('../zh/refused'),
};

/** Returns the sentences; English ones where the file of the language does not load. */
export async function refusedTexts(): Promise<RefusedTexts> {
  const code = language();
  if (!Object.hasOwn(FILES, code)) return en;
  return FILES[code as keyof typeof FILES]().then(({ refused }) => refused, () => en);
}

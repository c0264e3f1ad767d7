// The texts about passkeys, in the language in use. They come when passkeys are offered.
import { type Language, language } from '../../lib/language';
import type { PasskeyTexts } from './catalogue';
import { en } from './en';

/** Requests for the files of languages besides English. */
const FILES: Readonly<Record<Exclude<Language, 'en'>, () => Promise<{ passkeys: PasskeyTexts }>>> = {
  de: () => import('../de/passkey-words'),
  es: () => import('../es/passkey-words'),
  fr: () => import('../fr/passkey-words'),
  pt: () => import('../pt/passkey-words'),
  ru: () => import('../ru/passkey-words'),
  ja: () => import('../ja/passkey-words'),
  zh: () => import('../zh/passkey-words'),
};

/** Returns the texts; English ones where the file of the language does not load. */
export async function passkeyTexts(): Promise<PasskeyTexts> {
  const code = language();
  if (!Object.hasOwn(FILES, code)) return en;
  return FILES[code as keyof typeof FILES]().then(({ passkeys }) => passkeys, () => en);
}

/** Returns the sentence for what went wrong: by the name of the browser's error, or by the server's code, which is the message. A challenge that is gone was
 * answered too late. */
export function faultText({ refused }: PasskeyTexts, fault: unknown): string {
  const sentences: Readonly<Record<string, string>> = { ...refused, challenge_gone: refused.NotAllowedError };
  const { name, message } = fault as Error;
  return sentences[name] ?? sentences[message] ?? refused.other;
}

// The texts about what a player keeps on the server, in the language in use.
import { part } from '..';
import type { KeptTexts } from './catalogue';
import { en } from './en';

export const kept: KeptTexts = part('kept', en);

/** Returns the sentence for a refused request, by the server's code, which is the message of the error. */
export function refusalText(error: unknown): string {
  const sentences: Readonly<Record<string, string>> = kept.refused;
  return sentences[(error as Error).message] ?? kept.refused.other;
}

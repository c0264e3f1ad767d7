// Sentences about what goes wrong at a tournament, in the language in use.
import { words } from '../texts/tournament';
import { Refused } from './tournament.svelte';

/** Returns the sentence for an error: by the server's code, or about the connection. */
export function problemOf(error: unknown): string {
  if (!(error instanceof Refused)) return words.failed;
  const sentences: Readonly<Record<string, string>> = words.refused;
  return sentences[error.code] ?? words.refused.other;
}

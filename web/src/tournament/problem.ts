// Sentences about what goes wrong at a tournament, in the language in use.
import { words } from '../texts/tournament';
import { Refused } from './tournament.svelte';

/** Returns the sentence of this page for a reason or a code; null without one. */
function sentence(word: string | undefined): string | null {
  return word !== undefined && Object.hasOwn(words.refused, word) ? words.refused[word as keyof typeof words.refused] : null;
}

/** Returns the sentence for an error: by the server's reason or else its code, or about the connection. */
export async function problemOf(error: unknown): Promise<string> {
  if (!(error instanceof Refused)) return words.failed;
  const { refusal } = error;
  const own = sentence(refusal.reason);
  if (own !== null) return own;
  const said = refusal.reason && (await import('../lib/why-refused').then(({ reasonText }) => reasonText(refusal)).catch(() => null));
  return said ?? sentence(refusal.code) ?? words.refused.other;
}

// The public terms of a game, fetched before it is joined.
import type { PublicTerms } from '../wire';
import { takeTerms } from './early';
import { PLAIN_RULESET } from './plain-ruleset';

/** The server's refusal of too many requests. */
export class TooManyRequests extends Error {}

/** Fetches the terms of a game, unless they were asked for already; null if there is no such game. Throws where the server does not answer. */
export async function fetchTerms(gameId: string, asked = takeTerms(gameId) ?? fetch(`/api/games/${gameId}`)): Promise<PublicTerms | null> {
  const answer = await asked;
  if (answer.status === 404) return null;
  if (answer.status === 429) throw new TooManyRequests();
  if (!answer.ok) throw new Error(`terms: ${answer.status}`);
  return (await answer.json()) as PublicTerms;
}

/** Returns whether the help for blind chess is true of a game: the usual pieces, a moderator who refuses, and a touched piece that has to move. */
export const isUsualBlind = ({ mode, ruleset, touchMove, announcements }: Pick<PublicTerms, 'mode' | 'ruleset' | 'touchMove' | 'announcements'>): boolean =>
  mode === 'blind' && ruleset === PLAIN_RULESET && touchMove && announcements.attempts === undefined;

// A check that the other player of an own game is a person: the machine is neither reported nor blocked.
import { load, tokenKey } from '../lib/storage';
import type { OwnGames, OwnSeats } from '../wire';

/** Asks the server. Without an answer it counts as a person, of whom the server knows better when it is asked for more. */
export async function isAgainstPerson(gameId: string): Promise<boolean> {
  const body = { seats: [{ gameId, token: load(tokenKey(gameId)) ?? '' }] } satisfies OwnSeats;
  try {
    const answer = await fetch('/api/own-games', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
    const { games, finished } = (await answer.json()) as OwnGames;
    return games[0]?.machine === undefined && finished[0]?.summary.machine === undefined;
  } catch {
    return true;
  }
}

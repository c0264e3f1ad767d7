// The record of a finished game, which stays when the game is gone.
import type { GameRecord } from '../wire';
import { load, seatKey, tokenKey } from './storage';

/** Fetches the record of a game; null if there is none that this browser may see. Who had a seat shows its token. Throws where the server does not answer. */
export async function fetchRecord(id: string): Promise<GameRecord | null> {
  const token = load(tokenKey(load(seatKey(id)) ?? id));
  const answer = await fetch(`/api/games/${id}/record`, token === null ? {} : { headers: { authorization: `Bearer ${token}` } });
  if (answer.status === 404) return null;
  if (!answer.ok) throw new Error(`record: ${answer.status}`);
  return (await answer.json()) as GameRecord;
}

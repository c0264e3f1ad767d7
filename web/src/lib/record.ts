// The record of a finished game, which stays when the game is gone.
import type { GameRecord } from '../wire';
import { load, seatKey, tokenKey } from './storage';

const copies = () => import('../own/copies');

/**
 * Fetches the record of a game; null if there is none that this browser may see. A player's browser shows the token of the seat, and keeps a copy of the record.
 * Throws where neither the server nor a copy has an answer.
 */
export async function fetchRecord(id: string): Promise<GameRecord | null> {
  const seat = load(seatKey(id)) ?? id;
  const token = load(tokenKey(seat));
  try {
    const answer = await fetch(`/api/games/${id}/record`, token === null ? {} : { headers: { authorization: `Bearer ${token}` } });
    if (answer.status === 404) return null;
    if (!answer.ok) throw new Error(`record: ${answer.status}`);
    const record = (await answer.json()) as GameRecord;
    if (token !== null) void copies().then(({ keepRecord }) => keepRecord(seat, record)).catch(() => undefined);
    return record;
  } catch (error) {
    const copy = token === null ? null : await copies().then(({ copyOf }) => copyOf(seat));
    if (copy && copy !== 'damaged' && 'record' in copy) return copy.record;
    throw error;
  }
}

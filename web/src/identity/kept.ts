// Signed requests beside those for results: about what the server keeps of the owner of the key of this browser, and about whom they do not want to meet.
import type { BlockRequest, PlayerSettings, UnblockRequest, VacationRequest } from '../wire';
import { sign, type SignedKey } from './key';
import { fetchSigned } from './requests';

/** Returns the answer if the server grants the request. Else it throws, with the server's code as the message. */
export async function granted(asked: Promise<Response>): Promise<Response> {
  const answer = await asked;
  if (!answer.ok) throw new Error(((await answer.json()) as { code: string }).code);
  return answer;
}

/** Returns what is kept after a request. */
export const settingsOf = async (asked: Promise<Response>): Promise<PlayerSettings> => (await granted(asked)).json() as Promise<PlayerSettings>;

/** Fetches what the server keeps for this player. */
export const fetchSettings = (): Promise<PlayerSettings> => settingsOf(fetchSigned('/api/players/own/settings', 'settings'));

/** Begins a vacation of so many days, or ends the present one with 0. */
export const takeVacation = (days: number): Promise<PlayerSettings> =>
  settingsOf(fetchSigned('/api/players/own/vacation', 'vacation', 'POST', JSON.stringify({ days } satisfies VacationRequest)));

/** Keeps the other player of a game away; `token` holds the own seat. */
export const block = (game: string, token: string): Promise<PlayerSettings> =>
  settingsOf(fetchSigned(`/api/games/${game}/block`, 'block', 'POST', JSON.stringify({ token } satisfies BlockRequest)));

/** Removes an entry from the list of players who are kept away. */
export const unblock = (id: string): Promise<PlayerSettings> =>
  settingsOf(fetchSigned('/api/players/own/unblock', 'unblock', 'POST', JSON.stringify({ id } satisfies UnblockRequest)));

/** Fetches the public terms of a game, as they are for this player. */
export const fetchOwnTerms = (game: string): Promise<Response> => fetchSigned(`/api/games/${game}`, 'terms');

/** Signs the wish to join a game. */
export const signJoin = (game: string): Promise<SignedKey> => sign(`tabula join ${game}`);

/** Returns the own key for the lobby, signed at the server's time. */
export async function signLobby(at: number): Promise<SignedKey & { at: number }> {
  return { at, ...(await sign(`tabula lobby ${at}`)) };
}

/** Lets the server delete what it keeps for this player. */
export async function forgetSettings(): Promise<void> {
  await granted(fetchSigned('/api/players/own', 'forget', 'DELETE'));
}

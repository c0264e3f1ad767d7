// Signatures of the owner of the key of this browser for the server: requests for results, and records of private games.
import type { PlayerResults } from '../wire';
import { load, seatKey, signedSeat, store, tokenKey } from '../lib/storage';
import { sign } from './key';

/** The server's time less that of this device, in milliseconds, as far as it is known. */
let ahead = 0;

/** Returns the header by which the server knows who asks. */
async function authorization(purpose: string, body: string): Promise<{ authorization: string }> {
  const at = Date.now() + ahead;
  const { key, signature } = await sign(`tabula ${purpose}\n${at}\n${body}`);
  return { authorization: `Key ${key}.${at}.${signature}` };
}

/** Sends a signed request; once more by the server's time, where that of this device is too wrong. */
export async function fetchSigned(address: string, purpose: string, method = 'GET', body = ''): Promise<Response> {
  const ask = async () => {
    const headers = await authorization(purpose, body);
    return fetch(address, body === '' ? { method, headers } : { method, body, headers: { ...headers, 'content-type': 'application/json' } });
  };
  const answer = await ask();
  const date = Date.parse(answer.headers.get('date') ?? '');
  if (answer.status !== 401 || Number.isNaN(date)) return answer;
  ahead = date - Date.now();
  return ask();
}

/** Signs for the record of an own game whose token is not known here, by the id that its spectators know. The signature is kept where the token would be. */
export async function signRecord(watchId: string): Promise<void> {
  const place = signedSeat(watchId);
  if (load(seatKey(watchId)) !== null) return;
  const { key, signature } = await sign(`tabula record ${watchId}`);
  store(tokenKey(place), `${key}.${signature}`);
  store(seatKey(watchId), place);
}

/** Fetches the own results, and the latest own games or those that follow. */
export async function fetchResults(before = ''): Promise<PlayerResults> {
  const answer = await fetchSigned(`/api/players/own${before === '' ? '' : `?before=${before}`}`, 'results');
  if (!answer.ok) throw new Error(`results: ${answer.status}`);
  return (await answer.json()) as PlayerResults;
}

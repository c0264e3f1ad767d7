// The games of this browser on another device of their player: sealed by a key that is in the link alone, kept by the server for some minutes, and given out
// once. The server cannot read them.
import { storedKey, takeKey } from '../identity/key';
import { toBytes, toText } from '../lib/base64url';
import { load, noteVisit, seats, store, tokenKey, visitMinutes } from '../lib/storage';
import { storedName, storeName } from '../lib/player-name';
import { membershipOf, ownTournamentIds, storeMembership, type Membership } from '../tournament/membership';

/** The most games of a link: the latest. The body of a request has a bound. */
export const GAMES_MAX = 56;

/** The most tournaments of a link. */
export const TOURNAMENTS_MAX = 4;

/** A link begins with this behind the address of the first page: what comes after a `#` is sent to no server. */
const MARK = '#take=';

/** Games, a name and a key on their way to another device. */
export interface Handed {
  readonly name: string;
  /** The key by which the player is known; empty without one. */
  readonly key: string;
  readonly seats: readonly (readonly [gameId: string, token: string])[];
  /** Parts in tournaments, also that of the director. */
  readonly tournaments: readonly (readonly [id: string, membership: Membership])[];
}

/** A code and a key. */
export interface Place {
  readonly code: string;
  readonly key: string;
}

const IV_BYTES = 12;
const CODE_BYTES = 18;
const CODE = /^[A-Za-z0-9_-]{24}$/;
const KEY = /^[A-Za-z0-9_-]{43}$/;

const cipher = (key: Uint8Array<ArrayBuffer>, use: KeyUsage) => crypto.subtle.importKey('raw', key, 'AES-GCM', false, [use]);

/** Seals what is handed over by a new key. */
export async function seal(handed: Handed): Promise<{ sealed: string; key: string }> {
  const key = crypto.getRandomValues(new Uint8Array(32));
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
  const tournaments = handed.tournaments.map(([id, { player, director = '' }]) => ['t', id, player?.number ?? '', player?.token ?? '', director].join(':'));
  const text = [handed.name, handed.key, ...tournaments, ...handed.seats.map((seat) => seat.join(':'))].join('\n');
  const content = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, await cipher(key, 'encrypt'), new TextEncoder().encode(text));
  return { sealed: toText(new Uint8Array([...iv, ...new Uint8Array(content)])), key: toText(key) };
}

/** Opens what another device has sealed. Throws where the key does not fit, or the content has another form. */
export async function unseal(sealed: string, key: string): Promise<Handed> {
  const bytes = toBytes(sealed);
  const algorithm = { name: 'AES-GCM', iv: bytes.slice(0, IV_BYTES) };
  const content = await crypto.subtle.decrypt(algorithm, await cipher(toBytes(key), 'decrypt'), bytes.slice(IV_BYTES));
  const [name = '', own = '', ...lines] = new TextDecoder().decode(content).split('\n');
  const tournaments = lines.flatMap((line) => tournamentOf(line) ?? []);
  const found = lines.slice(tournaments.length).map((line) => {
    const [, gameId, token] = /^([a-z0-9]{8}):([a-z0-9]{24})$/.exec(line) ?? [];
    if (gameId === undefined || token === undefined) throw new Error('not a seat');
    return [gameId, token] as const;
  });
  return { name, key: own, seats: found.slice(0, GAMES_MAX), tournaments: tournaments.slice(0, TOURNAMENTS_MAX) };
}

/** Reads a line about a tournament; null for another line. */
function tournamentOf(line: string): [[string, Membership]] | null {
  const [, id, number = '', token = '', director = ''] = /^t:([a-z0-9]{8}):(\d{0,3}):([a-z0-9]{24})?:([a-z0-9]{24})?$/.exec(line) ?? [];
  if (id === undefined) return null;
  return [[id, { ...(token !== '' && { player: { number: Number(number), token } }), ...(director !== '' && { director }) }]];
}

/** Returns what this browser hands over: its latest games, and the name and the key of its user. */
export function own(): Handed {
  const latest = seats().sort((a, b) => visitMinutes(b) - visitMinutes(a)).slice(0, GAMES_MAX);
  const tournaments = ownTournamentIds().slice(0, TOURNAMENTS_MAX).map((id) => [id, membershipOf(id)] as const);
  return { name: storedName(), key: storedKey(), seats: latest.map((id) => [id, load(tokenKey(id)) ?? ''] as const), tournaments };
}

/** Takes games into this browser, and the key if its user says so: who made the link sees all results that count for it. A seat, a name or a key that it
 * has already stays as it is. Returns the number of games that are new. */
export function adopt({ name, key, seats: handed, tournaments }: Handed, withKey: boolean): number {
  if (withKey) takeKey(key);
  if (storedName() === '') storeName(name);
  const fresh = handed.filter(([id]) => load(tokenKey(id)) === null);
  for (const [id, token] of fresh) {
    store(tokenKey(id), token);
    noteVisit(id);
  }
  // The latest is stored last. One that this browser has a part in keeps its place, unless it gets another part.
  for (const [id, membership] of [...tournaments].reverse()) {
    const [own, whole] = [membershipOf(id), { ...membership, ...membershipOf(id) }];
    if (Object.keys(own).length < Object.keys(whole).length) storeMembership(id, whole);
  }
  return fresh.length;
}

/** Asks the server. */
const ask = (path: string, body: object): Promise<Response> =>
  fetch(`/api/${path}`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });

/** Leaves what this browser hands over with the server. Returns the link, and the seconds for which it works. */
export async function handOver(): Promise<{ link: string; seconds: number }> {
  const code = toText(crypto.getRandomValues(new Uint8Array(CODE_BYTES)));
  const { sealed, key } = await seal(own());
  const answer = await ask('handovers', { code, sealed });
  if (!answer.ok) throw new Error(`handover: ${answer.status}`);
  const { seconds } = (await answer.json()) as { seconds: number };
  return { link: `${location.origin}/${MARK}${code}.${key}`, seconds };
}

/** Returns the place that an address names; null if it names none. */
export function placeOf(hash: string): Place | null {
  if (!hash.startsWith(MARK)) return null;
  const [code = '', key = '', ...more] = hash.slice(MARK.length).split('.');
  return CODE.test(code) && KEY.test(key) && more.length === 0 ? { code, key } : null;
}

/** Takes what another device has left, once; null if it is there no more. */
export async function takeOver({ code, key }: Place): Promise<Handed | null> {
  const answer = await ask('handovers/take', { code });
  if (answer.status === 404) return null;
  if (!answer.ok) throw new Error(`handover: ${answer.status}`);
  return unseal(((await answer.json()) as { sealed: string }).sealed, key);
}

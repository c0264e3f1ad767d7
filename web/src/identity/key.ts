// The key pair by which the user of this browser is known from game to game: made when they ask for it, kept in the browser, and handed over by them alone.
import { toBytes, toText } from '../lib/base64url';
import { KEY, forgetGame, gamesSignedFor, load, store } from '../lib/storage';

/** A key as it is stored: both coordinates of its point and its secret, in base64url with dots between them. */
const FORM = /^[A-Za-z0-9_-]{43}(\.[A-Za-z0-9_-]{43}){2}$/;
const CURVE = { name: 'ECDSA', namedCurve: 'P-256' } as const;

/** Returns the key of this browser as it is stored; empty without one. */
export function storedKey(): string {
  const stored = load(KEY) ?? '';
  return FORM.test(stored) ? stored : '';
}

/** Returns whether this browser can make keys and use them: it offers that to secure pages alone. */
export const canSign = (): boolean => globalThis.crypto?.subtle !== undefined;

/** Makes the key of this browser, unless it has one by now: another tab may have made it. */
export async function makeKey(): Promise<void> {
  const { privateKey } = await crypto.subtle.generateKey(CURVE, true, ['sign']);
  const { x, y, d } = await crypto.subtle.exportKey('jwk', privateKey);
  takeKey([x, y, d].join('.'));
}

/** Takes the key of another device, where this browser has none. */
export function takeKey(key: string): void {
  if (storedKey() === '' && FORM.test(key)) store(KEY, key);
}

/** Forgets the key and what it has signed: nobody can open its games by this browser any more. */
export function forgetKey(): void {
  store(KEY, '');
  for (const game of gamesSignedFor()) forgetGame(game);
}

/** The public half of a key, with what it has signed. */
export interface SignedKey {
  readonly key: string;
  readonly signature: string;
}

/** Signs a text. Returns the public half of the key as well. Throws without a key. */
export async function sign(text: string): Promise<SignedKey> {
  const [x = '', y = '', d = ''] = storedKey().split('.');
  const pair = await crypto.subtle.importKey('jwk', { kty: 'EC', crv: CURVE.namedCurve, x, y, d }, CURVE, false, ['sign']);
  const signature = await crypto.subtle.sign({ name: CURVE.name, hash: 'SHA-256' }, pair, new TextEncoder().encode(text));
  return { key: toText(new Uint8Array([4, ...toBytes(x), ...toBytes(y)])), signature: toText(new Uint8Array(signature)) };
}

// The key of this browser: how it is kept, what it signs, and when a seat is shown it.
import { beforeEach, expect, test, vi } from 'vitest';
import type { Game } from '../src/game/game.svelte';
import { canSign, forgetKey, makeKey, sign, storedKey, takeKey } from '../src/identity/key';
import { fetchResults, signRecord } from '../src/identity/requests';
import { showKey } from '../src/identity/seat';
import { toBytes } from '../src/lib/base64url';
import { fetchRecord } from '../src/lib/record';
import { load, seatKey, store, tokenKey } from '../src/lib/storage';
import { BrowserStorage } from './browser-storage';

beforeEach(() => forgetKey());

/** Returns whether a text was signed by the private half of a public key. */
async function isSigned(text: string, key: string, signature: string): Promise<boolean> {
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256' };
  const point = await crypto.subtle.importKey('raw', toBytes(key), algorithm, false, ['verify']);
  return crypto.subtle.verify({ name: 'ECDSA', hash: 'SHA-256' }, point, toBytes(signature), new TextEncoder().encode(text));
}

test('a key is made on request, and signs', async () => {
  expect([canSign(), storedKey()]).toEqual([true, '']);
  await expect(sign('text')).rejects.toThrow();
  await makeKey();
  const { key, signature } = await sign('text');
  expect(key).toMatch(/^B[A-Za-z0-9_-]{86}$/);
  expect(signature).toMatch(/^[A-Za-z0-9_-]{86}$/);
  expect(await isSigned('text', key, signature)).toBe(true);
  expect(await isSigned('another', key, signature)).toBe(false);
  // Another device has the same key; and none takes the place of one that is there.
  const stored = storedKey();
  forgetKey();
  takeKey(stored);
  expect((await sign('text')).key).toBe(key);
  takeKey(stored.split('.').reverse().join('.'));
  expect(storedKey()).toBe(stored);
});

test.each([
  ['w', 'waiting', 0, true],
  ['w', 'active', 0, true],
  ['b', 'active', 1, true],
  ['w', 'active', 1, false],
  ['b', 'active', 2, false],
  ['b', 'finished', 0, false],
] as const)('%s of a game that is %s shows a key after %i moves: %s', async (you, status, ply, isShown) => {
  const send = vi.fn();
  const game = { id: 'k3f9x2ab', play: { you, status, ply }, send } as unknown as Game;
  await showKey(game);
  expect(send).not.toHaveBeenCalled();
  await makeKey();
  await showKey(game);
  expect(send).toHaveBeenCalledTimes(isShown ? 1 : 0);
  if (!isShown) return;
  const [{ type, key, signature }] = send.mock.calls[0] as [{ type: string; key: string; signature: string }];
  expect(type).toBe('identify');
  expect(await isSigned(`tabula seat k3f9x2ab ${you}`, key, signature)).toBe(true);
});

test('the record of a private game is asked for by a signature, unless its token is there', async () => {
  await makeKey();
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (_: string, { headers }: { headers: { authorization: string } }) => {
    asked.push(headers.authorization);
    return Response.json({});
  });
  await signRecord('m7q2d5tz');
  await fetchRecord('m7q2d5tz');
  store(seatKey('p4r8s1tu'), 'k3f9x2ab');
  store(tokenKey('k3f9x2ab'), 'a token');
  await signRecord('p4r8s1tu');
  await fetchRecord('p4r8s1tu');
  const [key = '', signature = ''] = asked[0]?.replace('Bearer ', '').split('.') ?? [];
  expect(await isSigned('tabula record m7q2d5tz', key, signature)).toBe(true);
  expect(asked[1]).toBe('Bearer a token');
  vi.unstubAllGlobals();
});

test('a key that another tab has made stays, and what a forgotten key has signed goes', async () => {
  vi.stubGlobal('localStorage', new BrowserStorage());
  await makeKey();
  const first = storedKey();
  await makeKey();
  expect(storedKey()).toBe(first);
  await signRecord('n8r3e6va');
  expect(load(seatKey('n8r3e6va'))).not.toBeNull();
  forgetKey();
  expect(load(seatKey('n8r3e6va'))).toBeNull();
  vi.unstubAllGlobals();
});

test('a request is signed by the time of the server, once the own is too wrong', async () => {
  await makeKey();
  const date = 'Thu, 26 Nov 2026 10:00:00 GMT';
  const answers = [new Response('{}', { status: 401, headers: { date } }), Response.json({ games: [] }), Response.json({ games: [] })];
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (address: string, { headers }: { headers: { authorization: string } }) => {
    asked.push(`${address} ${headers.authorization}`);
    return answers.shift();
  });
  await fetchResults();
  await fetchResults('1.k3f9x2ab');
  const [first, second, third] = asked.map((request) => request.split(' '));
  expect([first?.[0], second?.[0], third?.[0]]).toEqual(['/api/players/own', '/api/players/own', '/api/players/own?before=1.k3f9x2ab']);
  for (const [, scheme, signed = ''] of [second, third].map((request) => request ?? [])) {
    const [key = '', at = '', signature = ''] = signed.split('.');
    expect(scheme).toBe('Key');
    expect(Math.abs(Number(at) - Date.parse(date))).toBeLessThan(60_000);
    expect(await isSigned(`tabula results\n${at}\n`, key, signature)).toBe(true);
  }
  vi.unstubAllGlobals();
});

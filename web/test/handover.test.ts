// The games of a browser on another device: what is sealed, what a link names, and what is taken.
import { beforeEach, expect, test, vi } from 'vitest';
import { forgetKey, storedKey } from '../src/identity/key';
import { adopt, GAMES_MAX, own, placeOf, seal, TOURNAMENTS_MAX, unseal } from '../src/handover/handover';
import { storedName } from '../src/lib/player-name';
import { load, store, tokenKey } from '../src/lib/storage';
import { membershipOf, storeMembership } from '../src/tournament/membership';
import { BrowserStorage } from './browser-storage';

const TOKEN = 'a1b2c3d4e5f6g7h8i9j0k1l2';
const OTHER = 'z'.repeat(24);
const TOURNAMENTS = [['a1b2c3d4', { player: { number: 7, token: TOKEN } }], ['e5f6g7h8', { director: OTHER }]] as const;
const KEY = ['x', 'y', 'd'].map((sign) => sign.repeat(43)).join('.');

beforeEach(() => {
  vi.stubGlobal('localStorage', new BrowserStorage());
  forgetKey();
});

test('what is sealed is opened by its key alone', async () => {
  const handed = { name: 'Zoë', key: KEY, seats: [['k3f9x2ab', TOKEN], ['p4r8s1tu', OTHER]], tournaments: TOURNAMENTS } as const;
  const { sealed, key } = await seal(handed);
  expect(sealed).toMatch(/^[A-Za-z0-9_-]+$/);
  expect(sealed).not.toContain(TOKEN);
  expect(await unseal(sealed, key)).toEqual(handed);
  const wrong = (await seal(handed)).key;
  await expect(unseal(sealed, wrong)).rejects.toThrow();
  await expect(unseal(`${sealed.slice(0, -2)}AA`, key)).rejects.toThrow();
});

test('the most games fit into the body of a request', async () => {
  const seats = Array.from({ length: GAMES_MAX }, () => ['k3f9x2ab', TOKEN] as const);
  const { sealed } = await seal({ name: '\u{1f600}'.repeat(20), key: KEY, seats, tournaments: Array.from({ length: TOURNAMENTS_MAX }, () => ['a1b2c3d4', { player: { number: 64, token: TOKEN }, director: OTHER }] as const) });
  expect(JSON.stringify({ code: 'c'.repeat(24), sealed }).length).toBeLessThanOrEqual(4096);
});

test('a seat of another form is not taken', async () => {
  const { sealed, key } = await seal({ name: '', key: '', seats: [['k3f9x2ab', 'short']], tournaments: [] });
  await expect(unseal(sealed, key)).rejects.toThrow();
});

test('a link names a code and a key', () => {
  const [code, key] = ['c'.repeat(24), 'k'.repeat(43)];
  expect(placeOf(`#take=${code}.${key}`)).toEqual({ code, key });
  for (const wrong of ['', '#', `#take=${code}`, `#take=${code}.${key}.more`, `#take=${code}!.${key}`, `#give=${code}.${key}`, `#take=../${code.slice(3)}.${key}`]) {
    expect(placeOf(wrong), wrong).toBeNull();
  }
});

test('games are taken beside those that are there, and no seat is replaced', () => {
  store(tokenKey('k3f9x2ab'), OTHER);
  expect(adopt({ name: 'Ada', key: KEY, seats: [['k3f9x2ab', TOKEN], ['p4r8s1tu', TOKEN]], tournaments: [] }, false)).toBe(1);
  expect([load(tokenKey('k3f9x2ab')), load(tokenKey('p4r8s1tu'))]).toEqual([OTHER, TOKEN]);
  expect(storedName()).toBe('Ada');
  expect([...own().seats].sort()).toEqual([['k3f9x2ab', OTHER], ['p4r8s1tu', TOKEN]]);
  expect(storedKey(), 'who made the link would see all results from now on').toBe('');
  expect(adopt({ name: 'Ada', key: KEY, seats: [], tournaments: [] }, true)).toBe(0);
  expect(storedKey()).toBe(KEY);
  expect(adopt({ name: 'Grace', key: KEY.replace('x', 'z'), seats: [], tournaments: [] }, true)).toBe(0);
  expect([storedKey(), own().key]).toEqual([KEY, KEY]);
  expect(storedName()).toBe('Ada');
});

test('a key of another form is not taken', () => {
  for (const key of ['', 'x', `${KEY}.${'z'.repeat(43)}`, KEY.replaceAll('x', '+')]) adopt({ name: '', key, seats: [], tournaments: [] }, true);
  expect(storedKey()).toBe('');
});

test('parts in tournaments are taken along, and none is replaced', () => {
  storeMembership('a1b2c3d4', { player: { number: 3, token: OTHER } });
  adopt({ name: '', key: '', seats: [], tournaments: [['a1b2c3d4', { player: { number: 7, token: TOKEN }, director: TOKEN }], TOURNAMENTS[1]] }, false);
  expect([membershipOf('a1b2c3d4'), membershipOf('e5f6g7h8')]).toEqual([{ player: { number: 3, token: OTHER }, director: TOKEN }, { director: OTHER }]);
  expect([...own().tournaments].sort()).toEqual([['a1b2c3d4', membershipOf('a1b2c3d4')], ['e5f6g7h8', { director: OTHER }]]);
});

// Copies of own finished games: what is kept, what is forgotten, and what is said of a damaged one.
import { beforeEach, expect, it, vi } from 'vitest';
import { reduce, type PlayerState } from '../src/game/state';
import { fetchRecord } from '../src/lib/record';
import { seatKey, tokenKey } from '../src/lib/storage';
import { allCopies, COPIES, COPIES_MAX, copyOf, forgetCopy, keepRecord, keepState } from '../src/own/copies';
import type { GameRecord, Joined, ModeratorSummary } from '../src/wire';
import { BrowserCaches } from './browser-caches';
import { BrowserStorage } from './browser-storage';
import { joinedTo, state } from './game-states';

const REPLAYED = { initial: '4+k^3/8/8/8/8/8/8/4+K^3 / C/c', feen: '4+k^3/8/8/8/8/8/8/4+K^3 / C/c', plies: [], tries: [] };
const RECORD: GameRecord = {
  state: state(1, { gameStatus: 'finished', record: REPLAYED }),
  summary: { id: 'aaaa1111', mode: 'vanilla', ruleset: 'chess', moderator: 'blind', plies: 0, createdAt: 1, endedAt: 2 },
};
const REFEREE = { id: 'kriegspiel', name: 'Kriegspiel' } as unknown as ModeratorSummary;

const played = (changes: Partial<Joined> = {}): PlayerState =>
  reduce(null, joinedTo({ gameStatus: 'finished', endReason: 'resign', winner: 'b', record: REPLAYED, ...changes })).play as PlayerState;

let kept: BrowserCaches;
const sit = (...ids: string[]) => ids.forEach((id) => localStorage.setItem(tokenKey(id), 'q8w3e7r2t6y1u5i9o4p0a7s2'));
const write = async (id: string, text: string) => (await kept.open(COPIES)).put(`/g/${id}`, new Response(text));

beforeEach(() => {
  kept = new BrowserCaches();
  vi.stubGlobal('caches', kept);
  vi.stubGlobal('localStorage', new BrowserStorage());
  sit('aaaa1111', 'bbbb2222');
});

it('a finished game is kept with the words of its moderator, and is the same afterwards', async () => {
  const play = played({ mode: 'blind', overlays: ['torpedo'], names: { b: 'Grace' } });
  await keepState('aaaa1111', play, REFEREE);
  expect(await copyOf('aaaa1111')).toMatchObject({ play, moderator: REFEREE });
  expect(await copyOf('bbbb2222')).toBeNull();
  expect([...(await allCopies()).keys()]).toEqual(['aaaa1111']);
});

it('nothing is kept of a game that goes on, and of a game without a seat here', async () => {
  await keepState('aaaa1111', reduce(null, joinedTo()).play as PlayerState, null);
  await keepState('cccc3333', played(), null);
  await keepRecord('cccc3333', RECORD);
  expect(await kept.paths(COPIES)).toEqual([]);
});

it('a copy has no token, also of a rematch', async () => {
  const rematch = { state: 'accepted', gameId: 'dddd4444', token: 'r'.repeat(24) } as const;
  await keepState('aaaa1111', played({ rematch, peer: { connected: false, graceUntil: 5 } }), null);
  const text = await (await (await kept.open(COPIES)).match('/g/aaaa1111'))?.text();
  expect(text).not.toMatch(/token|rrrr|tttt|graceUntil/);
});

it('a record is kept where there is no more of the game', async () => {
  await keepRecord('aaaa1111', RECORD);
  expect(await copyOf('aaaa1111')).toMatchObject({ record: RECORD });
  await keepState('aaaa1111', played(), null);
  await keepRecord('aaaa1111', RECORD);
  expect(await copyOf('aaaa1111')).toMatchObject({ play: { status: 'finished' } });
});

it('the game that was shown the longest time ago makes room', async () => {
  const ids = Array.from({ length: COPIES_MAX + 1 }, (_, index) => `game${1000 + index}`);
  sit(...ids);
  for (const id of ids.slice(0, COPIES_MAX)) await keepState(id, played(), null);
  // Shown again, it is the latest.
  await keepState('game1000', played(), null);
  await keepState(ids.at(-1) ?? '', played(), null);
  const paths = await kept.paths(COPIES);
  expect(paths).toHaveLength(COPIES_MAX);
  expect(paths).toContain('/g/game1000');
  expect(paths).not.toContain('/g/game1001');
});

it('a game that was taken from the list is forgotten, at once or with the next copy', async () => {
  for (const id of ['aaaa1111', 'bbbb2222']) await keepState(id, played(), null);
  await forgetCopy('aaaa1111');
  expect(await kept.paths(COPIES)).toEqual(['/g/bbbb2222']);
  localStorage.removeItem(tokenKey('bbbb2222'));
  await keepState('aaaa1111', played(), null);
  expect(await kept.paths(COPIES)).toEqual(['/g/aaaa1111']);
});

it.each([
  ['cut off', (text: string) => text.slice(0, -9)],
  ['empty', () => ''],
  ['of another form', (text: string) => text.replace(/"form":\d+/, '"form":0')],
  ['without its moves', (text: string) => text.replace('"plies":[]', '"plies":null')],
  ['of a game that goes on', (text: string) => text.replace('"status":"finished"', '"status":"active"')],
  ['something else', () => '[]'],
])('a copy that is %s is damaged, and is removed when it is opened', async (_, damage) => {
  await keepState('aaaa1111', played(), null);
  const text = (await (await (await kept.open(COPIES)).match('/g/aaaa1111'))?.text()) ?? '';
  await write('aaaa1111', damage(text));
  // The list leaves it to the page of the game, which says so.
  expect((await allCopies()).size).toBe(0);
  expect(await copyOf('aaaa1111')).toBe('damaged');
  expect(await copyOf('aaaa1111')).toBeNull();
});

it('without room, and where a browser has no caches, nothing is kept and nothing fails', async () => {
  vi.stubGlobal('caches', new BrowserCaches(100));
  await keepState('aaaa1111', played(), null);
  expect(await copyOf('aaaa1111')).toBeNull();
  vi.stubGlobal('caches', undefined);
  await keepState('aaaa1111', played(), null);
  await keepRecord('aaaa1111', RECORD);
  await forgetCopy('aaaa1111');
  expect([await copyOf('aaaa1111'), (await allCopies()).size]).toEqual([null, 0]);
});

it('the record of an own game comes from its copy where the server cannot be reached', async () => {
  localStorage.setItem(seatKey('wwww5555'), 'aaaa1111');
  vi.stubGlobal('fetch', async () => Response.json(RECORD));
  await fetchRecord('aaaa1111');
  await fetchRecord('cccc3333');
  await vi.waitFor(async () => expect(await kept.paths(COPIES)).toEqual(['/g/aaaa1111']));
  vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('Failed to fetch')));
  expect(await fetchRecord('aaaa1111')).toEqual(RECORD);
  expect(await fetchRecord('wwww5555')).toEqual(RECORD);
  await expect(fetchRecord('bbbb2222')).rejects.toThrow('Failed to fetch');
  await expect(fetchRecord('cccc3333')).rejects.toThrow('Failed to fetch');
  // An answer counts more than a copy.
  vi.stubGlobal('fetch', async () => new Response(null, { status: 404 }));
  expect(await fetchRecord('aaaa1111')).toBeNull();
});

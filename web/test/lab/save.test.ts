// The ways to save a game of the lab: in this browser within its bounds, on the server, and in its list.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { forget, keep, keptFiles, keptGames } from '../../src/lab/kept';
import { save, SaveError, saveKinds } from '../../src/lab/save';
import { BrowserStorage } from '../browser-storage';

const FILES = { 'ruleset.json': '{ "name": "Centaurs" }' };

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('localStorage', new BrowserStorage());
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Answers every request, and returns the addresses that were asked for. */
function serve(body: unknown, status = 200): string[] {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(address);
    return new Response(JSON.stringify(body), { status });
  });
  return asked;
}

it.each([
  [{ modes: [] }, ['private']],
  [{ modes: [], guestRules: true }, ['private', 'unlisted']],
  [{ modes: [], guestRules: true, publishing: true }, ['private', 'unlisted', 'public']],
])('offers the ways that the operator allows: %j', async (modes, kinds) => {
  serve(modes);
  expect(await saveKinds()).toEqual(kinds);
  serve(modes, 503);
  expect(await saveKinds()).toEqual(['private']);
});

it('publishes a game where its author says so, and never else', async () => {
  const asked = serve({ id: 'g-1' });
  await save(FILES);
  await save(FILES, true);
  expect(asked).toEqual(['/api/rulesets', '/api/rulesets?publish=true']);
  serve({ code: 'server_full', message: 'the list is full', reason: 'published_full' }, 503);
  await expect(save(FILES, true)).rejects.toThrow(SaveError);
});

it.each([
  ['published_full', 503, 'g-1'],
  ['published_too_often', 429, 'g-1'],
  ['guest_rulesets_full', 503, null],
])('knows the id of a game that is kept and not published, after the refusal %s', async (reason, status, kept) => {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(address);
    return address.includes('publish') ? new Response(JSON.stringify({ code: 'refused', message: '', reason }), { status }) : new Response('{"id":"g-1"}');
  });
  await expect(save(FILES, true)).rejects.toMatchObject({ fault: { kind: 'refused' }, kept });
  expect(asked).toEqual(['/api/rulesets?publish=true', ...(kept === null ? [] : ['/api/rulesets'])]);
});

it('knows no id where the server tells none the second time', async () => {
  serve({ code: 'rate_limited', message: '', reason: 'published_too_often' }, 429);
  await expect(save(FILES, true)).rejects.toMatchObject({ kept: null });
});

/** Keeps games one after another, with texts of a length. */
function keepMany(count: number, length: number): void {
  for (let number = 0; number < count; number += 1) {
    vi.advanceTimersByTime(1_000);
    expect(keep(`k${number}`, { ...FILES, 'patterns/a.moves': '#'.repeat(length) })).toBe(true);
  }
}

it('keeps a bounded number of private games, the latest ones', () => {
  keepMany(52, 10);
  const keys = keptGames().map(({ key }) => key);
  expect([keys.length, keys[0], keys.at(-1)]).toEqual([50, 'k51', 'k2']);
  // A change of one that is kept takes no other's place.
  vi.advanceTimersByTime(1_000);
  keep('k2', FILES);
  expect([keptGames().length, keptGames()[0]?.key]).toEqual([50, 'k2']);
  forget('k2');
  expect(keptFiles('k2')).toBeNull();
});

it('keeps private games of a bounded length, the latest ones', () => {
  keepMany(6, 1024 * 1024);
  expect(keptGames().map(({ key }) => key)).toEqual(['k5', 'k4', 'k3']);
});

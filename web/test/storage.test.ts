import { readdirSync, readFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { forgetOldGames, KEY, LANGUAGE, movesKey, noteVisit, SETTINGS, store, tokenKey } from '../src/lib/storage';

const DAY_MS = 24 * 60 * 60_000;

/** Returns a storage with room for so many characters, as the browser's: its keys are its own properties. */
function storageOf(room: number): Record<string, string> & Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> {
  const held: Record<string, string> = {};
  const used = () => Object.entries(held).reduce((sum, [key, value]) => sum + key.length + value.length, 0);
  const hidden = <T>(value: T) => ({ value, enumerable: false });
  return Object.defineProperties(held, {
    getItem: hidden((key: string) => (Object.hasOwn(held, key) ? held[key] : null)),
    removeItem: hidden((key: string) => Reflect.deleteProperty(held, key)),
    setItem: hidden((key: string, value: string) => {
      if (used() - (held[key] ?? '').length + value.length > room) throw new Error('QuotaExceededError');
      held[key] = value;
    }),
  }) as ReturnType<typeof storageOf>;
}

let storage: ReturnType<typeof storageOf>;
beforeEach(() => {
  vi.useFakeTimers({ now: 100 * DAY_MS });
  storage = storageOf(9_500);
  vi.stubGlobal('localStorage', storage);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function visit(game: string): void {
  store(tokenKey(game), 't'.repeat(24));
  noteVisit(game);
  store(movesKey(game), 'm'.repeat(900));
}

const tokens = () => Object.keys(storage).filter((key) => /^bc:[a-z0-9]+$/.test(key)).sort();

it('a game is forgotten a year after the last visit, and nothing else is', () => {
  visit('older234');
  visit('again234');
  store('bc:before23', 'a seat of an earlier version');
  store('tabula:name', 'Ada');
  vi.setSystemTime(104 * DAY_MS);
  noteVisit('again234');
  forgetOldGames();
  expect(tokens()).toEqual(['bc:again234', 'bc:before23', 'bc:older234']);
  vi.setSystemTime(466 * DAY_MS);
  forgetOldGames();
  expect(tokens()).toEqual(['bc:again234', 'bc:before23']);
  expect(Object.keys(storage).some((key) => key.includes('older234'))).toBe(false);
  vi.setSystemTime(470 * DAY_MS);
  forgetOldGames();
  expect(Object.keys(storage)).toEqual(['tabula:name']);
});

it('a new seat has room in a full storage: the game visited the longest time ago makes it', () => {
  for (let game = 0; game < 9; game += 1) {
    vi.setSystemTime((100 + ((game + 5) % 9)) * DAY_MS);
    visit(`game${game}`);
  }
  visit('fresh234');
  expect(tokens()).toContain('bc:fresh234');
  expect(storage.getItem(movesKey('fresh234'))).toHaveLength(900);
  // The visit of the fourth was the first.
  expect(tokens()).not.toContain('bc:game4');
  expect(tokens()).toHaveLength(9);
});

it('nothing is lost where the browser stores nothing', () => {
  vi.stubGlobal('localStorage', storageOf(0));
  expect(() => visit('private2')).not.toThrow();
  vi.stubGlobal('localStorage', undefined);
  expect(forgetOldGames).not.toThrow();
});

it('no other module names what is stored, but the script of the start, which comes before all', () => {
  const src = `${import.meta.dirname}/../src`;
  const files = readdirSync(src, { recursive: true }).map(String).filter((name) => /\.(ts|svelte)$/.test(name) && !['lib/storage.ts', 'start.ts'].includes(name));
  const naming = files.filter((name) => /(`bc:|['`](tabula|lab|practice):)/.test(readFileSync(`${src}/${name}`, 'utf8')));
  expect(naming).toEqual([]);
});

it('the script of the start reads what the page stores', () => {
  const start = readFileSync(`${import.meta.dirname}/../src/start.ts`, 'utf8');
  for (const name of [SETTINGS, LANGUAGE, KEY]) expect(start, name).toContain(`'${name}'`);
  expect(start).toContain(`\`${tokenKey('${game}')}\``);
});

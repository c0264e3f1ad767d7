// Games of practice as the browser keeps them: bounded, checked when they are read, and nothing else of the storage.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { forget, keep, keptGame, keptGames, type KeptGame } from '../../src/practice/kept';

/** Returns a storage as the browser's: its keys are its own properties. */
function emptyStorage(): object {
  const held: Record<string, string> = {};
  const hidden = <T>(value: T) => ({ value, enumerable: false });
  return Object.defineProperties(held, {
    getItem: hidden((key: string) => held[key] ?? null),
    setItem: hidden((key: string, value: string) => void (held[key] = value)),
    removeItem: hidden((key: string) => Reflect.deleteProperty(held, key)),
  });
}

const game = (ruleset: string): Omit<KeptGame, 'played'> => ({
  ruleset, name: ruleset, you: 'b', level: 3, seed: 4_000_000_000, messages: [{ message_type: 'piece_move', from: 'e2', to: 'e4' }],
});

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('localStorage', emptyStorage());
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('a game is there as it was kept, until it is forgotten', () => {
  keep(game('shogi'));
  expect(keptGame('shogi')).toMatchObject(game('shogi'));
  forget('shogi');
  expect(keptGame('shogi')).toBeNull();
});

it('the game that was played the longest time ago makes room for a ninth', () => {
  for (let index = 0; index < 9; index += 1) {
    vi.advanceTimersByTime(1_000);
    keep(game(`game-${index}`));
  }
  expect(keptGames().map(({ ruleset }) => ruleset)).toEqual(['8', '7', '6', '5', '4', '3', '2', '1'].map((index) => `game-${index}`));
});

it.each([
  'null', '{', '[]', '{"ruleset":"shogi"}',
  JSON.stringify({ ...game('shogi'), played: 1, level: 9 }),
  JSON.stringify({ ...game('shogi'), played: 1, you: 'x' }),
  JSON.stringify({ ...game('shogi'), played: 1, messages: [{ message_type: 'resign', side: 'white' }] }),
  JSON.stringify({ ...game('shogi'), played: 1, messages: [null] }),
])('what is no game is not read: %s', (text) => {
  localStorage.setItem('practice:shogi', text);
  expect(keptGame('shogi')).toBeNull();
  expect(keptGames()).toEqual([]);
});

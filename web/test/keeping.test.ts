// Addresses that the service worker may answer and keep, one at a time.
import { expect, it } from 'vitest';
import { ALWAYS, excess, keepingOf, LISTS, RULES_MAX } from '../src/offline/keeping';

const ORIGIN = 'https://tabula.example';
const FILES = ['/', '/icon.svg', '/manifest.webmanifest', '/assets/base-abc123.js'];
const keeping = (address: string, mode = 'cors', method = 'GET') => keepingOf({ method, mode, url: new URL(address, ORIGIN), origin: ORIGIN }, FILES);

it.each(['/', '/local', '/local?game=shogi', '/practice/', '/practice?game=duck', '/lab'])('the page %s can be shown without a network', (address) => {
  expect(keeping(address, 'navigate')).toBe('page');
});

it('the page of a game can be shown without a network, if there is a copy of the game', () => {
  for (const address of ['/g/abcd1234', '/g/abcd1234?lang=de']) expect(keeping(address, 'navigate')).toBe('game');
});

it.each([
  '/g/abcd1234/', '/g/abcd123', '/g/ABCD1234', '/g/abcd1234/record', '/w/abcd1234', '/r/ABC123', '/games', '/nothing', '/index.html', '/api/health', '/api/rules', '/icon.svg', '/practice/g/abcd1234',
])('the page %s is left to the network', (address) => {
  expect(keeping(address, 'navigate')).toBeNull();
});

it.each([
  ['/assets/base-abc123.js', 'part'],
  ['/assets/base-of-another-build.js', 'part'],
  ['/icon.svg', 'file'],
  ['/manifest.webmanifest', 'file'],
  ['/api/rules', 'rules'],
  ['/api/rulesets', 'rules'],
  ['/api/overlays', 'rules'],
  ['/api/rules/chess?tables=relative', 'rules'],
  ['/api/rules/kyoto-shogi?tables=relative', 'rules'],
])('%s is kept as %s', (address, expected) => {
  expect(keeping(address)).toBe(expected);
});

it.each([
  '/api/games', '/api/games/abcd1234', '/api/games/abcd1234/record', '/api/games/abcd1234/pgn', '/api/finished', '/api/statistics', '/api/health', '/api/modes',
  '/api/rules/chess', '/api/rules/chess?with=atomic', '/api/rules/chess?tables=relative&with=atomic', '/api/rules?x',
  '/api/rules/g-0123456789abcdef0123456789abcdef01234567?tables=relative', '/api/rulesets/g-0123456789abcdef0123456789abcdef01234567',
  '/api/rules/chess/written', '/api/rules/../games/abcd1234', '/ws', '/ws?game=abcd1234', '/engine', '/sw.js', '/icon.svg?x', '/g/abcd1234', '/w/abcd1234',
  'https://elsewhere.example/', 'https://elsewhere.example/assets/base-abc123.js', 'http://tabula.example/api/rules',
])('%s passes by', (address) => {
  expect(keeping(address)).toBeNull();
});

it('what changes something on the server passes by', () => {
  for (const method of ['POST', 'PUT', 'DELETE', 'HEAD']) for (const path of ['/', '/g/abcd1234', '/api/rules', '/api/rulesets', '/assets/base-abc123.js']) expect(keeping(path, 'cors', method)).toBeNull();
});

it('the rules that were opened the longest time ago make room, but not those of chess', () => {
  const opened = Array.from({ length: RULES_MAX + 2 }, (_, index) => `/api/rules/game-${index}?tables=relative`);
  expect(excess([...LISTS, ALWAYS, ...opened])).toEqual(opened.slice(0, 2));
  expect(excess([...LISTS, ALWAYS, ...opened.slice(2)])).toEqual([]);
});

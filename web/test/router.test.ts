import { afterEach, expect, it, vi } from 'vitest';
import { follow, routeOf, router } from '../src/lib/router.svelte';

afterEach(() => vi.unstubAllGlobals());

it.each([
  ['/', { kind: 'landing' }],
  ['/g/abcd1234', { kind: 'game', id: 'abcd1234' }],
  ['/g/abcd1234/', { kind: 'game', id: 'abcd1234' }],
  ['/g/ABCD1234', { kind: 'nowhere' }],
  ['/g/abc', { kind: 'nowhere' }],
  ['/r/ABC123', { kind: 'room', id: 'ABC123' }],
  ['/r/abc123/', { kind: 'room', id: 'ABC123' }],
  ['/r/ABC12', { kind: 'nowhere' }],
  ['/local', { kind: 'local' }],
  ['/locals', { kind: 'nowhere' }],
  ['/practice', { kind: 'practice' }],
  ['/practice/', { kind: 'practice' }],
  ['/lab', { kind: 'lab' }],
  ['/lab/', { kind: 'lab' }],
  ['/results', { kind: 'results' }],
  ['/tournaments', { kind: 'tournaments' }],
  ['/t/abcd1234', { kind: 'tournament', id: 'abcd1234' }],
  ['/else', { kind: 'nowhere' }],
])('%s has a route', (path, route) => {
  expect(routeOf(path)).toEqual(route);
});

/** Presses a link to the rule lab, and returns whether the browser is left to follow it. */
function press(keys: Partial<MouseEvent> = {}): boolean {
  let isLeft = true;
  const event = { ctrlKey: false, metaKey: false, shiftKey: false, altKey: false, ...keys, currentTarget: { pathname: '/lab' }, preventDefault: () => (isLeft = false) };
  follow(event as unknown as Parameters<typeof follow>[0]);
  return isLeft;
}

it('a link is followed in the page, and with a modifier key by the browser', () => {
  const pushState = vi.fn();
  vi.stubGlobal('history', { pushState });
  vi.stubGlobal('scrollTo', vi.fn());
  for (const key of ['ctrlKey', 'metaKey', 'shiftKey', 'altKey']) expect(press({ [key]: true })).toBe(true);
  expect([router.route.kind, pushState.mock.calls]).toEqual(['landing', []]);
  expect(press()).toBe(false);
  expect([router.route.kind, pushState.mock.calls]).toEqual(['lab', [[null, '', '/lab']]]);
});

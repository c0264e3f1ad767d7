import { expect, it } from 'vitest';
import { routeOf } from '../src/lib/router.svelte';

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

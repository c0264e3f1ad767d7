import { describe, expect, it } from 'vitest';
import { logOf } from '../src/game/log';
import { newId, pendingMove, withCommand, without } from '../src/game/outbox';
import { backoff, QUICK_TRIES } from '../src/game/socket';
import { parseQpi } from '../src/lib/qpi';
import { routeOf } from '../src/lib/router.svelte';
import { changed, track } from '../src/lib/track';
import type { BoardView } from '../src/wire';

const pieces = (text: string): BoardView['pieces'] =>
  Object.fromEntries(
    text.split(' ').map((entry) => {
      const [cell = '', qpi = ''] = entry.split('=');
      return [cell, { color: /[A-Z]$/.test(qpi.replace('^', '')) ? 'w' : 'b', type: 'p', qpi }];
    }),
  );

describe('pieces keep their identity', () => {
  const start = track([], pieces('e1=C:+K^ h1=C:+R e2=C:+P d7=c:p'));
  const idAt = (tracked: typeof start, cell: string) => tracked.find((one) => one.cell === cell)?.id;

  it('when they move and change state', () => {
    const next = track(start, pieces('e1=C:+K^ h1=C:+R e4=C:-P d7=c:p'));
    expect(idAt(next, 'e4')).toBe(idAt(start, 'e2'));
  });

  it('when two move at once', () => {
    const next = track(start, pieces('g1=C:K^ f1=C:R e2=C:+P d7=c:p'));
    expect(idAt(next, 'g1')).toBe(idAt(start, 'e1'));
    expect(idAt(next, 'f1')).toBe(idAt(start, 'h1'));
  });

  it('when they promote, and the taken piece goes', () => {
    const before = track([], pieces('e1=C:K^ b7=C:P a8=c:r'));
    const next = track(before, pieces('e1=C:K^ a8=C:Q'));
    expect(idAt(next, 'a8')).toBe(idAt(before, 'b7'));
    expect(next).toHaveLength(2);
  });

  it('and new ones get new ids', () => {
    const next = track(start, pieces('e1=C:+K^ h1=C:+R e2=C:+P d7=c:p a8=c:r'));
    expect(new Set(next.map(({ id }) => id)).size).toBe(5);
  });
});

it('a change names whence, whither and what was lost', () => {
  const before = pieces('e4=C:P d5=c:p');
  expect(changed(before, pieces('d5=C:P'), 'w')).toEqual({ from: ['e4'], to: ['d5'], lost: [] });
  expect(changed(before, pieces('d5=C:P'), 'b')).toEqual({ from: ['e4'], to: ['d5'], lost: ['d5'] });
});

it.each([
  ['C:+K^', { style: 'C', state: '+', letter: 'K', terminal: true, first: true }],
  ['s:-g', { style: 'S', state: '-', letter: 'G', terminal: false, first: false }],
  ['q', { style: '', state: '', letter: 'Q', terminal: false, first: false }],
  ['', null],
  ['C:KQ', null],
])('%s is taken apart', (text, expected) => {
  expect(parseQpi(text)).toEqual(expected);
});

describe('the outbox', () => {
  const box = withCommand(withCommand([], 'a', { type: 'commit', from: 'e2' }), 'b', { type: 'commit', from: 'e2', to: 'e4' });

  it('keeps what is not acknowledged, in order and under its id', () => {
    expect(box.map(({ command }) => command.id)).toEqual(['a', 'b']);
    expect(without(box, 'a').map(({ id }) => id)).toEqual(['b']);
    expect(without(box, 'c')).toEqual(box);
  });

  it('knows the move that is on its way', () => {
    expect(pendingMove(box)).toEqual({ from: 'e2', to: 'e4', promotion: null });
    expect(pendingMove(withCommand([], 'r', { type: 'resign' }))).toBeNull();
  });

  it('makes ids that fit the wire and differ', () => {
    const ids = Array.from({ length: 200 }, newId);
    expect(new Set(ids).size).toBe(200);
    for (const id of ids) expect(id).toMatch(/^[a-z0-9]{1,64}$/);
  });
});

it('tries come quickly at first, then slowly, never all at once', () => {
  const waits = Array.from({ length: QUICK_TRIES + 2 }, (_, index) => backoff(index + 1, () => 0.5));
  for (const [index, wait] of waits.slice(1, QUICK_TRIES).entries()) expect(wait).toBe((waits[index] ?? 0) * 2);
  expect(waits.at(-1)).toBeGreaterThan(10_000);
  expect(backoff(3, () => 0)).toBeLessThan(backoff(3, () => 1));
});

it('the log has each ply once: tries, then the move, then what was said of it', () => {
  const log = logOf(
    [
      { ply: 1, text: 'illegal_move', audience: 'w', at: 1 },
      { ply: 2, text: 'black_moved', audience: 'w', at: 3 },
      { ply: 1, text: 'black_in_check', audience: 'both', at: 2 },
    ],
    [{ ply: 1, from: 'e2', to: 'e4' }],
  );
  expect(log.map(({ ply, entries }) => [ply, entries.map(({ kind }) => kind)])).toEqual([
    [1, ['heard', 'own', 'heard']],
    [2, ['heard']],
  ]);
});

it.each([
  ['/', { kind: 'landing' }],
  ['/g/abcd1234', { kind: 'game', id: 'abcd1234' }],
  ['/g/abcd1234/', { kind: 'game', id: 'abcd1234' }],
  ['/g/ABCD1234', { kind: 'nowhere' }],
  ['/g/abc', { kind: 'nowhere' }],
  ['/else', { kind: 'nowhere' }],
])('%s leads somewhere', (path, route) => {
  expect(routeOf(path)).toEqual(route);
});

import { describe, expect, it } from 'vitest';
import { changed, track } from '../src/lib/track';
import type { BoardView } from '../src/wire';

const pieces = (text: string): BoardView['pieces'] =>
  Object.fromEntries(
    text.split(' ').map((entry) => {
      const [cell = '', qpi = ''] = entry.split('=');
      return [cell, { color: /[A-Z]$/.test(qpi.replace('^', '')) ? 'w' : 'b', type: 'p', qpi }];
    }),
  );

describe('pieces store their identity', () => {
  const start = track([], pieces('e1=C:+K^ h1=C:+R e2=C:+P d7=c:p'));
  const idAt = (tracked: typeof start, cell: string) => tracked.find((one) => one.cell === cell)?.id;

  // Requirement gambit-114.
  it('when they move and change state', () => {
    const next = track(start, pieces('e1=C:+K^ h1=C:+R e4=C:-P d7=c:p'));
    expect(idAt(next, 'e4')).toBe(idAt(start, 'e2'));
  });

  it('when two move at once', () => {
    const next = track(start, pieces('g1=C:K^ f1=C:R e2=C:+P d7=c:p'));
    expect(idAt(next, 'g1')).toBe(idAt(start, 'e1'));
    expect(idAt(next, 'f1')).toBe(idAt(start, 'h1'));
  });

  // Requirement gambit-114.
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

it('a change has the squares left, the squares entered and the losses', () => {
  const before = pieces('e4=C:P d5=c:p');
  expect(changed(before, pieces('d5=C:P'), 'w')).toEqual({ from: ['e4'], to: ['d5'], lost: [] });
  expect(changed(before, pieces('d5=C:P'), 'b')).toEqual({ from: ['e4'], to: ['d5'], lost: ['d5'] });
});

import { expect, it } from 'vitest';
import { handsOf, withHands } from '../src/lib/hands';

it('reads the hands of a position', () => {
  const { w, b } = handsOf('8/8/8/8/8/8/8/8 2B2N2RK^Q/2p+r C/c');
  expect(w).toEqual([
    { color: 'w', type: 'b', qpi: 'C:B', count: 2 },
    { color: 'w', type: 'n', qpi: 'C:N', count: 2 },
    { color: 'w', type: 'r', qpi: 'C:R', count: 2 },
    { color: 'w', type: 'k', qpi: 'C:K^', count: 1 },
    { color: 'w', type: 'q', qpi: 'C:Q', count: 1 },
  ]);
  expect(b).toEqual([{ color: 'b', type: 'p', qpi: 'c:p', count: 2 }, { color: 'b', type: 'r', qpi: 'c:+r', count: 1 }]);
});

it('puts hands into a position, and those without a count into none', () => {
  const feen = '9/9/9/9/9/9/9/9/9 2PR/l s/S';
  const { w, b } = handsOf(feen);
  expect(withHands('9/9/9/9/9/9/9/9/9 / s/S', { w, b })).toBe(feen);
  expect(withHands('9/9 / s/S', { w: [{ color: 'w', type: 'p', qpi: 'S:P' }] })).toBe('9/9 / s/S');
});

import { describe, expect, it } from 'vitest';
import { costOf, halvesOf, halvesText, mostUseful, withinPool, bidValueOf, type BidScale } from '../src/game/bids';

const scale = (capacity: number, more: Partial<BidScale> = {}): BidScale => ({ capacity, effectiveMax: 10, overloadCost: 2, ...more });

describe('the cost of a value', () => {
  it.each([
    [1, [1, 3, 5, 7, 9, 11, 13, 15, 17, 19]],
    [3, [1, 2, 3, 5, 7, 9, 11, 13, 15, 17]],
    [5, [1, 2, 3, 4, 5, 7, 9, 11, 13, 15]],
    [9, [1, 2, 3, 4, 5, 6, 7, 8, 9, 11]],
    [10, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]],
  ])('at capacity %i', (capacity, costs) => {
    for (const [index, cost] of costs.entries()) {
      expect(costOf(2 * (index + 1), scale(capacity))).toBe(cost);
      expect(halvesOf(cost, scale(capacity))).toBe(2 * (index + 1));
    }
  });

  it('is zero for zero, and null beyond the largest value', () => {
    expect(costOf(0, scale(1))).toBe(0);
    expect(costOf(21, scale(1))).toBeNull();
  });

  it('counts halves', () => {
    expect(costOf(3, scale(1))).toBe(2);
    expect(costOf(1, scale(1))).toBe(1);
  });
});

describe('the value of a bid', () => {
  it('has halves, and a limit above which points are wasted', () => {
    const worth = (spent: number, capacity: number) => halvesText(halvesOf(spent, scale(capacity)));
    expect([0, 1, 2, 3, 4].map((spent) => worth(spent, 1))).toEqual(['0', '1', '1.5', '2', '2.5']);
    expect([18, 19, 20, 39].map((spent) => worth(spent, 1))).toEqual(['9.5', '10', '10', '10']);
    expect([3, 4, 5].map((spent) => worth(spent, 3))).toEqual(['3', '3.5', '4']);
    expect([10, 11].map((spent) => worth(spent, 10))).toEqual(['10', '10']);
  });

  it('includes the wasted points', () => {
    expect(bidValueOf(5, scale(1))).toEqual({ halves: 6, wasted: 0 });
    expect(bidValueOf(39, scale(1))).toEqual({ halves: 20, wasted: 20 });
    expect(bidValueOf(12, scale(9))).toEqual({ halves: 20, wasted: 1 });
  });

  it('by other numbers', () => {
    // Half a point costs a point and a half: every third point alone adds no value.
    const dear = scale(1, { overloadCost: 3 });
    expect([1, 2, 3, 4].map((spent) => bidValueOf(spent, dear))).toEqual([
      { halves: 2, wasted: 0 }, { halves: 2, wasted: 1 }, { halves: 3, wasted: 0 }, { halves: 4, wasted: 0 },
    ]);
    expect(halvesOf(30, scale(1, { effectiveMax: 15 }))).toBe(30);
    // A capacity above the largest value has no effect.
    expect(bidValueOf(12, scale(12))).toEqual({ halves: 20, wasted: 2 });
  });
});

// Requirements gambit-46, gambit-95.
it('a bid is a whole number within the pool', () => {
  expect([-1, 2.4, 40, NaN].map((amount) => withinPool(amount, 39))).toEqual([0, 2, 39, 0]);
});

it('a bid is useful up to the largest value, or up to the last point of the pool that adds some', () => {
  expect([1, 3, 5, 9, 10, 12].map((capacity) => mostUseful(39, scale(capacity)))).toEqual([19, 17, 15, 11, 10, 10]);
  expect([0, 1, 2, 18].map((pool) => mostUseful(pool, scale(1)))).toEqual([0, 1, 2, 18]);
  // Half a point costs a point and a half: the second point alone adds nothing, and the third half of one.
  expect([1, 2, 3].map((pool) => mostUseful(pool, scale(1, { overloadCost: 3 })))).toEqual([1, 1, 3]);
});

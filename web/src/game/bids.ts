// The value of a bid: the arithmetic of games with bids, by numbers that the server sends. The unit is half a point.

/** The numbers by which a side's bid in a duel is valued. */
export interface BidScale {
  /** Points that count in full. */
  capacity: number;
  /** The largest value of a bid, in points. */
  effectiveMax: number;
  /** Cost of each point of value above the capacity. */
  overloadCost: number;
}

/** The value of a spent bid. */
interface BidValue {
  /** In halves of a point. */
  halves: number;
  /** Spent points that add no value. */
  wasted: number;
}

/** Returns the value of a bid, in halves of a point. */
export function halvesOf(spent: number, { capacity, effectiveMax, overloadCost }: BidScale): number {
  const cheap = Math.min(spent, capacity);
  const dear = Math.floor((2 * (spent - cheap)) / Math.max(1, overloadCost));
  return Math.min(2 * cheap + dear, 2 * effectiveMax);
}

/** Returns the smallest bid with this value; null where no bid has it. */
export function costOf(halves: number, { capacity, effectiveMax, overloadCost }: BidScale): number | null {
  if (halves > 2 * effectiveMax) return null;
  const cheap = Math.min(halves, 2 * capacity);
  // Up to the capacity only whole points count: half a point costs a whole one.
  return Math.ceil(cheap / 2) + Math.ceil(((halves - cheap) * Math.max(1, overloadCost)) / 2);
}

/** Returns the smallest bid that is worth as much as the whole pool: more than that has no effect. */
export const mostUseful = (pool: number, scale: BidScale): number => costOf(halvesOf(pool, scale), scale) ?? pool;

export function bidValueOf(spent: number, scale: BidScale): BidValue {
  const halves = halvesOf(spent, scale);
  return { halves, wasted: spent - (costOf(halves, scale) ?? spent) };
}

/** Formats halves of a point: `3`, `1.5`. */
export const halvesText = (halves: number): string => (halves % 2 === 0 ? String(halves / 2) : `${Math.floor(halves / 2)}.5`);

/** Rounds a bid and limits it to the pool. */
// Requirement gambit-46.
export const withinPool = (amount: number, pool: number): number =>
  Number.isFinite(amount) ? Math.min(Math.max(Math.round(amount), 0), pool) : 0;

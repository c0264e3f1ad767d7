// What a bid counts: the arithmetic of games with bids, by numbers that the server names. Halves are the smallest that counts.

/** How a side's bid in one duel is counted. */
export interface Scale {
  /** How many points count in full. */
  capacity: number;
  /** The most that any bid counts, in points. */
  effectiveMax: number;
  /** What each point that counts above the capacity costs. */
  overloadCost: number;
}

/** What a spent bid comes to. */
export interface Worth {
  /** What it counts, in halves of a point. */
  halves: number;
  /** How many of the spent points change nothing. */
  wasted: number;
}

/** What a bid counts, in halves of a point. */
export function halvesOf(spent: number, { capacity, effectiveMax, overloadCost }: Scale): number {
  const cheap = Math.min(spent, capacity);
  const dear = Math.floor((2 * (spent - cheap)) / Math.max(1, overloadCost));
  return Math.min(2 * cheap + dear, 2 * effectiveMax);
}

/** The least that has to be spent for a bid to count so much; null where no bid counts that much. */
export function costOf(halves: number, { capacity, effectiveMax, overloadCost }: Scale): number | null {
  if (halves > 2 * effectiveMax) return null;
  const cheap = Math.min(halves, 2 * capacity);
  // Below the capacity a point is whole: half of one costs the whole.
  return Math.ceil(cheap / 2) + Math.ceil(((halves - cheap) * Math.max(1, overloadCost)) / 2);
}

/** What it costs to count 1, 2, 3, … up to the most. */
export function costTable(scale: Scale): number[] {
  return Array.from({ length: scale.effectiveMax }, (_, index) => costOf(2 * (index + 1), scale) ?? Infinity);
}

export function worthOf(spent: number, scale: Scale): Worth {
  const halves = halvesOf(spent, scale);
  return { halves, wasted: spent - (costOf(halves, scale) ?? spent) };
}

/** Halves of a point as people write them: `3`, `1.5`. */
export const halvesText = (halves: number): string => (halves % 2 === 0 ? String(halves / 2) : `${Math.floor(halves / 2)}.5`);

/** A bid as a whole number between nothing and all that there is. */
export const withinPool = (amount: number, pool: number): number =>
  Number.isFinite(amount) ? Math.min(Math.max(Math.round(amount), 0), pool) : 0;

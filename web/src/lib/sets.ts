/** Returns the set of some items. */
export function setOf<T>(items: readonly T[]): ReadonlySet<T> {
  return new Set(items);
}

/** Returns each item once, in the order of their first places. */
export function distinct<T>(items: readonly T[]): readonly T[] {
  return [...new Set(items)];
}

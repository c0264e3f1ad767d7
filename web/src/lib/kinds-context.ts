// The kinds of pieces of the game that a part of the page shows. Without them pieces are those of chess, or tiles with letters.
import { getContext, setContext } from 'svelte';
import type { Kinds } from './kinds';

const KEY = Symbol('kinds');

/** Tells the components below which kinds there are, once they are known. */
export function provideKinds(kinds: () => Kinds | null): void {
  setContext(KEY, kinds);
}

export function useKinds(): () => Kinds | null {
  return getContext<(() => Kinds | null) | undefined>(KEY) ?? (() => null);
}

// The pages that turn on the wall: whether any does, and whether they are paused.
import { untrack } from 'svelte';

class Wall {
  isPaused = $state(false);
  /** Number of tables that have several pages. */
  #turning = $state(0);

  readonly turns = $derived(this.#turning > 0);

  /** Counts a table that has several pages. Returns the function that counts it no more. */
  note(): () => void {
    untrack(() => (this.#turning += 1));
    return () => untrack(() => (this.#turning -= 1));
  }
}

export const wall = new Wall();

// The open modal dialogs. What is behind them is neither read nor heard, so that what must be heard goes into the topmost.
import { untrack } from 'svelte';

class Dialogs {
  #open = $state.raw<readonly HTMLDialogElement[]>([]);

  /** The topmost dialog; null while none is open. */
  readonly top = $derived(this.#open.at(-1) ?? null);

  /** Counts a dialog that was opened, and returns what takes it away again. */
  opened(dialog: HTMLDialogElement): () => void {
    this.#open = [...untrack(() => this.#open), dialog];
    return () => {
      this.#open = this.#open.filter((one) => one !== dialog);
    };
  }
}

export const dialogs = new Dialogs();

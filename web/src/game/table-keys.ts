// The keys at the table of a player. Loaded beside the board.
import { loneKey } from '../lib/keys';
import type { Game } from './game.svelte';

/** Things that the keys open. */
export interface Opens {
  /** The list of keys. */
  help: () => void;
  /** The field for a typed move. */
  field: () => void;
}

/** Does what a pressed key stands for. */
export function press(event: KeyboardEvent, game: Game, { help, field }: Opens): void {
  if (event.target instanceof HTMLElement && event.target.closest('input, textarea, select, dialog')) return;
  const key = loneKey(event);
  if (key === '?') help();
  else if (key === 'a') game.moderation?.ask();
  else if (key === 'b') document.querySelector<HTMLElement>('[data-cell][tabindex="0"]')?.focus();
  else if (key === '/' && game.play?.status === 'active') {
    event.preventDefault();
    field();
  } else if (event.key === 'Escape') game.input.cancel();
}

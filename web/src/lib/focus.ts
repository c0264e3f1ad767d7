// The keyboard focus, between the board and what has to be answered beside it.

/** Moves the focus to an element with the next frame, unless the player is typing. */
export function takeFocus(target: () => HTMLElement | undefined): void {
  const before = document.activeElement;
  if (before instanceof HTMLElement && before.closest('input, textarea, select, dialog')) return;
  requestAnimationFrame(() => target()?.focus({ preventScroll: true }));
}

/** Moves the focus back to the board. */
export function focusBoard(): void {
  document.querySelector<HTMLElement>('[data-cell][tabindex="0"]')?.focus({ preventScroll: true });
}

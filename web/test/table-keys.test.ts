// The keys at the table: what each does, where a key is text, and where the settings switch those of one character off.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Game } from '../src/game/game.svelte';
import { press } from '../src/game/table-keys';
import { settings } from '../src/lib/settings.svelte';

/** An element of which some selectors are true, also by what is around it. */
class Element {
  readonly #inside: string;

  constructor(inside: string) {
    this.#inside = inside;
  }

  closest(selectors: string): Element | null {
    return selectors.split(', ').includes(this.#inside) ? this : null;
  }
}

const done: string[] = [];
const note = (what: string) => () => void done.push(what);

beforeEach(() => {
  done.length = 0;
  vi.stubGlobal('HTMLElement', Element);
  vi.stubGlobal('document', { querySelector: () => ({ focus: note('board') }) });
});
afterEach(() => {
  vi.unstubAllGlobals();
  settings.letterKeys = true;
});

/** Presses a key, and returns what was done. */
function pressed(key: string, { inside = 'body', status = 'active', ...held }: { inside?: string; status?: string; ctrlKey?: true; altKey?: true } = {}): string[] {
  const game = { moderation: { ask: note('asked') }, input: { cancel: note('cancelled') }, play: { status } } as unknown as Game;
  const event = { key, code: '', ctrlKey: false, metaKey: false, altKey: false, target: new Element(inside), preventDefault: note('kept'), ...held } as unknown as KeyboardEvent;
  press(event, game, { help: note('help'), field: note('field') });
  return done.splice(0);
}

it('each does what the list of keys says', () => {
  expect([pressed('?'), pressed('a'), pressed('b'), pressed('/'), pressed('Escape'), pressed('x')]).toEqual([['help'], ['asked'], ['board'], ['kept', 'field'], ['cancelled'], []]);
  expect(pressed('/', { status: 'finished' })).toEqual([]);
});

it.each(['input', 'textarea', 'select', 'dialog'])('a key in %s is none of them', (inside) => {
  for (const key of ['?', 'a', 'b', '/', 'Escape']) expect(pressed(key, { inside }), key).toEqual([]);
});

it('those of one character are pressed alone, and can be switched off', () => {
  for (const key of ['?', 'a', 'b', '/']) expect([pressed(key, { ctrlKey: true }), pressed(key, { altKey: true })], key).toEqual([[], []]);
  settings.letterKeys = false;
  for (const key of ['?', 'a', 'b', '/']) expect(pressed(key), key).toEqual([]);
  expect(pressed('Escape')).toEqual(['cancelled']);
});

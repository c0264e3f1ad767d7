// The dialog in which a game of the lab is saved, as it is drawn before anything is pressed.
import { render } from 'svelte/server';
import { expect, it } from 'vitest';
import type { SaveKind } from '../../src/lab/save';
import LabSaveDialog from '../../src/parts/LabSaveDialog.svelte';
import { en } from '../../src/texts/lab/en';

const drawn = (kind: SaveKind): string =>
  render(LabSaveDialog, { props: { open: true, files: {}, errors: 0, kinds: ['private', 'unlisted', 'public'], kind, keep: () => true, show: () => undefined } }).body;

it('says of a public game alone, before it is saved, that its author cannot take it back', () => {
  expect(drawn('public')).toContain(`<p role="status">${en.saveDialog.lasting}</p>`);
  for (const kind of ['private', 'unlisted'] as const) expect(drawn(kind)).not.toContain(en.saveDialog.lasting);
});

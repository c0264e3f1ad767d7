// Parts that are loaded by need: each that can fail to load has something to show then.
import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const SRC = new URL('../src/', import.meta.url);

/** Calls that answer even where the server does not, by file. */
const NEVER_FAIL = [
  'parts/Deal.svelte: isPromised(line)',
  'parts/GameDetails.svelte: translatedAbout(card.id)',
  'parts/PersonEntries.svelte: asked',
  'parts/PoolDialog.svelte: valuesText(profile)',
  'parts/PushSwitch.svelte: serverKey()',
  'parts/TournamentForm.svelte: ownTournaments()',
];

/** Returns what a component awaits without a `{:catch}`. */
function uncaught(source: string): string[] {
  const open: { head: string; isCaught: boolean }[] = [];
  const found: string[] = [];
  for (const { 0: word, index } of source.matchAll(/\{#await|\{:catch|\{\/await\}/g)) {
    if (word === '{#await') open.push({ head: /^\{#await (.+?)(?: then |\}\n|$)/m.exec(source.slice(index))?.[1] ?? '', isCaught: false });
    const last = open.at(-1);
    if (last && word === '{:catch') last.isCaught = true;
    if (word !== '{/await}') continue;
    open.pop();
    if (last?.isCaught !== true) found.push(last?.head ?? '');
  }
  return found;
}

it('nothing that can fail is awaited without something to show then', () => {
  const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.svelte'));
  const found = files.flatMap((file) => uncaught(readFileSync(new URL(file, SRC), 'utf8')).map((head) => `${file.replaceAll('\\', '/')}: ${head}`));
  expect(found.sort()).toEqual(NEVER_FAIL);
});

// The notice of a guest's rules, where a game is chosen and where its rules are read.
import { render } from 'svelte/server';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { kindsOfCard } from '../src/lib/kinds';
import type { RulesetCard } from '../src/lib/ruleset-card';
import GameDetails from '../src/parts/GameDetails.svelte';
import GameField from '../src/parts/GameField.svelte';
import { en } from '../src/texts/joining/en';

beforeEach(() => vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network'))));
afterEach(() => vi.unstubAllGlobals());

const card = (id: string): RulesetCard => ({
  id, name: 'Centaurs', board: [8, 8], start: '8/8/8/8/8/8/8/8 / C/c', sides: { w: 'white', b: 'black' }, pieces: [], modes: ['vanilla'], moderators: [], overlays: [], gambits: [],
});

it.each([['g-1', true], ['centaurs', false]])('%s has the notice: %s', (id, isNoticed) => {
  const chosen = card(id);
  const details = render(GameDetails, { props: { card: chosen, kinds: kindsOfCard(chosen) } }).body;
  const field = render(GameField, { props: { chosen, ruleset: undefined, choose: () => undefined } }).body;
  expect([details.includes(en.ofGuest), field.includes(en.ofGuest)]).toEqual([isNoticed, isNoticed]);
});

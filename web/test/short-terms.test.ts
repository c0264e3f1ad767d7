// The terms of a tournament as its page says them: what the request leaves out is what the server plays by.
import { expect, it } from 'vitest';
import { shortTerms, withDefaults, type AskedGame, type DefaultLists } from '../src/lib/short-terms';
import type { Gambit, ModeDefaults, ModeratorSummary } from '../src/wire';

const MODES: readonly ModeDefaults[] = [
  { mode: 'blind', ruleset: 'chess', touchMove: true, chat: 'never', spectatorsAllowed: false, bidsDecideOnSpectators: false },
  { mode: 'vanilla', ruleset: 'chess', touchMove: false, chat: 'on', spectatorsAllowed: false, bidsDecideOnSpectators: true },
  { mode: 'sight', ruleset: 'dark-chess', touchMove: false, chat: 'never', spectatorsAllowed: false, bidsDecideOnSpectators: false },
];
const lists: DefaultLists = {
  modes: MODES,
  gambits: [{ id: 'standard', spectatorsAllowed: true, touchMove: true } as Gambit],
  moderators: [{ id: 'wild16', name: 'Wild 16', moves: 'both', refusals: 'mover', attempts: { knowable: 'impossible', hearers: 'mover' } } as ModeratorSummary],
};
const said = (game: AskedGame, known = lists): string[] => shortTerms(withDefaults(game, known), { moderators: known.moderators, rules: [] }).split(' · ').slice(2);

it.each<[AskedGame, string[]]>([
  [{ mode: 'blind' }, ['marks', 'Touch-move']],
  [{ mode: 'vanilla' }, ['Chat']],
  [{ mode: 'vanilla', gambit: 'standard' }, ['with bids (Standard)', 'Touch-move', 'Chat', 'Spectators']],
  [{ mode: 'blind', moderator: 'wild16', touchMove: true }, ['moderator Wild 16', 'marks']],
])('what a request leaves out is said: %j', (game, terms) => {
  expect(said(game)).toEqual(terms);
});

it('what a request says stays', () => {
  expect(said({ mode: 'blind', aids: 'none', touchMove: false, spectators: { allowed: true, delaySeconds: 30 } })).toEqual(['no marks', 'Spectators (30 seconds)']);
  expect(said({ mode: 'vanilla', gambit: 'standard', chat: false, spectators: { allowed: false } })).toEqual(['with bids (Standard)', 'Touch-move']);
  expect(withDefaults({ mode: 'sight' }, lists).ruleset).toBe('dark-chess');
  expect(withDefaults({ mode: 'sight', ruleset: 'fog' }, lists).ruleset).toBe('fog');
});

it('without a list that decides nothing is promised', () => {
  const asked = { mode: 'blind', moderator: 'wild16' } as const;
  expect(withDefaults(asked, { ...lists, moderators: [] })).toEqual(asked);
  expect(withDefaults({ mode: 'vanilla', gambit: 'standard' }, { ...lists, gambits: [] })).toEqual({ mode: 'vanilla', gambit: 'standard' });
  expect(withDefaults({ mode: 'blind' }, { ...lists, modes: [] })).toEqual({ mode: 'blind' });
});

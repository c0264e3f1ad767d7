import { describe, expect, it } from 'vitest';
import { chosenRequest, timeRequest, usualOptions, type ChosenOptions } from '../src/lib/new-game';
import { texts } from '../src/texts';
import { durationText } from '../src/texts/joining';
import type { Gambit, ModeDefaults } from '../src/wire';

const MODES: readonly ModeDefaults[] = [
  { mode: 'blind', ruleset: 'chess', touchMove: true, chat: 'never', spectatorsAllowed: false, bidsDecideOnSpectators: false },
  { mode: 'vanilla', ruleset: 'chess', touchMove: false, chat: 'on', spectatorsAllowed: false, bidsDecideOnSpectators: true },
];
const bids = { spectatorsAllowed: true, touchMove: false } as Gambit;
const nothing: ChosenOptions = { gambit: null, name: '', watch: null, delaySeconds: 30, chat: null, touchMove: null, moderator: null };

describe('the options of a new game', () => {
  it('begin as the server says, by mode and bids', () => {
    expect(usualOptions(MODES, 'blind', undefined)).toEqual({ watch: false, chat: 'never', touchMove: true });
    expect(usualOptions(MODES, 'vanilla', undefined)).toEqual({ watch: false, chat: 'on', touchMove: false });
    expect(usualOptions(MODES, 'vanilla', bids).watch).toBe(true);
    expect(usualOptions(MODES, 'blind', bids)).toEqual({ watch: false, chat: 'never', touchMove: false });
    expect(usualOptions([], 'vanilla', undefined)).toEqual({ watch: false, chat: 'never', touchMove: false });
  });

  it('are sent where they were chosen, and a delay where there are spectators', () => {
    const open = usualOptions(MODES, 'vanilla', undefined);
    expect(chosenRequest(nothing, open, 'vanilla')).toEqual({});
    expect(chosenRequest(nothing, usualOptions(MODES, 'vanilla', bids), 'vanilla')).toEqual({ spectators: { allowed: true, delaySeconds: 30 } });
    const chosen = { ...nothing, watch: false, chat: true, touchMove: false };
    expect(chosenRequest(chosen, open, 'vanilla')).toEqual({ spectators: { allowed: false, delaySeconds: 0 }, chat: true, touchMove: false });
    const asked = { ...nothing, moderator: 'wild16' };
    expect(chosenRequest(asked, usualOptions(MODES, 'blind', undefined), 'blind')).toEqual({ moderator: 'wild16' });
    expect(chosenRequest(asked, open, 'vanilla')).toEqual({});
    expect(chosenRequest({ ...asked, gambit: 'standard' }, usualOptions(MODES, 'blind', undefined), 'blind')).toEqual({});
    // A choice that was made for another mode is not sent where it is not offered.
    expect(chosenRequest(chosen, usualOptions(MODES, 'blind', undefined), 'blind')).toEqual({ spectators: { allowed: false, delaySeconds: 0 } });
  });
});

it('a game without a clock is lost by an absence of days, as the page says', () => {
  expect(timeRequest({ initial: 300 })).toEqual({ clock: { initial: 300 } });
  const { absenceSeconds = 0 } = timeRequest(undefined);
  expect(texts.clock.untimed).toContain(durationText(absenceSeconds));
});

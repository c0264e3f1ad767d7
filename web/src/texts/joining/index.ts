// The terms of a game in words, in the language in use.
import { controlText, part, texts } from '..';
import type { Gambit, PublicTerms } from '../../wire';
import { aidsTerms, gambitName, later, profileText } from '../later';
import type { JoiningTexts } from './catalogue';
import { en } from './en';

export const joining: JoiningTexts = part('joining', en);

/** A term of a game: its name, and what it says. */
export interface Term {
  readonly name: string;
  readonly text: string;
}

const UNITS = [['day', 86_400], ['hour', 3_600], ['minute', 60], ['second', 1]] as const;

/** Returns a length of time in the largest unit that divides it. */
export function durationText(seconds: number): string {
  const [unit, length] = UNITS.find(([, one]) => seconds % one === 0) ?? UNITS[3];
  return new Intl.NumberFormat(texts.code, { style: 'unit', unit, unitDisplay: 'long' }).format(seconds / length);
}

/** Moderators of whom there is nothing to say; what is said of others is a part of its own. */
const USUAL = ['blind', 'sight'];
const heardIn = async ({ announcements }: PublicTerms): Promise<string | null> =>
  !announcements.attempts && USUAL.includes(announcements.id) ? null : (await import('../moderated')).moderatorText(announcements);

/** Describes the terms of a game, besides its side and its house rules. `profile` is its way to play with bids, where it is known, and `values` says those of its pieces. */
export async function termsOf(terms: PublicTerms, profile?: Gambit, values = ''): Promise<readonly Term[]> {
  const { term } = joining;
  const { options } = later;
  const heard = await heardIn(terms);
  return [
    { name: texts.clock.legend, text: terms.clock ? controlText(terms.clock) : texts.clock.none },
    // Where turns have days, the flag falls first.
    ...(terms.clock?.daysPerTurn === undefined ? [{ name: term.absence, text: joining.absence(durationText(terms.absenceSeconds)) }] : []),
    { name: term.moves, text: terms.highlightingEnabled ? texts.landing.highlightingOn : texts.landing.highlightingOff },
    ...aidsTerms(terms),
    { name: options.touchMove, text: terms.touchMove ? options.touchMoveOn : options.touchMoveOff },
    ...(heard === null ? [] : [{ name: term.moderator, text: heard }]),
    ...(terms.gambit === undefined
      ? []
      : [{ name: term.gambit, text: [`${gambitName(terms.gambit)}.`, options.gambitWhat, ...(profile ? [profileText(profile), values] : [])].join(' ').trim() }]),
    { name: options.chat, text: terms.chat ? options.chatWhat : options.chatOff },
    { name: term.spectators, text: terms.spectators ? joining.watched(terms.delaySeconds) : joining.notWatched },
  ];
}

// The language in use, and texts that several components share.
import type { TimeControl } from '../wire';
import type { Texts } from './catalogue';
import { en } from './en';
import type { Words } from './words';

/** The texts of every page. English until another language is used, which is before anything is shown. */
export let texts: Texts = en;

let words: Partial<Words> = {};

/** Uses another language than English from now on. The texts of a part are settled when it is loaded, so this comes before all parts. */
export function use(language: Words): void {
  texts = language.page;
  words = language;
}

/** Returns the texts of a part in the language in use. English comes with the part, and stands in where the file of a language could not be loaded. */
export const part = <K extends keyof Words>(name: K, english: Words[K]): Words[K] => words[name] ?? english;

const normalized = (name: string): string => name.normalize('NFKD').toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/** Returns whether a name reads like one of the words by which the page calls people, in the language of its reader. */
export const isReservedName = (name: string): boolean => [...Object.values(texts.side), ...Object.values(texts.people)].map(normalized).includes(normalized(name));

/** Returns a person's name for display. One that reads like a word of the page is put in quotation marks, so that nobody passes for another. */
export const personText = (name: string): string => (isReservedName(name) ? texts.quoted(name) : name);

/** Returns a number of days in words, or with one sign. */
export const daysText = (days: number, unitDisplay: 'long' | 'narrow'): string =>
  new Intl.NumberFormat(texts.code, { style: 'unit', unit: 'day', unitDisplay }).format(days);

export function controlText({ initial = 0, increment, delay, daysPerTurn }: TimeControl): string {
  const { clock } = texts;
  if (daysPerTurn !== undefined) return clock.perTurn(daysText(daysPerTurn, 'long'));
  const time = initial % 60 === 0 ? clock.minutes(initial / 60) : clock.seconds(initial);
  if (increment !== undefined) return clock.increment(time, increment);
  return delay !== undefined ? clock.delay(time, delay) : time;
}

// The texts of the list of finished games, in the language in use.
import { texts } from '..';
import type { FinishedTexts } from './catalogue';
import { en } from './en';

const LANGUAGES: Readonly<Record<string, FinishedTexts>> = { en };

export const finished: FinishedTexts = LANGUAGES[texts.code] ?? en;

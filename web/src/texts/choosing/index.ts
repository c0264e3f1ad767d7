// The texts of the choice of the game, in the language in use.
import { texts } from '..';
import type { ChoosingTexts } from './catalogue';
import { en } from './en';

const LANGUAGES: Readonly<Record<string, ChoosingTexts>> = { en };

export const choosing: ChoosingTexts = LANGUAGES[texts.code] ?? en;

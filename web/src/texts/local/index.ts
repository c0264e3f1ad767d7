// The texts of the game on one screen, in the language in use.
import { texts } from '..';
import type { LocalTexts } from './catalogue';
import { en } from './en';

const LANGUAGES: Readonly<Record<string, LocalTexts>> = { en };

export const local: LocalTexts = LANGUAGES[texts.code] ?? en;

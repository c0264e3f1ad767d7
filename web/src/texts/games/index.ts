// The texts of the list of games, in the language in use.
import { texts } from '..';
import type { GamesTexts } from './catalogue';
import { en } from './en';

const LANGUAGES: Readonly<Record<string, GamesTexts>> = { en };

export const games: GamesTexts = LANGUAGES[texts.code] ?? en;

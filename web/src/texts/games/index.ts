// The texts of the list of games, in the language in use.
import { part } from '..';
import type { GamesTexts } from './catalogue';
import { en } from './en';

export const games: GamesTexts = part('games', en);

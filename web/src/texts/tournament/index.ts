// The texts about tournaments, in the language in use.
import { part } from '..';
import type { TournamentTexts } from './catalogue';
import { en } from './en';

export const words: TournamentTexts = part('tournament', en);

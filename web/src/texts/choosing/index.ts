// The texts of the choice of the game, in the language in use.
import { part } from '..';
import type { ChoosingTexts } from './catalogue';
import { en } from './en';

export const choosing: ChoosingTexts = part('choosing', en);

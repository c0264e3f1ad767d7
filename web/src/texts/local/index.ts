// The texts of the game on one screen, in the language in use.
import { part } from '..';
import type { LocalTexts } from './catalogue';
import { en } from './en';

export const local: LocalTexts = part('local', en);

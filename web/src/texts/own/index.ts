// The texts of the list of own games, in the language in use.
import { part } from '..';
import type { OwnTexts } from './catalogue';
import { en } from './en';

export const own: OwnTexts = part('own', en);

// The texts of pieces of any ruleset, in the language in use.
import { part } from '..';
import type { KindTexts } from './catalogue';
import { en } from './en';

export const kindTexts: KindTexts = part('kinds', en);

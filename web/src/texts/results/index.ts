// The texts about the own results, in the language in use.
import { part } from '..';
import type { ResultTexts } from './catalogue';
import { en } from './en';

export const results: ResultTexts = part('results', en);

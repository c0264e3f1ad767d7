// The texts of the list of finished games, in the language in use.
import { part } from '..';
import type { FinishedTexts } from './catalogue';
import { en } from './en';

export const finished: FinishedTexts = part('finished', en);

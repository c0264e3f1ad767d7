// The texts of practice, in the language in use.
import { part } from '..';
import type { PracticeTexts } from './catalogue';
import { en } from './en';

export const practice: PracticeTexts = part('practice', en);

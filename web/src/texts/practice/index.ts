// The texts of practice, in the language in use.
import { texts } from '..';
import type { PracticeTexts } from './catalogue';
import { en } from './en';

const LANGUAGES: Readonly<Record<string, PracticeTexts>> = { en };

export const practice: PracticeTexts = LANGUAGES[texts.code] ?? en;

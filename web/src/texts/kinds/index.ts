// The texts of pieces of any ruleset, in the language in use.
import { texts } from '..';
import type { KindTexts } from './catalogue';
import { en } from './en';

const LANGUAGES: Readonly<Record<string, KindTexts>> = { en };

export const kindTexts: KindTexts = LANGUAGES[texts.code] ?? en;

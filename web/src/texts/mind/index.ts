// The texts of a player's marks in the language in use.
import { texts } from '..';
import type { MindTexts } from './catalogue';
import { en } from './en';

const LANGUAGES: Readonly<Record<string, MindTexts>> = { en };

export const mindTexts: MindTexts = LANGUAGES[texts.code] ?? en;

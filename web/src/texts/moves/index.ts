// The texts of moves that the rules of chess do not have, in the language in use.
import { texts } from '..';
import type { MoveTexts } from './catalogue';
import { en } from './en';

const LANGUAGES: Readonly<Record<string, MoveTexts>> = { en };

export const moveTexts: MoveTexts = LANGUAGES[texts.code] ?? en;

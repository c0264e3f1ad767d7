// The texts of moves that the rules of chess do not have, in the language in use.
import { part } from '..';
import type { MoveTexts } from './catalogue';
import { en } from './en';

export const moveTexts: MoveTexts = part('moves', en);

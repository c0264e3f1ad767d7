// The texts of a player's marks in the language in use.
import { part } from '..';
import type { MindTexts } from './catalogue';
import { en } from './en';

export const mindTexts: MindTexts = part('mind', en);

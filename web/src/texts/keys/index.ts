// The texts about keys of one character, in the language in use.
import { part } from '..';
import type { KeyTexts } from './catalogue';
import { en } from './en';

export const keyTexts: KeyTexts = part('keys', en);

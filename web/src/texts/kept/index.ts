// The texts about what a player keeps on the server, in the language in use.
import { part } from '..';
import type { KeptTexts } from './catalogue';
import { en } from './en';

export const kept: KeptTexts = part('kept', en);

// The texts about a player's games on another device, in the language in use.
import { part } from '..';
import type { HandoverTexts } from './catalogue';
import { en } from './en';

export const handover: HandoverTexts = part('handover', en);

// The texts of messages that tell a player of their turn, or of a round, in the language in use.
import { part } from '..';
import type { TurnTexts } from './catalogue';
import { en } from './en';

export const turn: TurnTexts = part('turn', en);

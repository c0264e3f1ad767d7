// The texts of the lobby, in the language in use.
import { part } from '..';
import type { LobbyTexts } from './catalogue';
import { en } from './en';

export const lobby: LobbyTexts = part('lobby', en);

// The texts of rooms, in the language in use.
import { texts } from '..';
import type { RoomTexts } from './catalogue';
import { en } from './en';

const LANGUAGES: Readonly<Record<string, RoomTexts>> = { en };

export const rooms: RoomTexts = LANGUAGES[texts.code] ?? en;

// The texts of rooms, in the language in use.
import { part } from '..';
import type { RoomTexts } from './catalogue';
import { en } from './en';

export const rooms: RoomTexts = part('rooms', en);

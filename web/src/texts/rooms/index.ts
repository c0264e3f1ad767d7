// The texts of rooms, in the language in use.
import { part } from '..';
import type { ErrorCode } from '../../room-messages';
import type { RoomTexts } from './catalogue';
import { en } from './en';

export const rooms: RoomTexts = part('rooms', en);

/** Returns the sentence for an error of a room by its code; in the server's words for a code of a newer server. */
export const roomErrorText = (code: string, message: string): string =>
  Object.hasOwn(rooms.errors, code) ? rooms.errors[code as ErrorCode] : rooms.unknown(message);

/** Returns the sentence about a room that is not created. What the page asks for is well formed: a message that the server does not take has terms that it does not have. */
export const noRoomText = (code: string, message: string): string => (code === 'INVALID_MESSAGE' ? rooms.refused : roomErrorText(code, message));

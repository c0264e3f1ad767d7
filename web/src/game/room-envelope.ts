// The envelope of a message to a room, the ruleset of one that names none, and the colors of its words.
import type { ClientMessage } from '../room-messages';
import type { Color } from '../wire';

const VERSION = 1;

/** The ruleset of rooms whose messages name none. */
export const ROOM_RULESET = 'chess';

/** Writes a message of the room protocol. */
export const envelope = (message: ClientMessage, seq: number, token: string | null, ack = 0): string =>
  JSON.stringify({ v: VERSION, seq, ts: Date.now(), ...(token !== null && { token, ...(ack > 0 && { ack }) }), ...message });

export const sideOf = (color: unknown): Color => (color === 'white' ? 'w' : 'b');

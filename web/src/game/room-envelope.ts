// The envelope of a message to a room, and the colors of its words.
import type { ClientMessage } from '../room-messages';
import type { Color } from '../wire';

const VERSION = 1;

/** Writes a message of the room protocol. */
export const envelope = (message: ClientMessage, seq: number, token: string | null, ack = 0): string =>
  JSON.stringify({ v: VERSION, seq, ts: Date.now(), ...(token !== null && { token, ...(ack > 0 && { ack }) }), ...message });

export const sideOf = (color: unknown): Color => (color === 'white' ? 'w' : 'b');

// The data that the browser stores of rooms, by the room's code.
import { inferencesKey, load, movesKey, noteVisit, seatKey, store, tokenKey, triesKey } from '../lib/storage';
import type { RoomSeat } from './room-translation';

const CODE = /^[A-Z0-9]{6}$/;

/** Returns the code in a text that somebody typed, or in the address of a room; otherwise null. Case, spaces and hyphens do not matter. */
export function codeIn(text: string): string | null {
  const [, typed = text] = /\/r\/([^/?#]+)/.exec(text) ?? [];
  const code = typed.replace(/[\s-]/g, '').toUpperCase();
  return CODE.test(code) ? code : null;
}

/** State of a page in the history: its visitor has already pressed the button that joins the room. */
export const JOINS = 'joins';

/** The name under which a room is stored beside games: no game has it. */
export const roomId = (code: string): string => `room-${code}`;

export function storeSeat(code: string, token: string, seat: RoomSeat): void {
  store(tokenKey(roomId(code)), token);
  store(seatKey(roomId(code)), JSON.stringify(seat));
}

/** Returns the seat that this browser has in a room. Without its token the room is forgotten: another may have the same code by now. */
export function loadSeat(code: string): RoomSeat | null {
  try {
    const seat = load(tokenKey(roomId(code))) ? (JSON.parse(load(seatKey(roomId(code))) || 'null') as RoomSeat | null) : null;
    if (!seat) forgetRoom(code);
    return seat;
  } catch {
    return null;
  }
}

/** Forgets a room; what is empty counts as not stored. */
export function forgetRoom(code: string): void {
  for (const keyOf of [tokenKey, movesKey, triesKey, inferencesKey]) if (load(keyOf(roomId(code)))) store(keyOf(roomId(code)), '');
  if (load(seatKey(roomId(code)))) store(seatKey(roomId(code)), '');
}

/** Stores the seat of a room that was just created. */
export function storeCreated(code: string, token: string, seat: RoomSeat): void {
  forgetRoom(code);
  storeSeat(code, token, seat);
  noteVisit(roomId(code));
}

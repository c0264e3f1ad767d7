// The time that a side has left, and its text: at the board, and in the list of own games.
import { daysText } from '../texts';
import type { ClockView, Color } from '../wire';

const DAY_MS = 24 * 3_600_000;

/** Returns the milliseconds that a side has left at a moment of the server's time. */
export function remainingMs(clock: ClockView, side: Color, now: number): number {
  const left = clock.leftMs[side];
  if (clock.running !== side || clock.since === undefined) return left;
  return Math.max(0, left - Math.max(0, now - clock.since - (clock.freeMs ?? 0)));
}

/** Formats a time: `2d 23:59` without seconds, `1:30:00`, `4:59`, and with tenths below `low`. */
export function clockText(ms: number, low: number): string {
  const tenths = Math.floor(ms / 100);
  const seconds = Math.floor(tenths / 10);
  const two = (value: number): string => String(value).padStart(2, '0');
  const minutes = Math.floor(seconds / 60);
  const days = Math.floor(ms / DAY_MS);
  if (days > 0) return `${daysText(days, 'narrow')} ${Math.floor(minutes / 60) % 24}:${two(minutes % 60)}`;
  const text = `${minutes < 60 ? minutes : `${Math.floor(minutes / 60)}:${two(minutes % 60)}`}:${two(seconds % 60)}`;
  return ms < low ? `${text}.${tenths % 10}` : text;
}

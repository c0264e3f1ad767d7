// A game's clock as the page counts it down between two words of the server, by the server's time.
import type { ClockView, Color } from '../wire';

/** How many milliseconds a side has left at a moment of the server's time. */
export function leftOf(clock: ClockView, side: Color, now: number): number {
  const left = clock.leftMs[side];
  if (clock.running !== side || clock.since === undefined) return left;
  return Math.max(0, left - Math.max(0, now - clock.since - (clock.freeMs ?? 0)));
}

/** Whether a side's time runs. */
export const runs = (clock: ClockView, side: Color): boolean => clock.running === side && !clock.paused;

/** From when on a player is warned: where the server says, but not before three quarters of the time are gone. */
export const warnsAt = (clock: ClockView): number => Math.min(clock.lowTimeMs, clock.control.initial * 250);

/** A time as clocks show it: `1:30:00`, `4:59`, and with tenths when there is little of it. */
export function clockText(ms: number, low: number): string {
  const tenths = Math.floor(ms / 100);
  const seconds = Math.floor(tenths / 10);
  const two = (value: number): string => String(value).padStart(2, '0');
  const minutes = Math.floor(seconds / 60);
  const text = `${minutes < 60 ? minutes : `${Math.floor(minutes / 60)}:${two(minutes % 60)}`}:${two(seconds % 60)}`;
  return ms < low ? `${text}.${tenths % 10}` : text;
}

/** The server's time, as far as its frames tell. A frame is always late, so the one that says the latest is the nearest. */
export class ServerTime {
  #ahead = -Infinity;

  /** @param own a clock of this page that never goes back */
  constructor(readonly own: () => number = () => performance.now()) {}

  hear(now: number | undefined): void {
    if (now !== undefined) this.#ahead = Math.max(this.#ahead, now - this.own());
  }

  /** Before any frame has said it, the time at which everything begins. */
  now(): number {
    return this.#ahead === -Infinity ? 0 : this.own() + this.#ahead;
  }
}

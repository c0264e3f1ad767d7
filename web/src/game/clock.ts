// The game's clock, counted down by the server's time between two frames.
import { clockText } from '../lib/time-left';
import type { ClockView, Color } from '../wire';

/** Returns whether a side's clock runs. */
export const isRunning = (clock: ClockView, side: Color): boolean => clock.running === side && !clock.paused;

const HOUR_MS = 3_600_000;

/** Returns the time left, in milliseconds, at which a player is warned: the server's value, but at most a quarter of the initial time. Where turns have
 * days, an hour. */
export const warningThreshold = ({ lowTimeMs, control: { initial } }: ClockView): number => (initial === undefined ? HOUR_MS : Math.min(lowTimeMs, initial * 250));

/** Returns the whole seconds until a moment, rounded up. */
export const secondsUntil = (moment: number, now: number): number => Math.max(0, Math.ceil((moment - now) / 1000));

/** Formats seconds: `4:59`, `2d 23:59`. */
export const countdownText = (seconds: number): string => clockText(seconds * 1_000, 0);

/** The server's time, estimated from its frames. Every frame is late, so the one with the latest time is the closest. */
// Requirement gambit-49.
export class ServerTime {
  #ahead = -Infinity;

  /** @param own a monotonic clock of this page, in milliseconds */
  constructor(readonly own: () => number = () => performance.now()) {}

  observe(now: number | undefined): void {
    if (now !== undefined) this.#ahead = Math.max(this.#ahead, now - this.own());
  }

  /** Returns the estimate; 0 before any frame. */
  now(): number {
    return this.#ahead === -Infinity ? 0 : this.own() + this.#ahead;
  }
}

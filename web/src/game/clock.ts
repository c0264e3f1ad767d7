// The game's clock, counted down by the server's time between two frames.
import type { ClockView, Color } from '../wire';

/** Returns the milliseconds that a side has left at a moment of the server's time. */
export function remainingMs(clock: ClockView, side: Color, now: number): number {
  const left = clock.leftMs[side];
  if (clock.running !== side || clock.since === undefined) return left;
  return Math.max(0, left - Math.max(0, now - clock.since - (clock.freeMs ?? 0)));
}

/** Returns whether a side's clock runs. */
export const isRunning = (clock: ClockView, side: Color): boolean => clock.running === side && !clock.paused;

/** Returns the time left, in milliseconds, at which a player is warned: the server's value, but at most a quarter of the initial time. */
export const warningThreshold = (clock: ClockView): number => Math.min(clock.lowTimeMs, clock.control.initial * 250);

/** Formats a time: `1:30:00`, `4:59`, and with tenths below `low`. */
export function clockText(ms: number, low: number): string {
  const tenths = Math.floor(ms / 100);
  const seconds = Math.floor(tenths / 10);
  const two = (value: number): string => String(value).padStart(2, '0');
  const minutes = Math.floor(seconds / 60);
  const text = `${minutes < 60 ? minutes : `${Math.floor(minutes / 60)}:${two(minutes % 60)}`}:${two(seconds % 60)}`;
  return ms < low ? `${text}.${tenths % 10}` : text;
}

/** Returns the whole seconds until a moment, rounded up. */
export const secondsUntil = (moment: number, now: number): number => Math.max(0, Math.ceil((moment - now) / 1000));

/** Formats seconds: `4:59`, `71:59:59`. */
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

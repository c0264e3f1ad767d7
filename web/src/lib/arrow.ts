// Arrows from square to square.
import type { Point } from './geometry';

/** Returns the line of an arrow between the corners of two squares of 10 by 10: it begins beside the middle of one, and its head ends in the other. */
export function arrowBetween(from: Point, to: Point): { x1: number; y1: number; x2: number; y2: number } {
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  const [ux, uy] = [(to.x - from.x) / length, (to.y - from.y) / length];
  return { x1: from.x + 5 + ux * 2, y1: from.y + 5 + uy * 2, x2: to.x + 5 - ux * 3.4, y2: to.y + 5 - uy * 3.4 };
}

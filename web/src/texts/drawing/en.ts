// English sentences about arrows and circles that are drawn by key.
import type { DrawingTexts } from './catalogue';

export const en: DrawingTexts = {
  begun: (square) => `From ${square}. Press the same key where the arrow ends, or again here for a circle.`,
  arrow: (from, to) => `Arrow from ${from} to ${to}.`,
  redArrow: (from, to) => `Red arrow from ${from} to ${to}.`,
  circle: (square) => `Circle on ${square}.`,
  redCircle: (square) => `Red circle on ${square}.`,
  removed: 'Removed.',
};

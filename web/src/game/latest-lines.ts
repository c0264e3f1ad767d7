// The latest announcements as lines, with what the page infers from them.
import { announcementText, capturedText, weakenedText } from '../texts';
import type { Game } from './game.svelte';

export const latestLines = ({ play, theirMoves, captured, weakened }: Game): string[] => [
  ...(play?.latest ?? []).map((one) => announcementText(one, { move: theirMoves.get(one.ply) })),
  ...captured.filter(({ own }) => own).map(capturedText),
  ...weakened.map(weakenedText),
];

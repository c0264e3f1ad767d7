// The latest announcements as lines, with what the page infers from them and why a move was refused.
import { announcementText, capturedText, weakenedText } from '../texts/table';
import type { Game } from './game.svelte';

export const latestLines = (game: Game): string[] => [
  ...(game.play?.latest ?? []).map((one) => announcementText(one, game.contextOf(one.ply))),
  ...game.captured.filter(({ own }) => own).map((one) => capturedText(one, game.ruleset?.kinds)),
  ...game.weakened.map((one) => weakenedText(one, game.ruleset?.kinds)),
  ...(game.reason === null ? [] : [game.reason]),
];

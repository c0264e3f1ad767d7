// Lines of the log in other words: none is heard twice, and none is missed.
import { expect, it } from 'vitest';
import { buildLog } from '../src/game/log';
import { markOf, quietLines } from '../src/game/quiet-lines';
import type { Announcement, ModeratorText } from '../src/wire';

const announced = (ply: number, text: ModeratorText): Announcement => ({ ply, text, audience: 'both', at: 0 });

/** Returns the marks of the lines of announcements that were shown, in the words of the rules that have come. */
const quiet = (...shown: Announcement[]) =>
  quietLines(buildLog(shown, []), (entry) => `shogi: ${entry.kind === 'announcement' ? entry.announcement.text : ''}`);

it('a log that comes into being with its lines has none that are quiet', () => {
  expect(quiet().size).toBe(0);
});

it('a line that was shown is quiet in its new words alone', () => {
  const marks = quiet(announced(1, 'nonsense'));
  expect(marks).toEqual(new Set(['1', markOf(1, 0, 'shogi: nonsense')]));
  expect(marks.has(markOf(1, 0, 'shogi: nonsense, and more'))).toBe(false);
});

it('a line that comes with the new words is heard, also in a ply that has others, and where it says the same', () => {
  const marks = quiet(announced(1, 'nonsense'));
  for (const mark of [markOf(1, 1, 'shogi: nonsense'), markOf(2, 0, 'shogi: nonsense'), '2']) expect(marks.has(mark)).toBe(false);
});

// Lines of the log that stand in other words once the rules have come. They were heard before, and are quiet, so that no line is heard twice.
import type { LogEntry, LogPly } from './log';

/** Returns the mark of the line of an entry: a line that says more later is another one. */
export const markOf = (ply: number, index: number, text: string): string => `${ply} ${index} ${text}`;

/** Returns the marks of lines that were shown, in the words in which they stand now. The move of a ply, which says no more later, has the ply for its mark. */
export const quietLines = (shown: readonly LogPly[], textOf: (entry: LogEntry, ply: number) => string): ReadonlySet<string> =>
  new Set(shown.flatMap(({ ply, entries }) => [`${ply}`, ...entries.map((entry, index) => markOf(ply, index, textOf(entry, ply)))]));

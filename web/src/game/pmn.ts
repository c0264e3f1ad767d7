// Moves in PMN beside algebraic notation, for texts that players copy.
import type { PlyRecord } from '../wire';

/** The longest line of PGN's export format. */
const LINE_MAX = 79;

/** The moves of a game in PMN, with blanks between. */
export function pmnOf(plies: readonly PlyRecord[]): string {
  return plies.map(({ pmn }) => pmn).join(' ');
}

/** A game in PGN with the PMN of each move as a comment behind it. Other comments stay where they are. */
export function pgnWithPmn(pgn: string, plies: readonly PlyRecord[]): string {
  const end = pgn.indexOf('\n\n') + 2;
  const words: string[] = [];
  const rest = plies.map(({ pmn }) => pmn);
  let number = '';
  let isNumbered = false;
  for (const token of pgn.slice(end).match(/\{[^}]*\}|\S+/g) ?? []) {
    if (token.startsWith('{')) {
      // Readers look for a command, as that of a clock, within a line.
      words.push(...(token.startsWith('{ [%') ? [token] : token.split(/\s+/)));
      isNumbered = false;
    } else if (/^\d+\.+$/.test(token)) {
      words.push(token);
      number = token.replace(/\.+$/, '');
      isNumbered = true;
    } else {
      const pmn = rest.shift();
      if (pmn === undefined) {
        words.push(token);
        continue;
      }
      // Behind a comment every move has its number.
      if (!isNumbered) words.push(`${number}...`);
      words.push(token, '{', pmn, '}');
      isNumbered = false;
    }
  }
  return `${pgn.slice(0, end)}${wrapped(words)}\n`;
}

function wrapped(words: readonly string[]): string {
  const lines = [''];
  for (const word of words) {
    const line = lines.at(-1) ?? '';
    const longer = line === '' ? word : `${line} ${word}`;
    if (longer.length <= LINE_MAX) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines.join('\n');
}

// Beliefs beside the truth, which the end of a game opens: right or wrong by square and by ply, a score, and PGN with comments.
import { turnNumbers } from '../game/turn-numbers';
import type { Board } from '../lib/feen';
import type { BoardView, Color, PlyRecord, SquareName as Square } from '../wire';
import { kindIdOf } from './army';
import { candidatesOf, type Belief } from './beliefs';
import type { Beliefs } from './notebook';

/** `among` where one of several candidates was right. */
export type Verdict = 'right' | 'among' | 'wrong';

export interface Score {
  /** Sum of the worth of beliefs: 1 for a right one, and its share for one of several candidates. */
  points: number;
  /** Number of beliefs. */
  of: number;
}

/** Returns whether a belief was right. */
export function verdictOf(belief: Belief, square: Square, pieces: BoardView['pieces'], you: Color): Verdict {
  const truth = pieces[square];
  const enemy = truth && truth.color !== you && !truth.neutral ? kindIdOf(truth) : null;
  const candidates = candidatesOf(belief);
  if (candidates.length === 0) return enemy === null ? 'right' : 'wrong';
  if (enemy === null || !candidates.includes(enemy)) return 'wrong';
  return candidates.length === 1 ? 'right' : 'among';
}

/** Returns the score of the beliefs about one position. */
export function scoreOf(beliefs: Beliefs, pieces: BoardView['pieces'], you: Color): Score {
  const worth = [...beliefs].map(([square, belief]) => (verdictOf(belief, square, pieces, you) === 'wrong' ? 0 : 1 / Math.max(1, candidatesOf(belief).length)));
  return { points: worth.reduce((total, one) => total + one, 0), of: worth.length };
}

/** Returns the score over a game: each belief counts with every ply at which it was held. */
export function scoreOfGame(at: (ply: number) => Beliefs, boards: readonly Board[], you: Color): Score {
  const scores = boards.map(({ pieces }, ply) => scoreOf(at(ply), pieces, you));
  return { points: scores.reduce((total, { points }) => total + points, 0), of: scores.reduce((total, { of }) => total + of, 0) };
}

/** The longest line of PGN's export format. */
const LINE_MAX = 79;

/** Returns a game in PGN with comments behind some plies, in place of its own. Its numbers are those of turns, as the server's are. */
export function pgnWithComments(pgn: string, plies: readonly PlyRecord[], commentOf: (ply: number) => string | null): string {
  const end = pgn.indexOf('\n\n') + 2;
  const result = /\S+\s*$/.exec(pgn)?.[0].trim() ?? '*';
  const numbers = turnNumbers(plies);
  let before: number | undefined;
  let isInterrupted = false;
  const words = plies.flatMap(({ ply, san }) => {
    const number = numbers.get(ply);
    const numbered = number !== before ? [`${number}.`] : isInterrupted ? [`${number}...`] : [];
    const comment = commentOf(ply);
    [before, isInterrupted] = [number, comment !== null];
    // A brace would end the comment.
    return [...numbered, san, ...(comment === null ? [] : `{ ${comment.replace(/[{}]/g, '')} }`.split(' '))];
  });
  const lines = [''];
  for (const word of [...words, result]) {
    const line = lines.at(-1) ?? '';
    if (line !== '' && line.length + 1 + word.length > LINE_MAX) lines.push(word);
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`;
  }
  return `${pgn.slice(0, end)}${lines.join('\n')}\n`;
}

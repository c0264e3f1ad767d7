// The beliefs of a side in the review of a finished game, beside the truth.
import type { Replay } from '../game/replay.svelte';
import { parseFeen } from '../lib/feen';
import type { Color, SquareName as Square } from '../wire';
import type { Belief } from './beliefs';
import { mapOf, type Notebook } from './notebook';
import { scoreOf, scoreOfGame, verdictOf, type Score, type Verdict } from './verdicts';

/** A belief beside the truth; `covered` if a piece is drawn on its square. */
export interface Judged {
  belief: Belief;
  verdict: Verdict;
  covered: boolean;
}

/** The beliefs of a side. */
export interface Held {
  book: Notebook;
  by: Color;
}

export const NOTHING_JUDGED: ReadonlyMap<Square, Judged> = new Map();

/** Returns the beliefs about the position of the review, with the truth of each. */
export function judgedAt({ book, by }: Held, replay: Replay): ReadonlyMap<Square, Judged> {
  const board = replay.step?.board;
  if (!board) return NOTHING_JUDGED;
  return mapOf(book.at(replay.ply), (belief, square) => ({ belief, verdict: verdictOf(belief, square, board.pieces, by), covered: replay.pieces[square] !== undefined }));
}

/** Returns the score of the beliefs about the position of the review. */
export const scoreAt = ({ book, by }: Held, replay: Replay): Score => scoreOf(book.at(replay.ply), replay.step?.board.pieces ?? {}, by);

/** Returns the score of the beliefs over the game. */
export function totalOf({ book, by }: Held, { record }: Replay): Score {
  const boards = [record?.initial, ...(record?.plies.map(({ feen }) => feen) ?? [])].flatMap((feen) => parseFeen(feen ?? '') ?? []);
  return scoreOfGame((ply) => book.at(ply), boards, by);
}

// The additions of a moderator who answers attempts to a game: its announcements in words, the question for pawn captures, and the directions of checks.
// Loaded for games before such moderators.
import type { Shape } from '../lib/geometry';
import { parseCell } from '../lib/geometry';
import type { Direction, ModeratorSummary, SquareName as Square } from '../wire';
import { checkedText, moderated, particularText } from '../texts/moderated';
import type { Game } from './game.svelte';
import type { CheckLine } from './marks';
import type { PlayerState } from './state';

/** A text that asks for pawn captures. */
const QUESTION = /^any\s*\??$/i;

export class Moderation {
  readonly #game: Game;
  readonly summary: ModeratorSummary;
  readonly particulars = particularText;
  readonly texts = moderated.ask;
  readonly lineOf = lineOf;

  constructor(game: Game, summary: ModeratorSummary) {
    this.#game = game;
    this.summary = summary;
  }

  /** True if the moderator answers questions for pawn captures. */
  get hasQuestion(): boolean {
    return this.summary.ask !== undefined;
  }

  /** True if the player may ask now: once in a turn. */
  get mayAsk(): boolean {
    const { myTurn, outbox, play } = this.#game;
    if (!this.hasQuestion || !myTurn || !play || outbox.length > 0) return false;
    const side = play.you === 'w' ? 'white' : 'black';
    return !play.announcements.some(({ ply, text }) => ply === play.ply + 1 && (text === `${side}_has_any` || text === `${side}_no_any`));
  }

  ask(): void {
    if (this.mayAsk) this.#game.send({ type: 'ask', question: 'any' });
    else if (this.hasQuestion) this.#game.tell(moderated.ask.notNow);
  }

  /** Takes a typed text that is a question. Returns whether it is one. */
  typed(text: string): boolean {
    if (!this.hasQuestion || !QUESTION.test(text.trim())) return false;
    this.ask();
    return true;
  }

  /** The directions of the check in which the player's king stands, in words; null where none were announced. */
  get checkText(): string | null {
    const { play } = this.#game;
    const directions = play && directionsNow(play);
    return directions ? checkedText(directions) : null;
  }

  /** Returns the lines of the check through the own king. */
  linesAt(king: Square | null): readonly CheckLine[] {
    const { play, shape } = this.#game;
    const directions = play && directionsNow(play);
    return king === null || !directions ? [] : directions.map((direction) => lineOf(direction, king, shape));
  }
}

/** Returns the directions of the check that stands on the board of the player to move. */
export function directionsNow({ announcements, ply, view, you }: Pick<PlayerState, 'announcements' | 'ply' | 'view' | 'you'>): readonly Direction[] | null {
  if (view.toMove !== you || view.inCheck !== true) return null;
  const text = you === 'w' ? 'white_in_check' : 'black_in_check';
  return announcements.findLast((announcement) => announcement.ply === ply && announcement.text === text)?.payload?.directions ?? null;
}

/** Returns a direction as a line on a board: the longer diagonal through a square is the long one. */
export function lineOf(direction: Direction, square: Square, { files, ranks }: Shape): CheckLine {
  switch (direction) {
    case 'rank':
      return { file: 1, rank: 0 };
    case 'file':
      return { file: 0, rank: 1 };
    case 'knight':
      return 'knight';
    case 'long_diagonal':
    case 'short_diagonal': {
      const { file, rank } = parseCell(square) ?? { file: 0, rank: 0 };
      const rising = Math.min(file, rank) + Math.min(files - 1 - file, ranks - 1 - rank);
      const falling = Math.min(file, ranks - 1 - rank) + Math.min(files - 1 - file, rank);
      return { file: 1, rank: rising > falling === (direction === 'long_diagonal') ? 1 : -1 };
    }
  }
}

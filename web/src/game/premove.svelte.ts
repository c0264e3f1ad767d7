// A premove: the next move of an open game, chosen while the other side is to move, and made on one's own turn if it is legal then. It stays in the page.
import { settings } from '../lib/settings.svelte';
import type { SquareName as Square } from '../wire';
import { tableTexts } from '../texts/table';
import type { Game } from './game.svelte';
import type { Attempt } from './outbox';

export class Premove {
  readonly #game: Game;
  /** The move, and the ply after which it was chosen. */
  #kept = $state.raw<{ move: Attempt; ply: number } | null>(null);

  /** False also where moves are confirmed: a premove could not be. */
  readonly #wanted = $derived(settings.premoves && !settings.confirm);
  readonly chosen = $derived<Attempt | null>(this.#wanted ? (this.#kept?.move ?? null) : null);

  /** Where pieces are hidden each move is a try that may bind a piece, and with mechanics the server alone knows what is legal. */
  readonly allowed = $derived.by(() => {
    const { play, engine, active, myTurn } = this.#game;
    if (!this.#wanted || !active || myTurn || !engine || engine.mechanics) return false;
    return play?.mode === 'vanilla' && play.bids === null;
  });

  constructor(game: Game) {
    this.#game = game;
  }

  keep(move: Attempt): void {
    this.#kept = { move, ply: this.#game.play?.ply ?? 0 };
    this.#game.tell(tableTexts.notice.premove);
  }

  /** Forgets the move. Returns whether the square was one of its two. */
  forget(cell?: Square): boolean {
    const { chosen } = this;
    this.#kept = null;
    if (this.#game.notice === tableTexts.notice.premove) this.#game.notice = null;
    return chosen !== null && (chosen.from === cell || chosen.to === cell);
  }

  /** Returns the move once it is this side's turn, and forgets it. It is forgotten with the game, too, and where more than one move came in between. */
  due(): Attempt | null {
    const { chosen } = this;
    const { active, myTurn, play } = this.#game;
    if (active && !myTurn) return null;
    const isNext = play?.ply === (this.#kept?.ply ?? 0) + 1;
    this.#kept = null;
    return active && isNext ? chosen : null;
  }
}

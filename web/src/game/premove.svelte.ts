// A premove: the next move of an open game, chosen while the other side is to move, and made on one's own turn if it is legal then. It stays in the page.
import { settings } from '../lib/settings.svelte';
import type { SquareName as Square } from '../wire';
import type { Game } from './game.svelte';
import type { Attempt } from './outbox';

export class Premove {
  readonly #game: Game;
  chosen = $state.raw<Attempt | null>(null);

  /** Where pieces are hidden each move is a try that may bind a piece, and with mechanics the server alone knows what is legal. */
  readonly allowed = $derived.by(() => {
    const { play, engine, active, myTurn } = this.#game;
    if (!settings.premoves || settings.confirm || !active || myTurn || !engine || engine.mechanics) return false;
    return play?.mode === 'vanilla' && play.bids === null;
  });

  constructor(game: Game) {
    this.#game = game;
  }

  /** Forgets the move. Returns whether the square was one of its two. */
  forget(cell?: Square): boolean {
    const { chosen } = this;
    this.chosen = null;
    return chosen !== null && (chosen.from === cell || chosen.to === cell);
  }

  /** Returns the move once it is this side's turn, and forgets it. It is forgotten with the game, too. */
  due(): Attempt | null {
    const { chosen } = this;
    const { active, myTurn } = this.#game;
    if (active && !myTurn) return null;
    this.chosen = null;
    return active ? chosen : null;
  }
}

// The messages that made the moves of a game. They are what is kept of it, and what the machine is asked about.
import type { HostMessage } from '../engine-messages';
import { distinct } from '../lib/sets';
import type { SquareName as Square } from '../wire';

/** Messages that make a move, or a part of it. */
const MOVING: readonly HostMessage['message_type'][] = ['piece_move', 'piece_drop', 'piece_promotion_choice'];

export const isMove = ({ message_type }: HostMessage): boolean => MOVING.includes(message_type);

/** Returns the squares of a move: where it begins, unless the piece comes from a hand, and where it ends. */
export function squaresOf(message: HostMessage): readonly Square[] {
  const { from, to } = message as { from?: Square; to?: Square };
  return distinct([from, to].flatMap((square) => square ?? []));
}

export class PlayedMessages {
  /** Messages by the ply that they made. */
  #plies: HostMessage[][] = [];
  /** Messages of a move that waits for a choice. */
  #begun: HostMessage[] = [];

  /** Notes a message that was carried out, with the number of plies after it. */
  note(message: HostMessage, plies: number): void {
    if (isMove(message)) this.#begun.push(message);
    else this.#begun = [];
    if (plies > this.#plies.length) {
      this.#plies.push(this.#begun);
      this.#begun = [];
    }
    this.#plies.length = Math.min(this.#plies.length, plies);
  }

  /** The messages of all moves that were made. */
  get all(): readonly HostMessage[] {
    return this.#plies.flat();
  }
}

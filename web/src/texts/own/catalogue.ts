// Texts of the list of this browser's own games, loaded with it.
import type { By, TextOf } from '../catalogue';

export interface OwnTexts {
  readonly heading: string;
  /** The name of the page in the title, with the number of games that wait for the player. */
  readonly titled: TextOf<[turns: number, page: string]>;
  readonly yourTurn: string;
  readonly theirTurn: string;
  readonly waiting: string;
  /** A game that the server does not have any more. */
  readonly gone: string;
  readonly unknown: string;
  /** The other player without a name. */
  readonly opponent: string;
  readonly machine: TextOf<[level: number]>;
  readonly by: By<'blind' | 'vanilla' | 'sight', TextOf<[game: string]>>;
  readonly left: TextOf<[time: string]>;
  readonly again: string;
  readonly againFailed: string;
  readonly remove: TextOf<[opponent: string]>;
  /** The question before a seat is given up for good. */
  readonly removeSeat: string;
  readonly all: TextOf<[count: number]>;
  readonly fewer: string;
  readonly unreachable: string;
  /** Said of a game that can be replayed without the server. */
  readonly kept: string;
  readonly damaged: string;
  /** Opens the games on another device. */
  readonly handOver: string;
}

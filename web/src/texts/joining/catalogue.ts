// Texts of the page on which a game is joined, loaded with it.
import type { By, TextOf } from '../catalogue';

export interface JoiningTexts {
  /** The heading, with the word for the game. */
  readonly invited: By<'blind' | 'vanilla' | 'sight', TextOf<[game: string]>>;
  /** The sight of a player of a game by sight, in short. */
  readonly sight: string;
  /** The notice of a guest's rules: before one joins a game by them, and where they are chosen and read. */
  readonly ofGuest: string;
  readonly join: string;
  readonly loading: string;
  readonly notFound: string;
  readonly full: string;
  /** Names of the terms. */
  readonly term: By<'moves' | 'spectators' | 'absence' | 'moderator' | 'gambit'>;
  readonly watched: TextOf<[seconds: number]>;
  readonly notWatched: string;
  /** `time` is a length of time. */
  readonly absence: TextOf<[time: string]>;
}

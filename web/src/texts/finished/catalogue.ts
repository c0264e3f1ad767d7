// Texts of the list of finished games, loaded with its page.
import type { By, TextOf } from '../catalogue';

export interface FinishedTexts {
  readonly heading: string;
  /** The games that are listed, and the names that they go by. */
  readonly about: string;
  readonly player: string;
  readonly find: string;
  readonly loading: string;
  readonly failed: string;
  readonly none: string;
  readonly more: string;
  readonly home: string;
  readonly players: TextOf<[white: string, black: string]>;
  readonly result: By<'w' | 'b' | 'drawn' | 'abandoned'>;
  readonly plies: TextOf<[count: number]>;
  readonly by: By<'blind' | 'vanilla' | 'sight', TextOf<[game: string]>>;
  /** Results of a name. */
  readonly results: TextOf<[name: string]>;
  readonly partial: string;
  readonly column: By<'control' | 'played' | 'won' | 'lost' | 'drawn' | 'duels' | 'bid'>;
  readonly duels: TextOf<[won: number, fought: number]>;
}

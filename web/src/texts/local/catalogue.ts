// Texts of the game on one screen, loaded with its page.
import type { GameEnd } from '../../engine-messages';
import type { By, TextOf } from '../catalogue';

export interface LocalTexts {
  readonly heading: string;
  readonly games: TextOf<[game: string]>;
  readonly loading: string;
  readonly failed: string;
  readonly turn: TextOf<[side: string]>;
  readonly check: string;
  readonly choose: string;
  readonly moved: TextOf<[side: string, move: string]>;
  readonly won: TextOf<[side: string, reason: string]>;
  readonly drawn: TextOf<[reason: string]>;
  readonly reason: By<GameEnd['reason']>;
  readonly undo: string;
  /** Texts of buttons, and what they say to those who cannot see where they stand; the long text contains the short one. */
  readonly flip: By<'short' | 'long'>;
  readonly feen: By<'short' | 'long'>;
  readonly newGame: By<'short' | 'long'>;
  readonly draw: By<'short' | 'long'>;
  readonly copied: string;
  readonly resign: string;
  readonly home: string;
  readonly lab: string;
}

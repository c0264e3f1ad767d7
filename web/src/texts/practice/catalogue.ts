// Texts of practice against the machine, loaded with its page.
import type { PracticeFailure } from '../../practice/practice-play.svelte';
import type { By, TextOf } from '../catalogue';

export interface PracticeTexts {
  readonly heading: string;
  readonly machine: TextOf<[level: number]>;
  readonly failure: By<PracticeFailure>;
  readonly turn: By<'yours' | 'theirs' | 'hint'>;
  readonly won: TextOf<[reason: string]>;
  readonly lost: TextOf<[reason: string]>;
  readonly resigned: string;
  readonly refused: TextOf<[reason: string]>;
  /** The move in notation, and its squares. */
  readonly hint: TextOf<[san: string, squares: readonly string[]]>;
  /** Texts of buttons, and what they say to those who cannot see where they stand; the long text contains the short one. */
  readonly undo: By<'short' | 'long'>;
  readonly suggest: By<'short' | 'long'>;
  readonly newGame: By<'short' | 'long'>;
  readonly dialog: By<'heading' | 'side' | 'random' | 'level' | 'begin' | 'cancel' | 'about'>;
}

// Texts of a player's marks: what they believe of the enemy's pieces. Loaded with them.
import type { By, TextOf } from '../catalogue';

export interface MindTexts {
  readonly button: string;
  /** A belief of a square. */
  readonly piece: TextOf<[kind: string]>;
  readonly maybe: TextOf<[kinds: readonly string[]]>;
  readonly empty: string;
  readonly nothing: string;
  /** The mark of a square, after what is known of it. */
  readonly note: TextOf<[belief: string]>;
  /** An enemy piece that was last seen on a square out of sight, by the number of the move. */
  readonly remembered: TextOf<[piece: string, move: number]>;
  /** The mark that was just made. */
  readonly said: TextOf<[square: string, belief: string]>;
  readonly setUpDone: string;
  readonly cleared: string;
  readonly undone: string;
  readonly redone: string;
  readonly tray: {
    readonly label: string;
    /** A kind with the number that is not on the board yet, below zero for those too many; `sure` if the number is known. */
    readonly kind: TextOf<[kind: string, rest: number, sure: boolean]>;
    readonly empty: string;
    readonly hint: string;
  } & By<'undo' | 'redo' | 'setUp' | 'clear' | 'close'>;
  /** The marks in the review of a finished game. */
  readonly review: By<'heading' | 'show' | 'none' | 'copy' | 'picture' | 'animation' | 'animationSaved' | 'animationFailed' | 'share' | 'shared' | 'unconnected' | 'board' | 'truth'> & {
    /** The other player has shared their marks. */
    readonly came: TextOf<[side: string]>;
    /** A side has shared its marks, for a spectator. */
    readonly cameOf: TextOf<[side: string]>;
    /** The marks of another side as a choice. */
    readonly of: TextOf<[side: string]>;
    /** A mark of another side in the name of a square. */
    readonly noteOf: By<'right' | 'among' | 'wrong', TextOf<[side: string, belief: string]>>;
    /** The part of an animation that is made. */
    readonly animating: TextOf<[percent: number]>;
    /** The marks about the position that is shown; points may be a part of one. */
    readonly score: TextOf<[points: number, of: number]>;
    readonly total: TextOf<[percent: number]>;
    /** A mark in the name of a square. */
    readonly note: By<'right' | 'among' | 'wrong', TextOf<[belief: string]>>;
    /** A comment in PGN. */
    readonly comment: TextOf<[marks: readonly { square: string; belief: string; verdict: 'right' | 'among' | 'wrong' }[]]>;
  };
  readonly menu: { readonly heading: TextOf<[square: string]>; readonly hint: string } & By<'empty' | 'erase' | 'done'>;
}

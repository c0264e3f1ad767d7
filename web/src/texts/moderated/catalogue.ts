// Texts of moderators who answer attempts: what they announce, its particulars, and the question for pawn captures. Loaded where such a moderator is
// chosen, read about, or at work.
import type { By, TextOf } from '../catalogue';
import type { Direction } from '../../wire';

export interface ModeratedTexts {
  /** The choice of a moderator for a new game. */
  readonly choose: By<'legend'>;
  /** Moderators who do not answer attempts, where they differ from the usual one. */
  readonly others: By<'table-fidelity'>;
  /** The moderator by what is announced. */
  readonly hear: {
    readonly sentence: TextOf<[name: string, facts: string]>;
    readonly square: By<'victim' | 'arrival'>;
    readonly captured: By<'class' | 'kind'>;
    readonly check: By<'side' | 'directions'>;
    readonly promotion: By<'kind' | 'fact'>;
    readonly drop: By<'kind' | 'fact'>;
    readonly tries: By<'whether' | 'count' | 'sources'>;
    readonly refusals: string;
    readonly ask: By<'free' | 'one_try' | 'until_made'>;
    readonly stalemate: string;
    readonly cap: TextOf<[plies: number]>;
  };
  /** A capture with its particulars; null for what is not announced. */
  readonly captured: TextOf<[side: string, what: string | null, square: string | null]>;
  readonly enPassant: TextOf<[side: string, what: string | null, square: string | null]>;
  readonly class: By<'pawn' | 'piece'>;
  readonly check: TextOf<[side: string, directions: readonly string[]]>;
  readonly direction: By<Direction>;
  /** The mark of the own king on the board. */
  readonly checked: TextOf<[directions: readonly string[]]>;
  readonly dropped: TextOf<[side: string, kind: string]>;
  readonly pawnTries: { readonly count: TextOf<[side: string, tries: number]>; readonly sources: TextOf<[side: string, squares: readonly string[]]> };
  readonly ask: By<'button' | 'label' | 'notNow'>;
}

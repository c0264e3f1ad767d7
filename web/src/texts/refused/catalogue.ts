// Sentences about requests that the server refuses, loaded after a refusal alone. Each language has a file of its own for them.
import type { RefusalReason } from '../../wire';
import type { By, TextOf } from '../catalogue';
import type { TournamentReason } from '../tournament/catalogue';

/** Reasons of which the server's English words tell the numbers. */
export type DetailedReason = 'beyond_bound';

export interface RefusedTexts {
  /** All other reasons but those of which the sentences come with the pages of tournaments. */
  readonly reasons: By<Exclude<RefusalReason, DetailedReason | TournamentReason>>;
  readonly detailed: By<DetailedReason, TextOf<[details: string]>>;
  /** House rules that clash, by their names. */
  readonly clash: TextOf<[rules: readonly string[]]>;
  /** House rules that chosen ones require and that are not chosen, by their names. */
  readonly missing: TextOf<[rules: readonly string[]]>;
  /** A game that is refused without a reason, or with one that this page does not know. */
  readonly game: TextOf<[message: string]>;
}

// Texts about what a player keeps on the server, loaded with the own page.
import type { By, TextOf } from '../catalogue';

export interface KeptTexts {
  readonly vacation: string;
  /** The purpose of a vacation. Days come as text with their unit. */
  readonly about: TextOf<[year: string, atOnce: string]>;
  readonly left: TextOf<[days: string]>;
  readonly days: string;
  readonly begin: string;
  readonly away: TextOf<[until: string]>;
  readonly end: string;
  /** Refusals of the server that have a sentence of their own, by its codes; `other` is for the rest. */
  readonly refused: By<'too_many_blocks' | 'rate_limited' | 'other'>;
  readonly forget: string;
  readonly forgetSure: string;
  /** The part that stays all the same. */
  readonly forgetWhat: string;
  readonly block: string;
  /** The consequences of a block. */
  readonly blockWhat: string;
  readonly blocked: string;
  readonly blockedPlayers: string;
  readonly unnamed: string;
  readonly unblock: string;
  readonly forgotten: string;
}

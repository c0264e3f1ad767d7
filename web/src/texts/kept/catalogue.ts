// Texts about what a player keeps on the server, loaded with the own page.
import type { TextOf } from '../catalogue';

export interface KeptTexts {
  readonly vacation: string;
  /** The purpose of a vacation. Days come as text with their unit. */
  readonly about: TextOf<[year: string, atOnce: string]>;
  readonly left: TextOf<[days: string]>;
  readonly days: string;
  readonly begin: string;
  readonly away: TextOf<[until: string]>;
  readonly end: string;
  readonly failed: string;
  readonly forget: string;
  readonly forgetSure: string;
  readonly forgotten: string;
}

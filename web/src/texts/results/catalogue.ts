// Texts about the own results, loaded with their page.
import type { By } from '../catalogue';

export interface ResultTexts {
  readonly heading: string;
  readonly about: string;
  /** The purpose of a key, to somebody who has none. */
  readonly what: string;
  readonly keep: string;
  /** That a page without https can keep no results. */
  readonly insecure: string;
  readonly name: string;
  readonly nameWrong: string;
  readonly none: string;
  readonly table: string;
  readonly game: string;
  readonly result: By<'won' | 'lost' | 'drawn' | 'abandoned'>;
  readonly handOver: string;
  readonly forget: string;
  readonly forgetSure: string;
}

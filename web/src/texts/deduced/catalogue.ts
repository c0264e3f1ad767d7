// Texts of deductions: a sentence for each, and its short form in the name of a square. Loaded in games whose players agreed on them.
import type { By, TextOf } from '../catalogue';
import type { Direction } from '../../wire';
import type { Deduction, Reason } from '../../mind/deductions';

export interface DeducedTexts {
  readonly sentence: By<Reason, TextOf<[deduction: Deduction]>>;
  readonly direction: By<Direction>;
  /** The deductions about a square in its name. */
  readonly note: TextOf<[sentences: readonly string[]]>;
}

// The texts of deductions in the language in use.
import { part } from '..';
import type { Deduction } from '../../mind/deductions';
import type { DeducedTexts } from './catalogue';
import { en } from './en';

export const deduced: DeducedTexts = part('deduced', en);

/** Returns the reason for a deduction in a sentence. */
export const reasonText = (deduction: Deduction): string => deduced.sentence[deduction.why](deduction);

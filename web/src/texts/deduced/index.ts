// The texts of deductions in the language in use.
import { texts } from '..';
import type { Deduction } from '../../mind/deductions';
import type { DeducedTexts } from './catalogue';
import { en } from './en';

const LANGUAGES: Readonly<Record<string, DeducedTexts>> = { en };

export const deduced: DeducedTexts = LANGUAGES[texts.code] ?? en;

/** Returns the reason for a deduction in a sentence. */
export const reasonText = (deduction: Deduction): string => deduced.sentence[deduction.why](deduction);

// English texts about keys of one character.
import type { KeyTexts } from './catalogue';

export const en: KeyTexts = {
  label: 'Single-letter keys',
  what: 'b, d, m, p, / and others, pressed alone. Switch them off for voice input.',
  off: 'Single-letter keys are switched off in the settings.',
};

// English texts about keys of one character.
import type { KeyTexts } from './catalogue';

export const en: KeyTexts = {
  label: 'Single-character keys',
  what: 'b, d, m, p, / and others, pressed alone. Switch them off for voice input.',
  off: 'Single-character keys are switched off in the settings.',
};

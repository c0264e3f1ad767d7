// Texts about keys of one character: the setting for them, and what the list of keys says where they are off.
import type { By } from '../catalogue';

export type KeyTexts = By<'label' | 'what' | 'off'>;

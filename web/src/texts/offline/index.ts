// The texts of the page without a network, in the language in use.
import { texts } from '..';
import type { OfflineTexts } from './catalogue';
import { en } from './en';

const LANGUAGES: Readonly<Record<string, OfflineTexts>> = { en };

export const offline: OfflineTexts = LANGUAGES[texts.code] ?? en;

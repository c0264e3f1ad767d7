// The texts of the page without a network, in the language in use.
import { part } from '..';
import type { OfflineTexts } from './catalogue';
import { en } from './en';

export const offline: OfflineTexts = part('offline', en);

// The sentences about arrows and circles that are drawn by key, in the language in use.
import { part } from '..';
import type { DrawingTexts } from './catalogue';
import { en } from './en';

export const drawing: DrawingTexts = part('drawing', en);

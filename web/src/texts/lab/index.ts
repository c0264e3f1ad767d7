// The texts of the rule lab, in the language in use.
import { texts } from '..';
import type { LabTexts } from './catalogue';
import { en } from './en';

const LANGUAGES: Readonly<Record<string, LabTexts>> = { en };

export const lab: LabTexts = LANGUAGES[texts.code] ?? en;

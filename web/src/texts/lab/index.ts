// The texts of the rule lab, in the language in use.
import { part } from '..';
import type { LabTexts } from './catalogue';
import { en } from './en';

export const lab: LabTexts = part('lab', en);

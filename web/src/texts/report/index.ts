// The texts about reports, in the language in use.
import { part } from '..';
import type { ReportTexts } from './catalogue';
import { en } from './en';

export const report: ReportTexts = part('report', en);

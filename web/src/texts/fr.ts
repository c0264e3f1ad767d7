// All French texts.
import { choosing } from './fr/choosing';
import { page } from './fr/page';
import { handover, kept, lobby, own, report, results, turn } from './fr/people';
import { drawing, finished, joining, keys, kinds, moves, offline, practice, rooms } from './fr/parts';
import { tournament } from './fr/club';
import { games } from './fr/games';
import { lab } from './fr/lab';
import { later } from './fr/later';
import { local } from './fr/local';
import { deduced, mind, moderated } from './fr/blind';
import { table } from './fr/table';
import type { Words } from './words';

export const words: Words = { choosing, deduced, drawing, finished, games, handover, joining, kept, keys, kinds, lab, later, lobby, local, mind, moderated, moves, offline, own, page, practice, report, results, rooms, table, tournament, turn };

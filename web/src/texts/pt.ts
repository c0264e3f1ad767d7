// All Portuguese texts.
import { choosing } from './pt/choosing';
import { page } from './pt/page';
import { handover, kept, lobby, own, report, results, turn } from './pt/people';
import { drawing, finished, joining, keys, kinds, moves, offline, practice, rooms } from './pt/parts';
import { tournament } from './pt/club';
import { games } from './pt/games';
import { lab } from './pt/lab';
import { later } from './pt/later';
import { local } from './pt/local';
import { deduced, mind, moderated } from './pt/blind';
import { table } from './pt/table';
import type { Words } from './words';

export const words: Words = { choosing, deduced, drawing, finished, games, handover, joining, kept, keys, kinds, lab, later, lobby, local, mind, moderated, moves, offline, own, page, practice, report, results, rooms, table, tournament, turn };

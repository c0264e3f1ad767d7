// All Chinese texts.
import { choosing } from './zh/choosing';
import { page } from './zh/page';
import { handover, kept, lobby, own, report, results, turn } from './zh/people';
import { drawing, finished, joining, keys, kinds, moves, offline, practice, rooms } from './zh/parts';
import { tournament } from './zh/club';
import { games } from './zh/games';
import { lab } from './zh/lab';
import { later } from './zh/later';
import { local } from './zh/local';
import { deduced, mind, moderated } from './zh/blind';
import { table } from './zh/table';
import type { Words } from './words';

export const words: Words = { choosing, deduced, drawing, finished, games, handover, joining, kept, keys, kinds, lab, later, lobby, local, mind, moderated, moves, offline, own, page, practice, report, results, rooms, table, tournament, turn };

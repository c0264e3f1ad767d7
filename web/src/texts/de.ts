// All German texts.
import { choosing } from './de/choosing';
import { page } from './de/page';
import { drawing, finished, joining, keys, kinds, moves, offline, practice, rooms } from './de/parts';
import { handover, kept, lobby, own, report, results, turn } from './de/people';
import { tournament } from './de/club';
import { games } from './de/games';
import { lab } from './de/lab';
import { later } from './de/later';
import { local } from './de/local';
import { deduced, mind, moderated } from './de/blind';
import { table } from './de/table';
import type { Words } from './words';

export const words: Words = { choosing, deduced, drawing, finished, games, handover, joining, kept, keys, kinds, lab, later, lobby, local, mind, moderated, moves, offline, own, page, practice, report, results, rooms, table, tournament, turn };

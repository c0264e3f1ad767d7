// All Spanish texts.
import { choosing } from './es/choosing';
import { page } from './es/page';
import { handover, kept, lobby, own, report, results, turn } from './es/people';
import { drawing, finished, joining, keys, kinds, moves, offline, practice, rooms } from './es/parts';
import { tournament } from './es/club';
import { games } from './es/games';
import { lab } from './es/lab';
import { later } from './es/later';
import { local } from './es/local';
import { deduced, mind, moderated } from './es/blind';
import { table } from './es/table';
import type { Words } from './words';

export const words: Words = { choosing, deduced, drawing, finished, games, handover, joining, kept, keys, kinds, lab, later, lobby, local, mind, moderated, moves, offline, own, page, practice, report, results, rooms, table, tournament, turn };

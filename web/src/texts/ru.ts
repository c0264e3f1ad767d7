// All Russian texts.
import { choosing } from './ru/choosing';
import { page } from './ru/page';
import { handover, kept, lobby, own, report, results, turn } from './ru/people';
import { drawing, finished, joining, keys, kinds, moves, offline, practice, rooms } from './ru/parts';
import { tournament } from './ru/club';
import { games } from './ru/games';
import { lab } from './ru/lab';
import { later } from './ru/later';
import { local } from './ru/local';
import { deduced, mind, moderated } from './ru/blind';
import { table } from './ru/table';
import type { Words } from './words';

export const words: Words = { choosing, deduced, drawing, finished, games, handover, joining, kept, keys, kinds, lab, later, lobby, local, mind, moderated, moves, offline, own, page, practice, report, results, rooms, table, tournament, turn };

// All Japanese texts.
import { choosing } from './ja/choosing';
import { page } from './ja/page';
import { handover, kept, lobby, own, report, results, turn } from './ja/people';
import { drawing, finished, joining, keys, kinds, moves, offline, practice, rooms } from './ja/parts';
import { tournament } from './ja/club';
import { games } from './ja/games';
import { lab } from './ja/lab';
import { later } from './ja/later';
import { local } from './ja/local';
import { deduced, mind, moderated } from './ja/blind';
import { table } from './ja/table';
import type { Words } from './words';

export const words: Words = { choosing, deduced, drawing, finished, games, handover, joining, kept, keys, kinds, lab, later, lobby, local, mind, moderated, moves, offline, own, page, practice, report, results, rooms, table, tournament, turn };

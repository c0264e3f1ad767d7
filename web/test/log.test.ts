import { expect, it } from 'vitest';
import { buildLog, type OwnMove } from '../src/game/log';
import type { Announcement, ModeratorText } from '../src/wire';

it('the log has each ply once: refusals, then the own move, then other announcements', () => {
  const log = buildLog(
    [
      { ply: 1, text: 'illegal_move', audience: 'w', at: 1 },
      { ply: 2, text: 'black_moved', audience: 'w', at: 3 },
      { ply: 1, text: 'black_in_check', audience: 'both', at: 2 },
    ],
    [{ ply: 1, from: 'e2', to: 'e4' }],
  );
  expect(log.map(({ ply, entries }) => [ply, entries.map(({ kind }) => kind)])).toEqual([
    [1, ['announcement', 'own', 'announcement']],
    [2, ['announcement']],
  ]);
});

it('a new entry comes behind those that are there', () => {
  const said = (text: ModeratorText): Announcement => ({ ply: 2, text, audience: 'both', at: 0 });
  const announcements = [said('black_pawn_tries'), said('black_no_any'), said('illegal_move'), said('black_moved'), said('white_in_check')];
  const linesAfter = (count: number, moves: OwnMove[] = []) =>
    buildLog(announcements.slice(0, count), moves).flatMap(({ entries }) => entries.map((entry) => (entry.kind === 'announcement' ? entry.announcement.text : entry.kind)));
  expect(linesAfter(3)).toEqual(['black_pawn_tries', 'black_no_any', 'illegal_move']);
  expect(linesAfter(5, [{ ply: 2, from: 'e7', to: 'e5' }])).toEqual(['black_pawn_tries', 'black_no_any', 'illegal_move', 'own', 'black_moved', 'white_in_check']);
});

import { expect, it } from 'vitest';
import { buildLog } from '../src/game/log';

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

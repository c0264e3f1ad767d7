import { describe, expect, it } from 'vitest';
import { buildLog } from '../src/game/log';
import { crossedOut, triesOf, type OwnTry } from '../src/game/tries';
import type { Announcement, ModeratorText } from '../src/wire';
import { entryText } from '../src/texts/table';

const said = (text: ModeratorText, ply: number): Announcement => ({ ply, text, audience: 'w', at: 0 });
const tries: readonly OwnTry[] = [
  { ply: 5, from: 'c4', to: 'f7', text: 'illegal_move' },
  { ply: 5, from: 'b1', to: null, text: 'no_legal_moves' },
  { ply: 5, from: 'c4', to: 'g8', text: 'illegal_move' },
  { ply: 3, from: 'd1', to: 'd8', text: 'illegal_move' },
];

describe('tries that failed', () => {
  it('are crossed out in their turn: where the selected piece was refused, and pieces that were refused themselves', () => {
    expect(crossedOut(tries, 5, 'c4')).toEqual(['f7', 'b1', 'g8']);
    expect(crossedOut(tries, 5, 'd1')).toEqual(['b1']);
    expect(crossedOut(tries, 6, 'c4')).toEqual([]);
  });

  it('are in the log with what was tried', () => {
    const announcements = [said('illegal_move', 5), said('no_legal_moves', 5), said('illegal_move', 5)];
    const log = buildLog(announcements, [], [], [], tries);
    const texts = log.flatMap(({ entries }) => entries.flatMap((entry) => (entry.kind === 'announcement' && entry.tried ? [entryText(entry)] : [])));
    expect(texts).toEqual(['You tried c4 to f7: illegal move.', 'You tried b1: that piece has no legal moves.', 'You tried c4 to g8: illegal move.']);
  });

  it('are not told where the page missed one, as on another device', () => {
    const announcements = [said('illegal_move', 5), said('illegal_move', 5), said('illegal_move', 5), said('illegal_move', 3)];
    expect([...triesOf(announcements, tries).values()]).toEqual([tries[3]]);
  });
});

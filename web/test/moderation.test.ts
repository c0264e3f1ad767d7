import { describe, expect, it } from 'vitest';
import { directionsNow, lineOf } from '../src/game/moderation';
import { announcementText } from '../src/texts/table';
import { checkedText, particularText } from '../src/texts/moderated';
import type { Announcement, Direction, ModeratorText, Payload } from '../src/wire';

const announced = (text: ModeratorText, payload?: Payload, ply = 4): Announcement => ({ ply, text, audience: 'both', at: 0, ...(payload && { payload }) });
const told = (text: ModeratorText, payload?: Payload): string => announcementText(announced(text, payload), { particulars: particularText });

describe('announcements with particulars', () => {
  it.each<[ModeratorText, Payload | undefined, string]>([
    ['white_moved_captured', { square: 'd5', captured: 'pawn' }, 'White has moved and captured a pawn on d5.'],
    ['black_moved_captured', { square: 'd5' }, 'Black has moved and captured on d5.'],
    ['black_moved_captured', { capturedType: 'n' }, 'Black has moved and captured a knight.'],
    ['white_moved_captured_ep', { square: 'd6' }, 'White has captured on d6 en passant.'],
    ['black_in_check', { directions: ['file', 'knight'] }, 'Black is in check on the file and from a knight.'],
    ['white_dropped', { dropped: 'p' }, 'White has dropped a pawn.'],
    ['white_pawn_tries', { tries: 0 }, 'White has no pawn captures.'],
    ['white_pawn_tries', { tries: 2 }, 'White has 2 pawn captures.'],
    ['black_pawn_tries', { sources: ['e5', 'g5'] }, 'Black’s pawns that can capture: e5, g5.'],
    ['white_moved_captured', undefined, 'White has moved and captured.'],
    ['white_has_any', undefined, 'White has a pawn capture.'],
  ])('%s %j', (text, payload, sentence) => {
    expect(told(text, payload)).toBe(sentence);
  });
});

describe('a check by directions', () => {
  const check = announced('white_in_check', { directions: ['short_diagonal'] });
  const play = { announcements: [check], ply: 4, you: 'w' as const, view: { pieces: {}, toMove: 'w' as const, inCheck: true } };

  it('stands while its side is to move', () => {
    expect(directionsNow(play)).toEqual(['short_diagonal']);
    expect(directionsNow({ ...play, view: { ...play.view, inCheck: false } })).toBeNull();
    expect(directionsNow({ ...play, ply: 6 })).toBeNull();
    expect(directionsNow({ ...play, you: 'b' })).toBeNull();
  });

  it('is called by its directions', () => {
    expect(checkedText(['rank'])).toBe('in check on the rank');
  });

  const board = { files: 8, ranks: 8 };
  it.each<[Direction, string, unknown]>([
    ['rank', 'e1', { file: 1, rank: 0 }],
    ['file', 'e1', { file: 0, rank: 1 }],
    ['knight', 'e1', 'knight'],
    // From e1 to a5 it is longer than to h4.
    ['long_diagonal', 'e1', { file: 1, rank: -1 }],
    ['short_diagonal', 'e1', { file: 1, rank: 1 }],
    ['long_diagonal', 'd1', { file: 1, rank: 1 }],
    ['short_diagonal', 'e8', { file: 1, rank: -1 }],
    ['long_diagonal', 'c3', { file: 1, rank: 1 }],
  ])('%s is a line through %s', (direction, square, line) => {
    expect(lineOf(direction, square, board)).toEqual(line);
  });
});

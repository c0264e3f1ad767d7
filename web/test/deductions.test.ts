import { describe, expect, it } from 'vitest';
import { lineOf } from '../src/game/moderation';
import { parseFeen } from '../src/lib/feen';
import { deductionsOf, markersOf, type Deduction, type KnownFacts } from '../src/mind/deductions';
import { pinningSquares } from '../src/mind/lines';
import { reasonText } from '../src/texts/deduced';
import type { Announcement, ModeratorText, Payload } from '../src/wire';

const said = (text: ModeratorText, ply: number, payload?: Payload): Announcement => ({ ply, text, audience: 'both', at: 0, ...(payload && { payload }) });

/** The facts of White to move after ply 4, with the own pieces of a placement. */
function facts(placement: string, more: Partial<KnownFacts> = {}): KnownFacts {
  const own = Object.fromEntries(Object.entries(parseFeen(`${placement} / C/c`)?.pieces ?? {}).filter(([, { color }]) => color === (more.you ?? 'w')));
  return { you: 'w', ply: 4, toMove: 'w', inCheck: false, own, announcements: [], lost: null, ownMoves: [], tries: [], ...more };
}
const found = (known: KnownFacts): [Deduction['claim'], Deduction['why'], string][] => deductionsOf(known, lineOf).map(({ claim, why, squares }) => [claim, why, [...squares].sort().join(' ')]);
const tried = (from: string, to: string, text: 'illegal_move' | 'no_such_piece' = 'illegal_move') => ({ ply: 5, from, to, text });

describe('the enemy’s last move', () => {
  const KING = '8/8/8/8/8/8/8/4K^3';
  it('captured where the own piece stood', () => {
    const known = facts(KING, { lost: { square: 'd4', type: 'n' }, announcements: [said('black_moved_captured', 4)] });
    expect(found(known)).toEqual([['each', 'captured', 'd4']]);
    // A piece that is gone without a capture was not captured by one that stands there.
    expect(found({ ...known, announcements: [said('black_moved', 4)] })).toEqual([]);
  });

  it('may have captured in passing a pawn that had just gone two squares', () => {
    const announcements = [said('black_moved_captured', 4)];
    const lost = { square: 'd4', type: 'p' };
    expect(found(facts(KING, { lost, announcements, ownMoves: [{ ply: 3, from: 'd2', to: 'd4' }] }))).toEqual([['some', 'captured', 'd3 d4']]);
    expect(found(facts(KING, { lost, announcements, ownMoves: [{ ply: 3, from: 'a2', to: 'a3' }] }))).toEqual([['each', 'captured', 'd4']]);
    expect(found(facts(KING, { lost, announcements: [said('black_moved_captured_ep', 4)] }))).toEqual([['each', 'captured_passing', 'd3']]);
    expect(found(facts(KING, { lost, announcements: [said('black_moved_captured', 4, { square: 'd3' })] }))).toEqual([['each', 'captured_passing', 'd3']]);
  });

  it('castled, or was promoted', () => {
    expect(found(facts(KING, { announcements: [said('black_castled_queenside', 4)] }))).toEqual([['each', 'castled', 'c8 d8']]);
    expect(found(facts(KING, { announcements: [said('black_promoted', 4)] }))).toEqual([['some', 'promoted', 'a1 b1 c1 d1 f1 g1 h1']]);
    expect(found(facts(KING, { announcements: [said('black_castled_queenside', 2)] }))).toEqual([]);
  });
});

describe('checks', () => {
  const BOARD = '8/8/8/8/8/4P3/8/R3K^2R';
  it('are given on the lines that were announced', () => {
    const check = (directions: Payload['directions']) => found(facts(BOARD, { inCheck: true, announcements: [said('white_in_check', 4, directions && { directions })] }));
    expect(check(['file'])).toEqual([['some', 'checked', 'e2']]);
    expect(check(['knight'])).toEqual([['some', 'checked', 'c2 d3 f3 g2']]);
    expect(check(['long_diagonal'])).toEqual([['some', 'checked', 'a5 b4 c3 d2']]);
    expect(check(['rank', 'short_diagonal'])).toEqual([['some', 'checked', 'b1 c1 d1 f1 g1'], ['some', 'checked', 'f2 g3 h4']]);
  });

  it('are given from anywhere that a piece may give one, without a direction', () => {
    const [[claim, why, squares] = []] = found(facts(BOARD, { inCheck: true, announcements: [said('white_in_check', 4)] }));
    expect([claim, why, squares?.split(' ').length]).toEqual(['some', 'checked', 17]);
  });

  it('to the enemy tell where their king may be', () => {
    const known = facts('8/8/8/8/8/8/3R4/4K^3', { toMove: 'b', inCheck: true, ownMoves: [{ ply: 4, from: 'd1', to: 'd2' }] });
    expect(found(known)).toEqual([['king', 'checking', 'a2 b2 c2 d1 d3 d4 d5 d6 d7 d8 e2 f2 g2 h2']]);
    expect(found({ ...known, announcements: [said('black_in_check', 4, { directions: ['file'] })] })).toEqual([['king', 'checking', 'd1 d3 d4 d5 d6 d7 d8']]);
  });
});

describe('a try that was refused', () => {
  const BOARD = '8/8/8/8/3N4/8/3PP1P1/R3K^2R';
  it('was blocked, where nothing else is left', () => {
    expect(found(facts(BOARD, { tries: [tried('a1', 'a5')] }))).toEqual([['some', 'blocked', 'a2 a3 a4']]);
    expect(found(facts(BOARD, { tries: [tried('e2', 'e4')] }))).toEqual([['some', 'blocked', 'e3 e4']]);
    expect(found(facts(BOARD, { tries: [tried('e2', 'e3')] }))).toEqual([['some', 'blocked', 'e3']]);
    expect(found(facts(BOARD, { tries: [tried('g2', 'f3')] }))).toEqual([['none', 'no_capture', 'f3']]);
  });

  it('says nothing where more than one reason is left, or none', () => {
    // Pinned, or nothing to capture.
    expect(found(facts(BOARD, { tries: [tried('d2', 'e3')] }))).toEqual([]);
    // In check every refusal has another reason, and where checks are not told, too.
    for (const inCheck of [true, null]) expect(found(facts(BOARD, { inCheck, tries: [tried('a1', 'a5')] })).filter(([, why]) => why === 'blocked')).toEqual([]);
    // The piece cannot go there at all, or an own piece is in the way.
    expect(found(facts(BOARD, { tries: [tried('a1', 'b3'), tried('h1', 'a8'), tried('d4', 'd6'), tried('a1', 'g1'), tried('e2', 'd3', 'no_such_piece')] }))).toEqual([]);
    // Of an earlier turn.
    expect(found(facts(BOARD, { tries: [{ ...tried('a1', 'a5'), ply: 3 }] }))).toEqual([]);
    // After an answer to a question the moderator may withhold what is legal.
    expect(found(facts(BOARD, { tries: [tried('a1', 'a5')], announcements: [said('white_has_any', 5)] })).map(([, why]) => why)).toEqual(['pawn_capture']);
  });

  it('of a knight shows a pin, of a king a guarded square', () => {
    const board = '8/8/8/8/8/8/4N3/4K^3';
    expect(found(facts(board, { tries: [tried('e2', 'c3')] }))).toEqual([['some', 'pinned', 'e3 e4 e5 e6 e7 e8']]);
    const [guarded] = deductionsOf(facts(board, { tries: [tried('e1', 'd2')] }), lineOf);
    expect([guarded?.why, guarded?.at, guarded?.squares.includes('a5'), guarded?.squares.includes('e3')]).toEqual(['guarded', 'd2', true, true]);
    expect(pinningSquares('e1', 'e2', 'e4', () => false)).toEqual([]);
  });
});

describe('pawn captures', () => {
  const BOARD = '8/8/8/2P5/8/8/P6P/4K^3';
  const told = (text: ModeratorText, payload: Payload | undefined, ply = 5) => found(facts(BOARD, { announcements: [said(text, ply, payload)] }));
  it('tell where there is something to capture, in passing too', () => {
    expect(told('white_pawn_tries', { sources: ['c5'] })).toEqual([['some', 'pawn_capture', 'b5 b6 d5 d6'], ['none', 'no_pawn_capture', 'b3 g3']]);
    expect(told('white_has_any', undefined)).toEqual([['some', 'pawn_capture', 'b3 b5 b6 d5 d6 g3']]);
    expect(told('white_pawn_tries', { tries: 2 })[0]?.[0]).toBe('some');
  });

  it('tell where there is nothing', () => {
    for (const [text, payload] of [['white_no_any', undefined], ['white_pawn_tries', { tries: 0 }], ['white_pawn_tries', { sources: [] }]] as const) {
      expect(told(text, payload as Payload | undefined)).toEqual([['none', 'no_pawn_capture', 'b3 b6 d6 g3']]);
    }
    expect(told('white_no_any', undefined, 3)).toEqual([]);
  });
});

it('the own move went over empty squares', () => {
  expect(found(facts('8/8/8/8/Q7/8/8/4K^3', { toMove: 'b', inCheck: false, ownMoves: [{ ply: 4, from: 'd1', to: 'a4' }] }))).toEqual([['none', 'moved_through', 'b3 c2']]);
});

it('each square has one sign, the more certain one, and every reason a sentence', () => {
  const known = facts('8/8/8/8/8/8/4P3/R3K^3', { lost: { square: 'e4', type: 'n' }, announcements: [said('black_moved_captured', 4)], tries: [tried('e2', 'e4'), tried('e1', 'f2')] });
  const markers = markersOf(deductionsOf(known, lineOf));
  expect([...markers].map(([square, { marker }]) => [square, marker])).toEqual([['e4', 'each'], ['e3', 'some'], ['f2', 'guarded']]);
  expect(markers.get('e4')?.about.map(reasonText)).toEqual(['A piece captured on e4: it stands there.', 'e2 to e4 was refused: a piece stands on e3 or e4.']);
});

import { describe, expect, it } from 'vitest';
import { buildLog } from '../src/game/log';
import { capturesBetween, inferMove, opponentMoves, inferencesBetween, weakenedSquares } from '../src/game/inference';
import type { Announcement, BoardView, ModeratorText, Record as GameRecord } from '../src/wire';
import { announcementText, capturedText, weakenedText } from '../src/texts/table';

/** `e4=C:P2` is a white pawn with two points. */
function view(text: string, toMove: 'w' | 'b' = 'w'): BoardView {
  const pieces = text.split(' ').filter(Boolean).map((entry) => {
    const [, cell = '', qpi = '', letter = '', points] = /^(\w\d)=(\w:[+]?(\w)\^?)(\d?)$/.exec(entry) ?? [];
    const color = letter === letter.toUpperCase() ? ('w' as const) : ('b' as const);
    return [cell, { color, type: letter.toLowerCase(), qpi, ...(points ? { points: Number(points) } : {}) }] as const;
  });
  return { pieces: Object.fromEntries(pieces), toMove, inCheck: null };
}
const said = (text: ModeratorText, ply = 1): Announcement => ({ ply, text, audience: 'both', at: 0 });

describe('the passage of a move in inference', () => {
  const seen = (before: string, after: string) => inferMove(view(before).pieces, view(after).pieces, 'w');

  it.each([
    ['a step', 'e2=C:+P d7=c:+p', 'e4=C:P d7=c:+p', 'e2', 'e4'],
    ['a capture', 'e4=C:P d5=c:p', 'd5=C:P', 'e4', 'd5'],
    ['a capture in passing', 'e5=C:P d5=c:p', 'd6=C:P', 'e5', 'd6'],
    ['a promotion', 'a7=C:P', 'a8=C:Q', 'a7', 'a8'],
    ['a move by which another of the side dies of poison', 'g1=C:N e4=C:P', 'f3=C:N', 'g1', 'f3'],
  ])('is found: %s', (_, before, after, from, to) => {
    expect(seen(before, after)).toEqual({ from, to });
  });

  it.each([
    ['nothing moved, as by a hit', 'e4=C:P d5=c:p2', 'e4=C:P d5=c:p1'],
    ['two came, as by castling', 'e1=C:+K^ h1=C:+R', 'g1=C:K^ f1=C:R'],
    ['nobody arrived, as by a blast', 'e4=C:Q e3=C:N d5=c:p', ''],
    ['two of the kind are gone', 'b1=C:N f3=C:N', 'd4=C:N'],
  ])('is not guessed: %s', (_, before, after) => {
    expect(seen(before, after)).toBeNull();
  });
});

describe('a game that is open', () => {
  const before = view('e2=C:+P d5=c:p');
  const after = view('e4=C:P d5=c:p', 'b');

  it('shows the squares of the other side\u2019s move', () => {
    const inferences = inferencesBetween({ you: 'b', mode: 'vanilla' }, before, after, 1, []);
    expect(inferences).toEqual([{ kind: 'moved', ply: 1, from: 'e2', to: 'e4' }]);
    const moved = opponentMoves({ you: 'b', mode: 'vanilla' }, inferences, null).get(1);
    expect(announcementText(said('white_moved'), { move: moved })).toBe('White has moved e2 to e4.');
    expect(announcementText(said('white_moved_captured'), { move: moved })).toBe('White has moved e2 to e4 and captured.');
    expect(announcementText(said('white_castled_kingside'), { move: moved })).toBe('White has castled kingside.');
  });

  it('infers nothing of an own move', () => {
    expect(inferencesBetween({ you: 'w', mode: 'vanilla' }, before, after, 1, [])).toEqual([]);
  });

  it('is known in full from its record', () => {
    const record = { plies: [{ ply: 1, by: 'w', from: 'd1', to: 'd7' }, { ply: 2, by: 'b', from: 'a7', to: 'a6' }] } as unknown as GameRecord;
    expect([...opponentMoves({ you: 'b', mode: 'vanilla' }, [], record)]).toEqual([[1, { from: 'd1', to: 'd7' }]]);
  });
});

describe('a blind game', () => {
  it('never shows where the other side moved, whatever its views contain', () => {
    const before = view('e2=C:+P d5=c:p');
    expect(inferencesBetween({ you: 'b', mode: 'blind' }, before, view('e4=C:P d5=c:p', 'b'), 1, [said('white_moved')])).toEqual([]);
    const record = { plies: [{ ply: 1, by: 'w', from: 'e2', to: 'e4' }] } as unknown as GameRecord;
    const moves = opponentMoves({ you: 'b', mode: 'blind' }, [{ kind: 'moved', ply: 1, from: 'e2', to: 'e4' }], record);
    expect(moves.size).toBe(0);
    expect(announcementText(said('white_moved'), { move: moves.get(1) })).toBe('White has moved.');
  });

  it('shows which own piece was hit', () => {
    const announced = [said('white_hit', 5)];
    const inferences = inferencesBetween({ you: 'b', mode: 'blind' }, view('d7=c:+p2 e5=c:p2'), view('d7=c:+p1 e5=c:p2', 'b'), 5, announced);
    const [inference] = inferences;
    if (inference?.kind !== 'weaker') throw new Error('no hit');
    expect(weakenedText(inference)).toBe('Your pawn on d7 was hit.');
    expect(buildLog(announced, [], inferences)[0]?.entries.map(({ kind }) => kind)).toEqual(['announcement', 'weaker']);
  });
});

describe('lost points', () => {
  it('are those of own pieces, at their present squares', () => {
    expect(weakenedSquares(view('e2=C:+P2 d5=c:p2').pieces, view('e4=C:P1 d5=c:p1').pieces, 'w')).toEqual(['e4']);
    expect(weakenedSquares(view('e4=C:P1').pieces, view('e4=C:P2').pieces, 'w')).toEqual([]);
    expect(weakenedSquares(view('e4=C:P2').pieces, view('e4=c:p1').pieces, 'w')).toEqual([]);
    expect(weakenedSquares(view('e4=C:P').pieces, view('e4=C:P').pieces, 'w')).toEqual([]);
  });

  it.each([
    [['black_hit'], 'Your pawn on e4 was hit.'],
    [['white_poisoned'], 'Your pawn on e4 is poisoned.'],
    [['black_hit', 'white_poisoned'], 'Your pawn on e4 lost a point.'],
    [['black_poisoned'], 'Your pawn on e4 lost a point.'],
  ] satisfies [ModeratorText[], string][])('have a cause by the announcements %j', (texts, sentence) => {
    const announced = texts.map((text) => said(text));
    const [inference] = inferencesBetween({ you: 'w', mode: 'blind' }, view('e4=C:P2', 'b'), view('e4=C:P1'), 1, announced);
    expect(inference?.kind === 'weaker' && weakenedText(inference)).toBe(sentence);
  });
});

describe('captures between two tallies', () => {
  const told = (...args: Parameters<typeof capturesBetween>) => capturesBetween(...args).map((one) => capturedText(one));

  it('name what fell, and where an own piece stood', () => {
    const none = { byYou: {}, byOpponent: {} };
    expect(told(none, { byYou: { p: 1 }, byOpponent: {} }, [], 3)).toEqual(['You captured a pawn.']);
    expect(told({ byYou: { p: 1 }, byOpponent: {} }, { byYou: { p: 1 }, byOpponent: { n: 1 } }, [{ square: 'c3', type: 'n' }], 4)).toEqual([
      'Your knight on c3 was captured.',
    ]);
  });

  it('name what poison took beside what was captured', () => {
    const before = { byYou: {}, byOpponent: {} };
    const lost = [{ square: 'e5', type: 'p' }, { square: 'c3', type: 'n' }];
    expect(told(before, before, lost, 8, true)).toEqual(['Your pawn on e5 is lost to poison.', 'Your knight on c3 is lost to poison.']);
    expect(told(before, { byYou: {}, byOpponent: { n: 1 } }, lost, 8, true)).toEqual(['Your knight on c3 was captured.', 'Your pawn on e5 is lost to poison.']);
    expect(told(before, before, lost, 8)).toEqual([]);
  });

  it('give no square to a piece that stood elsewhere', () => {
    const after = { byYou: { q: 1 }, byOpponent: { n: 2, p: 1 } };
    expect(told({ byYou: {}, byOpponent: {} }, after, [{ square: 'c3', type: 'n' }, { square: 'e4', type: 'r' }], 4)).toEqual([
      'Your knight on c3 was captured.', 'Your knight was captured.', 'Your pawn was captured.', 'You captured a queen.',
    ]);
  });
});

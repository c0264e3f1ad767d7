import { describe, expect, it } from 'vitest';
import { logOf } from '../src/game/log';
import { passage, passages, sightsOf, weaker } from '../src/game/sights';
import type { Announcement, BoardView, ModeratorText, Record as GameRecord } from '../src/wire';
import { announcementText, weakerText } from '../src/words';

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

describe('the passage of a move in sight', () => {
  const seen = (before: string, after: string) => passage(view(before).pieces, view(after).pieces, 'w');

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

  it('says whence and whither the other side moved', () => {
    const sights = sightsOf({ you: 'b', mode: 'vanilla' }, before, after, 1, []);
    expect(sights).toEqual([{ kind: 'moved', ply: 1, from: 'e2', to: 'e4' }]);
    const moved = passages({ you: 'b', mode: 'vanilla' }, sights, null).get(1);
    expect(announcementText(said('white_moved'), { passage: moved })).toBe('White has moved e2 to e4.');
    expect(announcementText(said('white_moved_captured'), { passage: moved })).toBe('White has moved e2 to e4 and captured.');
    expect(announcementText(said('white_castled_kingside'), { passage: moved })).toBe('White has castled kingside.');
  });

  it('says nothing of a move of one\u2019s own', () => {
    expect(sightsOf({ you: 'w', mode: 'vanilla' }, before, after, 1, [])).toEqual([]);
  });

  it('is told in full by its record', () => {
    const record = { plies: [{ ply: 1, by: 'w', from: 'd1', to: 'd7' }, { ply: 2, by: 'b', from: 'a7', to: 'a6' }] } as unknown as GameRecord;
    expect([...passages({ you: 'b', mode: 'vanilla' }, [], record)]).toEqual([[1, { from: 'd1', to: 'd7' }]]);
  });
});

describe('a blind game', () => {
  it('never says where the other side moved, whatever stands in its views', () => {
    const before = view('e2=C:+P d5=c:p');
    expect(sightsOf({ you: 'b', mode: 'blind' }, before, view('e4=C:P d5=c:p', 'b'), 1, [said('white_moved')])).toEqual([]);
    const record = { plies: [{ ply: 1, by: 'w', from: 'e2', to: 'e4' }] } as unknown as GameRecord;
    const moves = passages({ you: 'b', mode: 'blind' }, [{ kind: 'moved', ply: 1, from: 'e2', to: 'e4' }], record);
    expect(moves.size).toBe(0);
    expect(announcementText(said('white_moved'), { passage: moves.get(1) })).toBe('White has moved.');
  });

  it('says which of one\u2019s own pieces was hit', () => {
    const told = [said('white_hit', 5)];
    const sights = sightsOf({ you: 'b', mode: 'blind' }, view('d7=c:+p2 e5=c:p2'), view('d7=c:+p1 e5=c:p2', 'b'), 5, told);
    const [sight] = sights;
    if (sight?.kind !== 'weaker') throw new Error('no hit');
    expect(weakerText(sight)).toBe('Your pawn on d7 was hit.');
    expect(logOf(told, [], sights)[0]?.entries.map(({ kind }) => kind)).toEqual(['heard', 'weaker']);
  });
});

describe('points that are gone', () => {
  it('are those of one\u2019s own pieces, where they stand now', () => {
    expect(weaker(view('e2=C:+P2 d5=c:p2').pieces, view('e4=C:P1 d5=c:p1').pieces, 'w')).toEqual(['e4']);
    expect(weaker(view('e4=C:P1').pieces, view('e4=C:P2').pieces, 'w')).toEqual([]);
    expect(weaker(view('e4=C:P2').pieces, view('e4=c:p1').pieces, 'w')).toEqual([]);
    expect(weaker(view('e4=C:P').pieces, view('e4=C:P').pieces, 'w')).toEqual([]);
  });

  it.each([
    [['black_hit'], 'Your pawn on e4 was hit.'],
    [['white_poisoned'], 'Your pawn on e4 is poisoned.'],
    [['black_hit', 'white_poisoned'], 'Your pawn on e4 lost a point.'],
    [['black_poisoned'], 'Your pawn on e4 lost a point.'],
  ] satisfies [ModeratorText[], string][])('by what was said, %j', (texts, sentence) => {
    const told = texts.map((text) => said(text));
    const [sight] = sightsOf({ you: 'w', mode: 'blind' }, view('e4=C:P2', 'b'), view('e4=C:P1'), 1, told);
    expect(sight?.kind === 'weaker' && weakerText(sight)).toBe(sentence);
  });
});

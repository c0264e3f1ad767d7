import { describe, expect, it } from 'vitest';
import { armyOf, leftOf, placedOf } from '../src/mind/army';
import { parseBelief, printBelief, toggled, type Belief } from '../src/mind/beliefs';
import { correctionsOf } from '../src/mind/corrections';
import { MOST_SHARED_CHARS, Notebook } from '../src/mind/notebook';
import type { Announcement, BoardView, ModeratorText, Payload } from '../src/wire';
import { manifestOf } from './engine';

const phantom = (piece: string): Belief => ({ kind: 'piece', piece });
const EMPTY: Belief = { kind: 'empty' };

describe('a belief', () => {
  it('is a piece, then one of several, then a piece again', () => {
    const knight = toggled(null, 'c:n');
    const either = toggled(knight, 'c:b');
    expect(either).toEqual({ kind: 'maybe', pieces: ['c:n', 'c:b'] });
    expect(toggled(either, 'c:n')).toEqual(phantom('c:b'));
    expect(toggled(knight, 'c:n')).toBeNull();
    expect(toggled(EMPTY, 'c:n')).toEqual(phantom('c:n'));
  });

  it('has a bounded number of candidates', () => {
    const many = [...'qrbnpkz'].reduce<Belief | null>((belief, letter) => toggled(belief, `c:${letter}`), null);
    expect(many).toEqual({ kind: 'maybe', pieces: ['c:r', 'c:b', 'c:n', 'c:p', 'c:k', 'c:z'] });
  });

  it('is stored in a few characters, and nothing else is read', () => {
    for (const belief of [phantom('c:n'), EMPTY, null, toggled(phantom('s:+p'), 's:g')]) expect(parseBelief(printBelief(belief))).toEqual(belief);
    for (const wrong of ['c', 'c:n,', 'c:n;', '<b>', 7, undefined, {}]) expect(parseBelief(wrong)).toBeUndefined();
    // Others may share such marks; the board draws each candidate once.
    expect([parseBelief('c:n,c:n'), parseBelief('c:n,c:b,c:n')]).toEqual([phantom('c:n'), { kind: 'maybe', pieces: ['c:n', 'c:b'] }]);
  });
});

describe('a notebook', () => {
  const book = Notebook.EMPTY.marked(0, { e5: phantom('c:p'), d5: EMPTY }).marked(2, { e5: null, e4: phantom('c:p') });

  it('tells what was believed at each ply', () => {
    expect([...book.at(0)]).toEqual([['e5', phantom('c:p')], ['d5', EMPTY]]);
    expect([...book.at(1).keys()]).toEqual(['e5', 'd5']);
    expect([...book.now.keys()]).toEqual(['d5', 'e4']);
  });

  it('undoes and redoes without changing what was believed before', () => {
    const undone = book.undone(4);
    expect([...undone.now.keys()].sort()).toEqual(['d5', 'e5']);
    expect([...undone.at(3).keys()]).toEqual(['d5', 'e4']);
    expect([...undone.redone(4).now.keys()].sort()).toEqual(['d5', 'e4']);
    expect(undone.marked(4, { a5: EMPTY }).canRedo).toBe(false);
    expect(undone.undone(4).canUndo).toBe(false);
    expect(book.marked(3, { d5: EMPTY })).toBe(book);
  });

  it('does not undo what the player came to know', () => {
    const known = book.corrected(3, { e4: null });
    expect([...known.now.keys()]).toEqual(['d5']);
    expect(known.canUndo).toBe(true);
    expect(known.corrected(3, { e4: null })).toBe(known);
  });

  it('is stored with its steps, within a bound, and damaged text is an empty one', () => {
    const read = Notebook.parse(book.print());
    expect([...read.at(0)]).toEqual([...book.at(0)]);
    expect([...read.undone(4).now.keys()].sort()).toEqual(['d5', 'e5']);
    for (const text of [null, '', '{}', '[]', '{"plies":[[0,{"e5":"x"}]],"undo":[],"redo":[]}', '{"plies":[["0",{}]],"undo":[],"redo":[]}']) {
      expect(Notebook.parse(text).isEmpty).toBe(true);
    }
    let large = Notebook.EMPTY;
    for (let ply = 0; ply < 900; ply += 1) {
      const squares = [...'abcdefghijklmnop'].map((file) => [`${file}${1 + (ply % 16)}`, phantom(ply % 32 < 16 ? 'c:q' : 'c:r')] as const);
      large = large.marked(ply, Object.fromEntries(squares));
    }
    const text = large.print();
    expect(text.length).toBeLessThanOrEqual(60_000);
    expect([...Notebook.parse(text).now].sort()).toEqual([...large.now].sort());
    expect([...Notebook.parse(text).at(898)].sort()).toEqual([...large.at(898)].sort());
  });
});

describe('a notebook that is shared', () => {
  const book = Notebook.EMPTY.marked(0, { e5: phantom('c:p'), d5: EMPTY }).marked(2, { e5: null, e4: { kind: 'maybe', pieces: ['c:p', 'c:n'] } });

  it('is a text for each change, and is read again', () => {
    const marks = ['0 e5 c:p', '0 d5 -', '2 e5', '2 e4 c:p,c:n'];
    expect(book.shared()).toEqual(marks);
    const read = Notebook.ofShared(marks);
    for (const ply of [0, 1, 2, 9]) expect([...read.at(ply)]).toEqual([...book.at(ply)]);
  });

  it('leaves out what this page cannot read', () => {
    expect(Notebook.ofShared(['0 e5 c:p', '1 e5 <b>', '1']).shared()).toEqual(['0 e5 c:p']);
    expect(Notebook.ofShared([]).isEmpty).toBe(true);
  });

  it('has the oldest plies as one where a message has no room for all', () => {
    let long = Notebook.EMPTY;
    for (let ply = 0; ply < 900; ply += 1) long = long.marked(ply, { [`${'abcdefgh'[ply % 8]}${1 + (ply % 7)}`]: phantom(ply % 16 < 8 ? 'c:q' : 'c:r') });
    const marks = long.shared();
    expect(JSON.stringify(marks).length).toBeLessThanOrEqual(MOST_SHARED_CHARS + 1);
    expect(JSON.stringify(marks).length).toBeGreaterThan(MOST_SHARED_CHARS * 0.9);
    const read = Notebook.ofShared(marks);
    for (const ply of [880, 899]) expect([...read.at(ply)].sort()).toEqual([...long.at(ply)].sort());
    // Squares of the largest boards alone may need more.
    const wide = Object.fromEntries([...'abcdefghijklmnop'].flatMap((file) => Array.from({ length: 16 }, (_, rank) => [`${file}${rank + 1}`, { kind: 'maybe' as const, pieces: ['c:q', 'c:r', 'c:b', 'c:n', 'c:p', 'c:k'] }])));
    expect(JSON.stringify(Notebook.EMPTY.marked(0, wide).shared()).length).toBeLessThanOrEqual(MOST_SHARED_CHARS + 1);
  });
});

const announced = (text: ModeratorText, ply: number, payload?: Payload): Announcement => ({ ply, text, audience: 'both', at: 0, ...(payload && { payload }) });

describe('the enemy’s army', () => {
  it('has the pieces of the first position, of any rules', () => {
    const chess = armyOf(manifestOf('chess'), 'w', null);
    expect(chess.kinds.map(({ id, count }) => [id, count])).toEqual([['c:r', 2], ['c:n', 2], ['c:b', 2], ['c:q', 1], ['c:k', 1], ['c:p', 8]]);
    expect(chess.start?.get('e8')).toBe('c:k');
    expect(armyOf(manifestOf('chess'), 'b', null).start?.get('e1')).toBe('C:K');
    const xiangqi = armyOf(manifestOf('xiangqi'), 'b', null);
    expect(xiangqi.start?.get('e1')).toBe('X:G');
    expect(xiangqi.kinds.reduce((total, { count }) => total + count, 0)).toBe(16);
  });

  it('mirrors the own pieces of a drawn position, and knows nothing without them', () => {
    const own: BoardView['pieces'] = { a1: { color: 'w', type: 'k', qpi: 'C:+K^' }, b2: { color: 'w', type: 'p', qpi: 'C:+P' } };
    expect([...(armyOf(manifestOf('chess960'), 'w', own).start ?? [])]).toEqual([['a8', 'c:k'], ['b7', 'c:p']]);
    expect(armyOf(manifestOf('chess960'), 'w', null).start).toBeNull();
  });

  const army = armyOf(manifestOf('chess'), 'w', null);
  const left = (tally: Record<string, number>, announcements: Announcement[] = [], hands = false) =>
    leftOf(army, { you: 'w', tally: { byYou: tally, byOpponent: { n: 1 } }, announcements, hands });

  it('is less by captures whose kind was announced', () => {
    expect(left({ p: 2 }, [announced('white_moved_captured', 3), announced('white_moved_captured', 5)]).get('c:p')).toEqual({ least: 6, most: 6 });
    expect(left({}).get('c:n')).toEqual({ least: 2, most: 2 });
    expect(left({}, [], true).get('c:n')).toEqual({ least: 3, most: 3 });
  });

  it('is between bounds where the kind was not announced', () => {
    const pawn = left({}, [announced('white_moved_captured', 3, { captured: 'pawn' }), announced('white_moved_captured', 5, { captured: 'piece' })]);
    expect(pawn.get('c:p')).toEqual({ least: 7, most: 7 });
    expect(pawn.get('c:r')).toEqual({ least: 1, most: 2 });
    const nothing = left({}, [announced('white_moved_captured', 3), announced('black_moved_captured', 4)]);
    expect([nothing.get('c:p'), nothing.get('c:q'), nothing.get('c:k')]).toEqual([{ least: 7, most: 8 }, { least: 0, most: 1 }, { least: 1, most: 1 }]);
  });

  it('has what a pawn became, where that was announced', () => {
    const promoted = left({}, [announced('black_promoted', 8, { promotedTo: 'q' })]);
    expect([promoted.get('c:p')?.most, promoted.get('c:q')?.most]).toEqual([7, 2]);
  });

  it('is counted on the board as believed and as seen', () => {
    const beliefs = new Map<string, Belief>([['e5', phantom('c:n')], ['e6', EMPTY], ['e7', { kind: 'maybe', pieces: ['c:n', 'c:b'] }]]);
    const seen: BoardView['pieces'] = { a8: { color: 'b', type: 'r', qpi: 'c:+r' }, a1: { color: 'w', type: 'r', qpi: 'C:+R' } };
    expect([...placedOf(beliefs, seen, 'w')]).toEqual([['c:n', 1], ['c:r', 1]]);
  });
});

describe('a mark gives way to what is known', () => {
  const beliefs = new Map<string, Belief>([['e5', phantom('c:p')], ['d6', phantom('c:p')], ['g8', phantom('c:n')]]);
  const base = { announcements: [], ply: 4, seenMoves: [], you: 'w' as const };
  const viewOf = (pieces: BoardView['pieces'], seen?: string[]): BoardView => ({ pieces, toMove: 'w', inCheck: null, ...(seen && { seen }) });
  const own = { e5: { color: 'w' as const, type: 'p', qpi: 'C:P' } };

  it('an own piece stands there, or the square is seen', () => {
    expect(correctionsOf(beliefs, { ...base, view: viewOf(own) }, null)).toEqual({ e5: null });
    expect(correctionsOf(beliefs, { ...base, view: viewOf({}, ['d6', 'a1']) }, null)).toEqual({ d6: null });
    expect(correctionsOf(beliefs, { ...base, view: viewOf({}) }, null)).toEqual({});
  });

  it('a capture in passing is beside the square of arrival', () => {
    const known = { ...base, ply: 5, view: viewOf({ e6: { color: 'w', type: 'p', qpi: 'C:P' } }), announcements: [announced('white_moved_captured_ep', 5)] };
    expect(correctionsOf(beliefs, known, { ply: 5, from: 'd5', to: 'e6' })).toEqual({ e5: null });
    // One of the enemy is no reason.
    expect(correctionsOf(beliefs, { ...known, announcements: [announced('black_moved_captured_ep', 5)] }, null)).toEqual({});
  });

  it('an enemy’s move that was seen takes the mark with it', () => {
    const move = { ply: 4, by: 'b' as const, from: 'g8', to: 'f6' };
    expect(correctionsOf(beliefs, { ...base, seenMoves: [move], view: viewOf({}, []) }, null)).toEqual({ g8: null, f6: phantom('c:n') });
    expect(correctionsOf(beliefs, { ...base, seenMoves: [{ ...move, ply: 2 }], view: viewOf({}, []) }, null)).toEqual({});
  });
});

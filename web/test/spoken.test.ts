import { describe, expect, it, vi } from 'vitest';
import { answer, type Shown } from '../src/game/spoken';
import { LANGUAGES } from '../src/lib/language';
import { parseFeen } from '../src/lib/feen';
import type { Words } from '../src/texts/words';
import type { BoardView } from '../src/wire';

const pieces = (feen: string, only?: 'w' | 'b'): BoardView['pieces'] =>
  Object.fromEntries(Object.entries(parseFeen(feen)?.pieces ?? {}).filter(([, { color }]) => only === undefined || color === only));
const POSITION = '4k^3/8/8/3n4/4P3/2N5/8/1N2K^3 / C/c';

const blind: Shown = {
  you: 'w',
  pieces: pieces(POSITION, 'w'),
  shape: { files: 8, ranks: 8 },
  veiled: true,
  log: [
    { ply: 1, lines: ['You moved e2 to e4.'] },
    { ply: 2, lines: ['Black has moved and captured.', 'Your pawn on d5 was captured.'] },
  ],
  tally: { byYou: { p: 2 }, byOpponent: {} },
  clock: { w: '4:59', b: '3:00' },
};
const open: Shown = { ...blind, pieces: pieces(POSITION), veiled: false, clock: null };

describe('typed questions', () => {
  it.each([
    ['last', 'Black has moved and captured. Your pawn on d5 was captured.'],
    ['said', 'You moved e2 to e4. Black has moved and captured. Your pawn on d5 was captured.'],
    ['pieces', 'white knight b1, c3; white pawn e4; white king e1.'],
    ['pieces n', 'white knight b1, c3.'],
    ['Pieces Knights', 'white knight b1, c3.'],
    ['pieces q', 'You see no such piece.'],
    ['e4?', 'e4, light: white pawn.'],
    ['d5', 'd5, light: unseen.'],
    ['rank 1', 'Rank 1: b1 white knight, e1 white king.'],
    ['rank 5', 'Rank 5: none of your pieces.'],
    ['rank 9', 'The board has no such rank.'],
    ['clock', 'You have 4:59, your opponent 3:00.'],
    ['captured', 'You captured: 2 × pawn. Your opponent captured: nothing.'],
  ])('%s is answered with what a blind player may know', (question, told) => {
    expect(answer(question, blind)?.split('; ').sort()).toEqual(told.split('; ').sort());
  });

  it('tell the other side only where it is in sight', () => {
    const questions = ['pieces', 'pieces n', 'd5', 'e8', 'rank 8', 'rank 5'];
    expect(questions.map((question) => answer(question, blind)).join()).not.toContain('black');
    expect(answer('d5', open)).toBe('d5, light: black knight.');
    expect(answer('rank 5', open)).toBe('Rank 5: d5 black knight.');
    expect(answer('pieces n', open)).toBe('white knight b1, c3; black knight d5.');
    expect(answer('rank 6', open)).toBe('Rank 6: empty.');
    expect(answer('clock', open)).toBe('No clock');
  });

  it.each(['Nf3', 'e2e4', 'z9', 'pieces n b', 'hello'])('%j is none', (text) => {
    expect(answer(text, blind)).toBeNull();
  });
});

describe.each(Object.keys(LANGUAGES))('typed questions in the language %s', (code) => {
  it('are understood in its words and in those of English, with accents or without', async () => {
    vi.resetModules();
    const { use } = await import('../src/texts');
    const { words } = (code === 'en' ? {} : await import(`../src/texts/${code}.ts`)) as { words?: Words };
    if (words) use(words);
    const [spoken, { later }] = await Promise.all([import('../src/game/spoken'), import('../src/texts/later')]);
    const own = later.spoken.words;
    expect(new Set(Object.values(own)).size).toBe(Object.keys(own).length);
    const seen = { ...open, clock: blind.clock, hands: 'hands' };
    for (const [english, word] of Object.entries(own)) {
      const argument = english === 'rank' ? ' 5' : '';
      for (const typed of [word, word.normalize('NFD').replace(/\p{M}/gu, ''), word.toUpperCase()]) {
        expect([spoken.isQuestion(typed + argument), spoken.answer(typed + argument, seen)]).toEqual([true, spoken.answer(english + argument, seen)]);
      }
    }
    expect(spoken.answer('?', seen)).toContain(`${own.rank} 4`);
    expect(later.help.rows({ moves: '', letter: 'n', square: 'e4', rank: '4' }).flat().join()).toContain(`${own.pieces} n`);
    for (const move of ['Nf3', 'e2e4', 'e4', 'O-O', 'P@e4']) expect(spoken.isQuestion(move)).toBe(false);
  });
});

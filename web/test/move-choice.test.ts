import { expect, it } from 'vitest';
import { parseChoice, spotsOf, stageOf, wordOf } from '../src/lib/move-choice';

it('reads the words of the engine', () => {
  expect(parseChoice('none')).toEqual({ word: 'none', promotion: null, places: null });
  expect(parseChoice('+silver')).toEqual({ word: '+silver', promotion: '+silver', places: null });
  expect(parseChoice('hawk B1')).toEqual({ word: 'hawk B1', promotion: null, places: { piece: 'hawk', square: 'b1' } });
  expect(parseChoice('prime minister, hawk b10')).toEqual({ word: 'prime minister, hawk b10', promotion: 'prime minister', places: { piece: 'hawk', square: 'b10' } });
  expect(parseChoice('gold general')).toMatchObject({ promotion: 'gold general', places: null });
});

it('asks for a promotion, with the choice of none where there is one', () => {
  expect(stageOf(['+silver', 'none'])).toEqual({ kind: 'promotion', options: ['+silver', 'none'] });
  expect(wordOf(['+silver', 'none'], 'none')).toBe('none');
});

it('asks for the piece that a move places, and for its square', () => {
  const stage = stageOf(['hawk b1', 'elephant b1', 'none']);
  expect(stage).toMatchObject({ kind: 'placing', nothing: 'none' });
  expect(spotsOf(stage)).toEqual(['b1']);
  expect(spotsOf(stageOf(['duck a3', 'duck a4']))).toEqual(['a3', 'a4']);
  expect(stageOf(['duck a3', 'duck a4'])).toMatchObject({ nothing: null });
});

it('asks for the promotion first where both are open', () => {
  const words = ['queen, hawk b8', 'queen', 'rook, hawk b8', 'rook'];
  expect(stageOf(words)).toEqual({ kind: 'promotion', options: ['queen', 'rook'] });
  expect(wordOf(words, 'queen')).toBeNull();
  expect(stageOf(words, 'queen')).toMatchObject({ kind: 'placing', options: [{ word: 'queen, hawk b8' }], nothing: 'queen' });
});

import { expect, it } from 'vitest';
import { parseRulesetMove, unmarked } from '../src/lib/typed-ruleset-move';

it.each([
  ['P@e4', { kind: 'drop', piece: 'P', to: 'e4' }],
  ['p*E4+', { kind: 'drop', piece: 'P', to: 'e4' }],
  ['@c3', { kind: 'drop', piece: '', to: 'c3' }],
  ['pass', { kind: 'pass' }],
  ['--', { kind: 'pass' }],
  ['b4b5+', { kind: 'choice', from: 'b4', to: 'b5', choice: '+' }],
  ['b4-b5=', { kind: 'choice', from: 'b4', to: 'b5', choice: '=' }],
  ['a7a8=h', { kind: 'choice', from: 'a7', to: 'a8', choice: 'H' }],
  ['j10xk16=+S#', { kind: 'choice', from: 'j10', to: 'k16', choice: '+S' }],
])('reads %s', (text, move) => {
  expect(parseRulesetMove(text)).toEqual(move);
});

it.each(['e2e4', 'Nf3', 'O-O', 'e4', 'passed', 'P@', ''])('leaves %s to the notation of chess', (text) => {
  expect(parseRulesetMove(text)).toBeNull();
});

it('reads the word for a pass that the notation of a game has, and the words that all games share', () => {
  for (const text of ['한수쉼', 'pass', 'PASS', '--']) expect(parseRulesetMove(text, '한수쉼'), text).toEqual({ kind: 'pass' });
  expect(parseRulesetMove('한수쉼')).toBeNull();
});

it('compares notation without marks of check', () => {
  expect(unmarked(' Rxg7=+R+ ')).toBe('Rxg7=+R');
  expect(unmarked('Sd3#')).toBe('Sd3');
});

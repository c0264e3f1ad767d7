import { expect, it } from 'vitest';
import { parseQpi } from '../src/lib/qpi';

it.each([
  ['C:+K^', { style: 'C', state: '+', letter: 'K', terminal: true, first: true }],
  ['s:-g', { style: 'S', state: '-', letter: 'G', terminal: false, first: false }],
  ['q', { style: '', state: '', letter: 'Q', terminal: false, first: false }],
  ['', null],
  ['C:KQ', null],
])('the identity %s is parsed', (text, expected) => {
  expect(parseQpi(text)).toEqual(expected);
});

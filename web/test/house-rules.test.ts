import { expect, it } from 'vitest';
import { sortedByName, extinctionOf, squareMarksOf } from '../src/lib/house-rules';
import type { HouseRule, Sketch } from '../src/wire';
import { announcementText, resultText } from '../src/texts/table';
import { en } from '../src/texts/table/en';

const rule = (name: string, ...sketches: Sketch[]): HouseRule => ({ id: name, name, about: '', over: [], notWith: [], requires: [], sketches });
const gone = (result: 'win' | 'loss' | 'draw', ...pieces: string[]) => rule('gone', { kind: 'extinction', pieces, result });

it('house rules are listed by name', () => {
  const rules = ['Two lives', 'First capture wins', 'Atomic'].map((name) => rule(name));
  expect(sortedByName(rules).map(({ name }) => name)).toEqual(['Atomic', 'First capture wins', 'Two lives']);
});

it('marked squares come from the pictures of the house rules', () => {
  const poison: Sketch = { kind: 'poison', files: 8, ranks: 8, squares: ['d4', 'e4'] };
  const arrival: Sketch = { kind: 'arrival', files: 8, ranks: 8, pieces: ['C:K'], squares: ['e4', 'e5'], result: 'win' };
  expect(squareMarksOf([rule('a', poison), rule('b', arrival, poison)])).toEqual({ poison: ['d4', 'e4'], arrival: ['e4', 'e5'] });
  expect(squareMarksOf([])).toEqual({ poison: [], arrival: [] });
});

it('a game end by extinction names what is gone', () => {
  const result = (rules: HouseRule[]) => resultText('w', 'w', 'extinction', extinctionOf(rules));
  expect(result([gone('loss', 'C:K')])).toBe('You won: your opponent\u2019s king is gone.');
  expect(result([gone('loss', 'C:K', 'C:Q')])).toBe('You won: your opponent lost the last piece of a kind.');
  expect(result([gone('loss')])).toBe('You won: your opponent has no pieces left.');
  expect(result([gone('win')])).toBe('You won: you have no pieces left.');
  expect(resultText('b', 'w', 'extinction', extinctionOf([gone('loss', 'C:K')]))).toBe('You lost: your king is gone.');
  const said = { ply: 5, text: 'white_wins_extinction', audience: 'both', at: 0 } as const;
  expect(announcementText(said, { extinction: extinctionOf([gone('loss', 'C:K')]) })).toBe('White wins: the black king is gone.');
});

it('without a clear extinction the general text is used', () => {
  expect(extinctionOf([rule('Torpedo')])).toBeNull();
  expect(extinctionOf([gone('loss', 'C:K'), gone('loss')])).toBeNull();
  expect(extinctionOf([gone('draw')])).toBeNull();
  expect(resultText('w', 'b', 'extinction', null)).toBe('You lost: the last piece that counted is gone.');
});

it('every kind of extinction has whole sentences, no two alike', () => {
  const sentences = Object.values(en.extinct).flatMap((told) => Object.values(told).map((say) => say('king')));
  expect(new Set(sentences).size).toBe(sentences.length);
  for (const sentence of sentences) expect(sentence).toMatch(/^[A-Z].*\.$/);
});

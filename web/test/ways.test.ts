import { expect, it } from 'vitest';
import { readerOf, type Ways } from '../src/lib/ways';
import { chess } from './engine';

const START = '+rnbq+k^bn+r/+p+p+p+p+p+p+p+p/8/8/8/8/+P+P+P+P+P+P+P+P/+RNBQ+K^BN+R / C/c';
const reader = readerOf(chess, START);
const squares = (ways: Ways | null | undefined, which: 'quiet' | 'capture') => ways?.ways.filter((way) => way[which]).map(({ to }) => to).sort();

it('tells where a knight goes', () => {
  const ways = reader?.ways('C:N');
  expect(squares(ways, 'quiet')).toHaveLength(8);
  expect(squares(ways, 'capture')).toEqual(squares(ways, 'quiet'));
});

it('tells that a pawn moves ahead and captures askew', () => {
  const ways = reader?.ways('C:P');
  const file = ways?.from.charAt(0) ?? '';
  expect(squares(ways, 'quiet')?.every((to) => to.startsWith(file))).toBe(true);
  expect(squares(ways, 'capture')?.some((to) => to.startsWith(file))).toBe(false);
  expect(squares(ways, 'capture')?.length).toBeGreaterThan(0);
});

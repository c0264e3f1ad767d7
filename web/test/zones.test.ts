import { expect, it } from 'vitest';
import { parseCell, cellName } from '../src/lib/geometry';
import { zonesOf, type LonePieces } from '../src/lib/zones';
import { chess, manifestOf } from './engine';

/** Rules of a board of five by six: a king within three by two squares, a guard askew within them, an elephant on its side of a river, a pawn that promotes on rank 4. */
const lone: LonePieces = {
  tries(first, own, from) {
    const letter = own.replace(/.*:/, '').toLowerCase();
    const at = parseCell(from);
    if (!at) return '';
    const rank = first ? at.rank : 5 - at.rank;
    const steps: [number, number][] = letter.startsWith('k')
      ? [[0, 1], [0, -1], [1, 0], [-1, 0]]
      : letter === 'a' ? [[1, 1], [1, -1], [-1, 1], [-1, -1]]
      : letter === 'e' ? [[2, 2], [2, -2], [-2, 2], [-2, -2]]
      : [[0, 1]];
    const ends = steps.map(([x, y]) => ({ file: at.file + x, rank: rank + y })).filter(({ file, rank: to }) =>
      file >= 0 && file < 5 && to >= 0 && to < (letter === 'e' ? 3 : 6) && (!'ka'.includes(letter.charAt(0)) || (file > 0 && file < 4 && to < 2)));
    // The king also captures along the file, as far as the board goes.
    const flying = letter.startsWith('k') ? [{ file: at.file, rank: 5 }] : [];
    return [...ends, ...flying].map(({ file, rank: to }) => cellName({ file, rank: first ? to : 5 - to })).join(' ');
  },
  choices: (first, own, _, to) => (own.toLowerCase().endsWith(':p') && (first ? to.endsWith('4') : to.endsWith('3')) ? 'g' : ''),
};

it('finds the palace, its diagonals, the river and the lines of promotion from how pieces move', () => {
  const { palaces, diagonals, river, promotion } = zonesOf(lone, 'e1k^a1/5/p4/P4/5/E1K^A1 / X/x', { files: 5, ranks: 6 }, '{}');
  expect(palaces.map((palace) => [...palace].sort())).toEqual([['b5', 'b6', 'c5', 'c6', 'd5', 'd6'], ['b1', 'b2', 'c1', 'c2', 'd1', 'd2']]);
  expect(diagonals.map((pair) => [...pair].sort().join('')).sort()).toEqual(['b1c2', 'b6c5', 'c2d1', 'c5d6']);
  expect(river).toBe(2);
  expect(promotion).toEqual([2]);
});

it('draws a palace whole if its guards make one step alone, to its centre', () => {
  const once: LonePieces = {
    tries(_, own, from) {
      const at = parseCell(from);
      if (!at) return '';
      const steps: [number, number][] = own.includes('K') ? [[0, 1], [0, -1], [1, 0], [-1, 0]] : from === 'b1' ? [[1, 1]] : [];
      const ends = steps.map(([x, y]) => ({ file: at.file + x, rank: at.rank + y }));
      return ends.filter(({ file, rank }) => file > 0 && file < 4 && rank >= 0 && rank < 3).map(cellName).join(' ');
    },
    choices: () => '',
  };
  const { palaces, diagonals } = zonesOf(once, '5/5/5/5/5/5/5/5/1AK^2 / X/x', { files: 5, ranks: 9 }, '{}');
  expect(palaces.map(({ length }) => length)).toEqual([9]);
  expect(diagonals.map((pair) => [...pair].sort().join('')).sort()).toEqual(['b1c2', 'b3c2', 'c2d1', 'c2d3']);
});

it('finds no zones on a chessboard', () => {
  expect(zonesOf(chess, '+rnbq+k^bn+r/+p+p+p+p+p+p+p+p/8/8/8/8/+P+P+P+P+P+P+P+P/+RNBQ+K^BN+R / C/c', { files: 8, ranks: 8 }, manifestOf('chess')))
    .toEqual({ palaces: [], diagonals: [], river: null, promotion: [], goals: [] });
});

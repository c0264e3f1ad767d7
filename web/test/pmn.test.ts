import { describe, expect, it } from 'vitest';
import { pgnWithPmn, pmnOf } from '../src/game/pmn';
import type { PlyRecord } from '../src/wire';

const plies = (...moves: string[]) => moves.map((pmn, index) => ({ ply: index + 1, pmn }) as PlyRecord);
const TAGS = '[Event "blind game"]\n[Result "1-0"]\n\n';

describe('PMN', () => {
  it('lists the moves of a game', () => {
    expect(pmnOf(plies('e2-e4', 'e8~c8', 'P*e5'))).toBe('e2-e4 e8~c8 P*e5');
    expect(pmnOf([])).toBe('');
  });

  it('stands behind each move of a PGN, and numbers are repeated', () => {
    const pgn = `${TAGS}1. e4 d5 2. exd5 1-0\n`;
    expect(pgnWithPmn(pgn, plies('e2-e4', 'd7-d5', 'e4+d5'))).toBe(`${TAGS}1. e4 { e2-e4 } 1... d5 { d7-d5 } 2. exd5 { e4+d5 } 1-0\n`);
  });

  it('leaves tries and bids where they are', () => {
    const pgn = `${TAGS}{ g1g3: illegal_move } 1. Nf3 { f3 hit } 1... d5 { e8e7: illegal_move } 1-0\n`;
    expect(pgnWithPmn(pgn, plies('g1-f3', 'd7-d5'))).toBe(
      `${TAGS}{ g1g3: illegal_move } 1. Nf3 { g1-f3 } { f3 hit } 1... d5 { d7-d5 } { e8e7:\nillegal_move } 1-0\n`,
    );
  });

  it('begins with the second side, and with nothing', () => {
    expect(pgnWithPmn(`${TAGS}1... Kf8 2. e3 *\n`, plies('g8-f8', 'e2-e3'))).toBe(`${TAGS}1... Kf8 { g8-f8 } 2. e3 { e2-e3 } *\n`);
    expect(pgnWithPmn(`${TAGS}1/2-1/2\n`, [])).toBe(`${TAGS}1/2-1/2\n`);
    expect(pgnWithPmn(`${TAGS}1. e4 { [%clk 0:04:57] } *\n`, plies('e2-e4'))).toBe(`${TAGS}1. e4 { e2-e4 } { [%clk 0:04:57] } *\n`);
  });

  it('has no line over 79 characters and loses no word', () => {
    const sans = Array.from({ length: 60 }, (_, index) => (index % 2 ? 'Nf6' : `${index / 2 + 1}. Nf3`)).join(' ');
    const text = pgnWithPmn(`${TAGS}${sans} *\n`, plies(...Array.from({ length: 60 }, () => 'g1-f3')));
    expect(Math.max(...text.split('\n').map(({ length }) => length))).toBeLessThanOrEqual(79);
    expect(text.match(/g1-f3/g)).toHaveLength(60);
  });
});

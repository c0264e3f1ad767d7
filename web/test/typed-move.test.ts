import { describe, expect, it } from 'vitest';
import { parseTypedMove, type TypingContext } from '../src/lib/typed-move';
import type { BoardView } from '../src/wire';

const pieces: BoardView['pieces'] = {};
const place = (text: string) => {
  for (const entry of text.split(' ')) {
    const [cell = '', qpi = ''] = entry.split('=');
    pieces[cell] = { color: 'w', type: qpi.replace(/[^A-Z]/g, '').slice(-1).toLowerCase(), qpi };
  }
};
place('e1=C:+K^ a1=C:+R h1=C:+R b1=C:N f3=C:N d4=C:P e4=C:P e2=C:+P b7=C:P');

const reach: Record<string, string[]> = {
  a1: ['c1', 'd1', 'a5'],
  h1: ['g1', 'f1', 'h5'],
  b1: ['a3', 'c3', 'd2'],
  f3: ['d2', 'g5', 'e5', 'g1'],
  d4: ['d5', 'c5', 'e5'],
  e4: ['e5', 'd5', 'f5'],
  e2: ['e3', 'd3', 'f3'],
  b7: ['b8', 'a8', 'c8'],
};
const hand: TypingContext = { you: 'w', pieces, shape: { files: 8, ranks: 8 }, tries: (from) => reach[from] ?? [] };

describe('two squares', () => {
  it.each([
    ['e2e3', { kind: 'move', from: 'e2', to: 'e3' }],
    ['E2-E3', { kind: 'move', from: 'e2', to: 'e3' }],
    ['e2 e3', { kind: 'move', from: 'e2', to: 'e3' }],
    ['e4xd5', { kind: 'move', from: 'e4', to: 'd5' }],
    ['b7b8q', { kind: 'move', from: 'b7', to: 'b8', promotion: 'q' }],
    ['b7-b8=N', { kind: 'move', from: 'b7', to: 'b8', promotion: 'n' }],
    ['e2e9', { kind: 'off_board' }],
    ['g7g6', { kind: 'no_piece' }],
  ])('%s', (text, expected) => {
    expect(parseTypedMove(text, hand)).toEqual(expected);
  });

  it('need no engine', () => {
    expect(parseTypedMove('e2e3', { ...hand, tries: null })).toEqual({ kind: 'move', from: 'e2', to: 'e3' });
  });
});

describe('names', () => {
  it.each([
    ['Nc3', { kind: 'move', from: 'b1', to: 'c3' }],
    ['Ng5+', { kind: 'move', from: 'f3', to: 'g5' }],
    ['Nbd2', { kind: 'move', from: 'b1', to: 'd2' }],
    ['N3d2', { kind: 'move', from: 'f3', to: 'd2' }],
    ['Nd2', { kind: 'several', from: ['b1', 'f3'] }],
    ['e5', { kind: 'move', from: 'e4', to: 'e5' }],
    ['d5', { kind: 'move', from: 'd4', to: 'd5' }],
    ['exd5', { kind: 'move', from: 'e4', to: 'd5' }],
    ['b8=Q', { kind: 'move', from: 'b7', to: 'b8', promotion: 'q' }],
    ['bxa8=R#', { kind: 'move', from: 'b7', to: 'a8', promotion: 'r' }],
    ['Qd1', { kind: 'no_piece' }],
    ['Nh8', { kind: 'none_reaches' }],
    ['Nc9', { kind: 'off_board' }],
    ['hello', { kind: 'unreadable' }],
  ])('%s', (text, expected) => {
    expect(parseTypedMove(text, hand)).toEqual(expected);
  });

  it('wait for the engine', () => {
    expect(parseTypedMove('Nc3', { ...hand, tries: null })).toEqual({ kind: 'needs_engine' });
  });
});

describe('castling', () => {
  it.each([
    ['O-O', 'g1'],
    ['0-0', 'g1'],
    ['O-O-O', 'c1'],
    ['ooo', 'c1'],
  ])('%s is the king going two files', (text, to) => {
    expect(parseTypedMove(text, hand)).toEqual({ kind: 'move', from: 'e1', to });
  });
});

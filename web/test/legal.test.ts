import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseFeen, printFeen } from '../src/lib/feen';
import { legalMoves, type EngineChannel } from '../src/lib/legal';
import { chess, engine, rulesOf } from './engine';

const START = '+rnbq+k^bn+r/+p+p+p+p+p+p+p+p/8/8/8/8/+P+P+P+P+P+P+P+P/+RNBQ+K^BN+R / C/c';

const reach = (feen: string, from: string) => {
  const board = parseFeen(feen);
  if (!board) throw new Error(feen);
  return engine.legal(board.pieces, board.toMove, from);
};
const written = (feen: string, from: string) =>
  reach(feen, from)
    .map(({ to, capture }) => (capture ? `x${to}` : to))
    .sort();

describe('FEEN', () => {
  it.each([
    START,
    '4k^3/8/8/2-pP4/8/8/8/4+K^2+R / C/c',
    '8/8/8/8/8/8/8/k^6K^ / c/C',
    'k^4/5/2P2/5/4K^ / S/s',
    "k^+pP'2/5/5/5/-r'3K^ / S/c",
  ])('%s is written as it was read', (feen) => {
    const board = parseFeen(feen);
    expect(board && printFeen(board)).toBe(feen);
  });
});

describe('legal moves', () => {
  // Requirements blind-19, blind-96, gambit-33.
  it('know captures, castling and pins', () => {
    const feen = '2r1k^3/8/8/8/8/3p4/4+P3/4+K^2+R / C/c';
    expect(written(feen, 'e1')).toEqual(['d1', 'd2', 'f1', 'f2', 'g1']);
    expect(written(feen, 'e2')).toEqual(['e3', 'e4', 'xd3']);
    expect(written('4k^3/4r3/8/8/8/8/4R3/4K^3 / C/c', 'e2')).toEqual(['e3', 'e4', 'e5', 'e6', 'xe7']);
  });

  it('ring what is taken in passing', () => {
    expect(reach('4k^3/8/8/2-pP4/8/8/8/4K^3 / C/c', 'd5')).toEqual([
      { to: 'c6', capture: true },
      { to: 'd6', capture: false },
    ]);
  });

  it('name the square of a promotion once', () => {
    expect(reach('1r2k^3/P7/8/8/8/8/8/4K^3 / C/c', 'a7')).toEqual([
      { to: 'a8', capture: false },
      { to: 'b8', capture: true },
    ]);
  });

  it('are none for the side that is not to move, for an empty square, and in an impossible position', () => {
    expect(reach(START, 'e7')).toEqual([]);
    expect(reach(START, 'e4')).toEqual([]);
    expect(reach('8/8/8/8/8/8/8/8 / C/c', 'e4')).toEqual([]);
    expect(written(START, 'e2')).toEqual(['e3', 'e4']);
  });

  it('are asked for once for each position', () => {
    const said: string[] = [];
    const conversation = chess.engine();
    const overheard: EngineChannel = {
      send(message) {
        said.push((JSON.parse(message) as { message_type: string }).message_type);
        return conversation.send(message);
      },
    };
    const movesOf = legalMoves(overheard);
    const [start, later] = [parseFeen(START), parseFeen(START.replace('C/c', 'c/C'))];
    if (!start || !later) throw new Error(START);
    for (const board of [start, start, later]) expect(movesOf(board).size).toBe(10);
    expect(said).toEqual(['options', 'set_position', 'state', 'set_position', 'state']);
  });
});

describe('the document of the engine interface', () => {
  const document = readFileSync(path.resolve(import.meta.dirname, '../../ggn-core/engine.md'), 'utf8');
  const blocks = document.split('```text').slice(1).map((rest) => rest.split('```')[0] ?? '');
  const conversations = blocks.map((block) => {
    const [rules = '', ...lines] = block.split('\n');
    const exchanges: { said: string; answered: string[] }[] = [];
    for (const line of lines) {
      const exchange = exchanges.at(-1);
      if (line.startsWith('> ')) exchanges.push({ said: line.slice(2), answered: [] });
      else if (line.startsWith('< ')) exchange?.answered.push(line.slice(2));
      else if (exchange) exchange.answered.push((exchange.answered.pop() ?? '') + line.trim());
    }
    return { rules: rules.trim() || 'chess', exchanges };
  });

  it('has a game from its first move to mate, and more', () => {
    expect(conversations.length).toBeGreaterThan(10);
    expect(document).toContain('"reason": "checkmate"');
  });

  // Requirement engine-35.
  it.each(conversations)('goes as written ($exchanges.0.said)', async ({ rules, exchanges }) => {
    const folder = rules === 'chess' ? 'rules/chess' : `conformance/fixtures/games/${rules}`;
    const conversation = (await rulesOf(folder)).engine();
    for (const { said, answered } of exchanges) {
      const answers = conversation.send(said).split('\n');
      expect(answers.map((text) => JSON.parse(text) as unknown)).toEqual(answered.map((text) => JSON.parse(text) as unknown));
    }
  });
});

// Castling onto the own rook, where the player sees the own pieces alone.
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { Game } from '../src/game/game.svelte';
import { RulesetPlay } from '../src/game/ruleset-play.svelte';
import { wrapRules, type Rules } from '../src/lib/engine';
import { castlingIn } from '../src/lib/typed-ruleset-move';
import type { BoardView, PieceView } from '../src/wire';
import { rulesFrom } from './engine';
import { joinedTo } from './game-states';

beforeEach(() => vi.stubGlobal('location', { protocol: 'http:', host: 'localhost' }));

const MANIFEST = JSON.stringify({
  id: 'onto', name: 'Onto', styles: { C: 'Onto' }, sides: { first: 'white', second: 'black' },
  pieces: { 'C:K': { name: 'king', san: 'K' }, 'C:R': { name: 'rook', san: 'R' }, 'C:N': { name: 'knight', san: 'N' } },
  initial: '4k^3/8/8/8/8/8/8/4+K^1N+R / C/c', constraints: ['royal-safety'], endings: [],
});
const RULES: Promise<Rules> = rulesFrom([
  ['ruleset.json', MANIFEST],
  ['ggn/onto.json', JSON.stringify({
    'C:+K^': { e1: { d1: [{ must: { d1: 'empty' } }], h1: [{ must: { h1: 'C:+R', f1: 'empty', g1: 'empty' } }] } },
    'C:+R': { h1: { h2: [{ must: { h2: 'empty' } }] } },
    'C:N': { g1: { f3: [{ must: { f3: 'empty' } }] } },
    'c:k^': { e8: { e7: [{ must: { e7: 'empty' } }] } },
  })],
  ['effects.json', JSON.stringify({
    captured: 'discard',
    rows: { 'C:+K^': { e1: { h1: [{ lands: 'g1', carries: { h1: 'f1' }, unattacked: ['e1', 'f1', 'g1'], tag: 'castle_kingside', san: 'O-O' }] } } },
  })],
]);

const view = (qpi: string): PieceView => ({ color: 'w', type: 'k', qpi });
const ROOK_AND_KING = { e1: view('C:+K^'), h1: view('C:+R') };

async function gameOf(pieces: BoardView['pieces']): Promise<Game> {
  const game = new Game('onto1234');
  game.receive(joinedTo({ mode: 'blind', ruleset: 'onto', highlightingEnabled: true, view: { pieces, toMove: 'w', inCheck: false } }));
  const engine = wrapRules(await RULES, false, MANIFEST);
  [game.engine, game.loadingEngine] = [engine, false];
  game.ruleset = new RulesetPlay(game, engine);
  return game;
}
const commands = (game: Game) => game.outbox.map(({ command }) => ({ ...command, id: undefined }));
const CASTLES = [{ type: 'commit', from: 'e1', to: 'h1' }];

describe('a king that sees no enemy castles onto its rook', () => {
  it('by a tap on the rook', async () => {
    const game = await gameOf(ROOK_AND_KING);
    game.input.tap('e1');
    game.input.tap('h1');
    expect(commands(game)).toMatchObject(CASTLES);
  });

  it.each(['O-O', '0-0', 'oo'])('by typing %s', async (text) => {
    const game = await gameOf(ROOK_AND_KING);
    expect(game.input.type(text)).toMatchObject({ kind: 'move', from: 'e1', to: 'h1' });
    expect(commands(game)).toMatchObject(CASTLES);
  });

  it('and chooses the rook instead where an own piece is between them', async () => {
    const game = await gameOf({ ...ROOK_AND_KING, g1: view('C:N') });
    game.input.tap('e1');
    game.input.tap('h1');
    expect([game.input.armed, commands(game)]).toEqual(['h1', []]);
  });
});

it.each([['O-O', 'O-O'], ['0-0-0', 'O-O-O'], ['ooo+', 'O-O-O'], ['O', null], ['Oe4', null], ['e2e4', null]])('%s is castling: %s', (text, castling) => {
  expect(castlingIn(text)).toBe(castling);
});

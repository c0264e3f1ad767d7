import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { rulesInWords } from '../src/lib/rule-words';
import { cardsWith, familiesOf, loadFavourites, searched, storeFavourites, type RulesetCard } from '../src/lib/ruleset-card';

const card = (id: string, name: string, family: string, names: string[] = []): RulesetCard => ({
  id, name, family, board: [8, 8], sides: { w: 'sente', b: 'gote' }, start: '8/8 / S/s', modes: ['vanilla'], moderators: [], overlays: [], gambits: [],
  pieces: names.map((name, index) => ({ type: String(index), qpi: `S:${name.charAt(0).toUpperCase()}`, san: '', name })),
});
const all = [card('chess', 'Chess', 'chess', ['king']), card('dobutsu', 'Dōbutsu shōgi', 'shogi', ['lion']), card('shogi', 'Shogi', 'shogi', ['lance']), card('minishogi', 'Minishogi', 'shogi')];

beforeEach(() => storeFavourites([]));
afterEach(() => vi.unstubAllGlobals());

it('searches names, families and pieces without accents, beginnings first', () => {
  expect(searched(all, 'shogi').map(({ id }) => id)).toEqual(['shogi', 'dobutsu', 'minishogi']);
  expect(searched(all, 'DOBU').map(({ id }) => id)).toEqual(['dobutsu']);
  expect(searched(all, 'lance').map(({ id }) => id)).toEqual(['shogi']);
  expect(searched(all, 'draughts')).toEqual([]);
  expect(searched(all, ' ')).toHaveLength(4);
});

it('has the ruleset of a guest before the list, where that is the current one', async () => {
  const guests = card('g-1', 'Centaurs', 'game');
  const answers: Record<string, unknown> = { '/api/rulesets': { rulesets: all }, '/api/rulesets/g-1': guests };
  vi.stubGlobal('fetch', async (address: string) => new Response(JSON.stringify(answers[address] ?? {}), { status: address in answers ? 200 : 404 }));
  const ids = async (current: string | null) => (await cardsWith(current)).map(({ id }) => id);
  const listed = all.map(({ id }) => id);
  expect(await ids('g-1')).toEqual(['g-1', ...listed]);
  for (const other of ['g-2', 'shogi', null]) expect(await ids(other)).toEqual(listed);
});

it('lists families of more than one game', () => {
  expect(familiesOf(all)).toEqual(['shogi']);
});

it('keeps favourites', () => {
  storeFavourites(['shogi']);
  expect(loadFavourites()).toEqual(['shogi']);
});

it('puts rules into words', () => {
  const sentences = rulesInWords({ ...card('x', 'X', 'shogi'), drops: true, hands: true, promotes: true, passes: true }, JSON.stringify({
    pieces: { 'S:P': { name: 'pawn', drop: 'no-mate' }, 'S:K': { name: 'king' } },
    constraints: ['royal-safety'],
    endings: [
      { status: 'checkmate', result: 'loss' }, { status: 'stalemate', result: 'points' },
      { status: 'arrival', result: 'win', pieces: ['S:P'], squares: ['a8', 'b8', 'c8'], second: ['a1', 'b1', 'c1'] },
      { status: 'extinction', result: 'loss', pieces: ['S:K'] }, { status: 'movelimit', result: 'draw', plies: 100, resets: { moves_of: ['S:P'] } },
      { status: 'repetition', result: 'draw', count: 4, perpetual_check: 'loss' }, { status: 'resignation', result: 'loss' },
    ],
  }));
  expect(sentences).toEqual([
    'Sente and Gote play in turn. Sente moves first.',
    'Checkmate wins.',
    'When a side has no legal move, the points decide.',
    'A pawn that reaches rank 8 (rank 1 for the second side) wins.',
    'A side that has lost its king loses.',
    'A draw after 50 moves of each side without a capture or a move of a pawn.',
    'The same position for the fourth time is a draw.',
    'Perpetual check loses.',
    'The king, or the piece in its place, may not be left where it could be captured.',
    'Captured pieces change sides: they come into your hand, and may be dropped onto the board instead of a move.',
    'A pawn may not be dropped to give checkmate.',
    'Some pieces promote when they get far enough.',
    'A side may pass.',
  ]);
});

// Moves that leave their piece where it is: a promotion in place, and a pass, which are two things.
import { beforeEach, expect, it, vi } from 'vitest';
import { BoardPlay } from '../src/game/board-play.svelte';
import { Game } from '../src/game/game.svelte';
import { LocalEngine } from '../src/game/local-game';
import { RulesetPlay } from '../src/game/ruleset-play.svelte';
import { wrapRules, type Rules } from '../src/lib/engine';
import type { Mode, PieceView } from '../src/wire';
import { rulesFrom } from './engine';
import { joinedTo } from './game-states';

beforeEach(() => vi.stubGlobal('location', { protocol: 'http:', host: 'localhost' }));

const MANIFEST = JSON.stringify({
  id: 'small', name: 'Small', styles: { C: 'Small' }, sides: { first: 'white', second: 'black' },
  pieces: { 'C:K': { name: 'king', san: 'K' }, 'C:F': { name: 'general', san: 'F' }, 'C:P': { name: 'pawn', san: '' } },
  initial: '2k^/3/P2/K^2 / C/c', constraints: ['royal-safety'], endings: [],
});

/** A pawn that becomes a general where it stands, and a king that steps aside or, where it may, passes. */
const rulesOf = (passes: boolean): Promise<Rules> =>
  rulesFrom([
    ['ruleset.json', MANIFEST],
    ['ggn/small.json', JSON.stringify({
      'C:K^': { a1: { b1: [{ must: { b1: 'empty' } }], ...(passes && { a1: [{ must: { a1: 'C:K^' } }] }) } },
      'C:P': { a2: { a2: [{ must: { a2: 'C:P' } }], a3: [{ must: { a3: 'empty' } }] } },
      'c:k^': { c4: { b4: [{ must: { b4: 'empty' } }] } },
    })],
    ['effects.json', JSON.stringify({ captured: 'discard', rows: { 'C:P': { a2: { a2: [{ promotes: { to: ['C:F'] } }] } } } })],
  ]);

/** A board for both sides, with an engine in this page. */
class Both extends BoardPlay {
  constructor(rules: Rules) {
    super();
    this.engine = new LocalEngine(rules.engine());
    this.newGame();
  }
}

const view = (color: 'w' | 'b', qpi: string): PieceView => ({ color, type: qpi.slice(2, 3).toLowerCase(), qpi });

/** A game of two, in which White is to move. */
function gameOf(rules: Rules, mode: Mode, touched: string | null = null): Game {
  const game = new Game('small123');
  const own = { a1: view('w', 'C:K^'), a2: view('w', 'C:P') };
  game.receive(joinedTo({
    mode, ruleset: 'small', highlightingEnabled: true, ...(touched !== null && { touchedPiece: touched }),
    view: { pieces: mode === 'blind' ? own : { ...own, c4: view('b', 'c:k^') }, toMove: 'w', inCheck: false },
  }));
  const engine = wrapRules(rules, false, MANIFEST);
  [game.engine, game.loadingEngine] = [engine, false];
  game.ruleset = new RulesetPlay(game, engine);
  return game;
}
const commands = (game: Game) => game.outbox.map(({ command }) => ({ ...command, id: undefined }));

it('a second tap on a piece changes it on a board for both sides', async () => {
  const play = new Both(await rulesOf(false));
  expect([[...(play.state?.inPlace ?? [])], play.passing]).toEqual([['a2'], null]);
  play.tap('a2');
  expect([...play.reach].sort()).toEqual(['a2', 'a3']);
  play.tap('a2');
  if (play.state?.pending) play.choose(play.state.pending.choices[0] ?? '');
  expect(play.state?.board?.pieces['a2']?.qpi).toBe('C:F');
});

it('a pass is no change in place, nor the other way round', async () => {
  const play = new Both(await rulesOf(true));
  expect([[...(play.state?.inPlace ?? [])], play.passing]).toEqual([['a2'], 'a1']);
  play.tap('a1');
  play.tap('a1');
  expect([play.armed, play.state?.toMove]).toEqual([null, 'w']);
  play.pass();
  expect(play.state?.toMove).toBe('b');
});

it.each(['vanilla', 'blind'] as const)('a second tap is that move in a game of two: %s', async (mode) => {
  const game = gameOf(await rulesOf(false), mode);
  expect(game.ruleset?.hasPasses).toBe(false);
  game.input.tap('a2');
  expect(game.input.reach.map(({ to }) => to).sort()).toEqual(['a2', 'a3']);
  game.input.tap('a2');
  expect([commands(game), game.ruleset?.options.length]).toEqual([[], 1]);
  game.ruleset?.choose(game.ruleset.options[0]?.id ?? '');
  expect(commands(game)).toMatchObject([{ type: 'commit', from: 'a2', to: 'a2', choice: 'general' }]);
  expect(game.ruleset?.kinds.words?.own({ ply: 1, from: 'a2', to: 'a2', choice: 'general' })).toBe('Your piece stayed on a2. It became a general.');
});

it('a tap on a piece that cannot change puts it back, and a bound one stays bound', async () => {
  const rules = await rulesOf(false);
  const game = gameOf(rules, 'blind');
  game.input.tap('a1');
  game.input.tap('a1');
  expect([game.input.armed, commands(game)]).toEqual([null, []]);
  const bound = gameOf(rules, 'blind', 'a2');
  bound.input.tap('a2');
  expect(bound.ruleset?.options.length).toBe(1);
});

it.each(['vanilla', 'blind'] as const)('rules that let a side pass without an end by passes have the button: %s', async (mode) => {
  const game = gameOf(await rulesOf(true), mode);
  expect([game.ruleset?.hasPasses, game.ruleset?.canPass]).toEqual([true, true]);
  expect(game.input.type('pass')).toMatchObject({ kind: 'move' });
  expect(commands(game)).toMatchObject([{ type: 'pass' }]);
});

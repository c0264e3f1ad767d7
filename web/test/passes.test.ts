// The button for a pass where pieces change sides: it can be pressed in an open game when a pass is legal, and blind at any time.
import { beforeEach, expect, it, vi } from 'vitest';
import { Game } from '../src/game/game.svelte';
import { RulesetPlay } from '../src/game/ruleset-play.svelte';
import { hasMechanics, wrapRules } from '../src/lib/engine';
import { passJudge } from '../src/lib/passes';
import type { LegalMove } from '../src/lib/legal';
import type { Mode, PieceView } from '../src/wire';
import { manifestOf, rulesFrom } from './engine';
import { joinedTo } from './game-states';

beforeEach(() => vi.stubGlobal('location', { protocol: 'http:', host: 'localhost' }));

const MANIFEST = JSON.stringify({
  id: 'small', name: 'Small', styles: { A: 'Small' }, sides: { first: 'white', second: 'black' }, pieces: { 'A:P': { name: 'stone', san: '' } },
  initial: 'P1/1p / A/a', constraints: ['forced-move'], points: { pieces: { 'A:P': 1 } }, mechanics: [{ mechanic: 'conversion', area: 'around' }],
  endings: [{ status: 'passes', result: 'points' }],
});

/** A stone on a2 that goes to b2, or passes. */
const rules = await rulesFrom([
  ['ruleset.json', MANIFEST],
  ['ggn/small.json', JSON.stringify({ 'A:P': { a2: { b2: [{ must: { b2: 'empty' } }], a2: [{ must: { a2: 'A:P' } }] } } })],
]);

const stone = (color: 'w' | 'b'): PieceView => ({ color, type: 'p', qpi: color === 'w' ? 'A:P' : 'a:p' });

/** Returns whether the button can be pressed in a game of two, in which White is to move. */
function canPass(mode: Mode, others: readonly string[]): boolean {
  const game = new Game('small123');
  const shown = mode === 'blind' ? [] : others.map((square) => [square, stone('b')] as const);
  game.receive(joinedTo({ mode, ruleset: 'small', view: { pieces: { a2: stone('w'), ...Object.fromEntries(shown) }, toMove: 'w', inCheck: false } }));
  const engine = wrapRules(rules, hasMechanics(MANIFEST), MANIFEST);
  [game.engine, game.loadingEngine] = [engine, false];
  game.ruleset = new RulesetPlay(game, engine);
  return game.ruleset.hasPasses && game.ruleset.canPass;
}

it('a pass cannot be pressed while another move is legal, and can when none is', () => {
  expect([canPass('vanilla', ['b1']), canPass('vanilla', ['b1', 'b2'])]).toEqual([false, true]);
});

it('a pass can be tried blind whatever the hidden pieces are', () => {
  expect([canPass('blind', ['b1']), canPass('blind', ['b1', 'b2'])]).toEqual([true, true]);
});

const drops = (...squares: string[]): LegalMove[] => squares.map((to) => ({ to, drop: 'disc', captures: [], san: `@${to}` }));

it('a drop that has to change a piece counts where it does', () => {
  const judge = passJudge(manifestOf('flipello'), { files: 8, ranks: 8 });
  const row = { b1: stone('w'), c1: stone('b'), d1: stone('b') };
  expect(judge?.(row, 'w', drops('e1', 'e2'))).toBe(false);
  // Nothing of the own side stands beyond, or something of neither side does.
  expect(judge?.(row, 'w', drops('e2', 'a1'))).toBe(true);
  expect(judge?.({ ...row, c1: { ...stone('b'), neutral: true } }, 'w', drops('e1'))).toBe(true);
  expect(judge?.(row, 'b', drops('a1', 'e1'))).toBe(false);
});

it('a drop that has to change a piece around it counts beside an enemy', () => {
  const around = (required: boolean) =>
    passJudge(JSON.stringify({ constraints: ['forced-move'], mechanics: [{ mechanic: 'conversion', area: 'around', required }] }), { files: 8, ranks: 8 });
  const enemy = { d4: stone('b') };
  // Also askew, and with nothing of the own side beyond.
  for (const square of ['d5', 'e5', 'c3']) expect(around(true)?.(enemy, 'w', drops(square)), square).toBe(false);
  expect(around(true)?.(enemy, 'w', drops('d6', 'f4', 'h8'))).toBe(true);
  expect(around(true)?.({ d4: stone('w'), a1: { ...stone('b'), neutral: true } }, 'w', drops('d5', 'a2'))).toBe(true);
  expect(around(true)?.(enemy, 'w', [...drops('h8'), { from: 'a1', to: 'a1', captures: [], san: 'a1' }])).toBe(true);
  // Where none has to, every drop counts.
  expect([around(false)?.(enemy, 'w', drops('h8')), passJudge(manifestOf('ataxx'), { files: 7, ranks: 7 })?.({ a7: stone('w') }, 'w', drops('b7'))]).toEqual([false, false]);
  expect(around(false)?.(enemy, 'w', [])).toBe(true);
});

it('other mechanics are left to the server, and passes that the rules allow at any time are found among the moves', () => {
  const shape = { files: 8, ranks: 8 };
  expect(passJudge(JSON.stringify({ mechanics: [{ mechanic: 'turn', moves: 2 }] }), shape)).toBeNull();
  expect(passJudge(JSON.stringify({ constraints: ['forced-capture'] }), shape)).toBeNull();
  const judge = passJudge(JSON.stringify({ mechanics: [{ mechanic: 'conversion', area: 'around' }] }), shape);
  const step = { from: 'a2', to: 'b2', captures: [], san: 'b2' };
  expect([judge?.({}, 'w', [step]), judge?.({}, 'w', [step, { ...step, to: 'a2' }])]).toEqual([false, true]);
});

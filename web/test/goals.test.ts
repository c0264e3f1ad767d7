// The goals that a board shows, by the endings of its rules.
import { expect, it } from 'vitest';
import { goalsOf } from '../src/lib/goals';
import { kindsOfManifest } from '../src/lib/kinds';
import { zonesOf } from '../src/lib/zones';
import { chess, manifestOf } from './engine';

const rank = (at: number) => [...'abcdefgh'].map((file) => `${file}${at}`);
const withEndings = (...endings: object[]): string => JSON.stringify({ ...(JSON.parse(manifestOf('chess')) as object), endings });

it('the last rank is the goal of both sides of Racing Kings', () => {
  expect(goalsOf(manifestOf('racing-kings'))).toEqual([{ of: 'both', squares: rank(8) }]);
});

it('each side has its own goal where the rules name two', () => {
  expect(goalsOf(manifestOf('breakthrough'))).toEqual([{ of: 'w', squares: rank(8) }, { of: 'b', squares: rank(1) }]);
  expect(goalsOf(manifestOf('chak'))).toEqual([{ of: 'w', squares: ['e8'] }, { of: 'b', squares: ['e2'] }]);
});

it('a board without such an ending has none, and neither has one on which arrival loses', () => {
  expect(goalsOf(manifestOf('chess'))).toEqual([]);
  expect(goalsOf(withEndings({ status: 'arrival', result: 'loss', squares: ['a8'] }))).toEqual([]);
});

it('a square in both lists is a goal of both, also among the zones of a board', () => {
  const manifest = withEndings({ status: 'arrival', result: 'win', squares: ['a8', 'b8'], second: ['b8', 'c8'] });
  const { initial } = JSON.parse(manifest) as { initial: string };
  const kinds = kindsOfManifest(manifest).withZones(zonesOf(chess, initial, { files: 8, ranks: 8 }, manifest));
  expect(kinds.zones?.goals).toEqual([{ of: 'both', squares: ['b8'] }, { of: 'w', squares: ['a8'] }, { of: 'b', squares: ['c8'] }]);
  expect([kinds.isGoal('c8'), kinds.isGoal('d8')]).toEqual([true, false]);
});

// The points of both sides in the rule lab, at the end of a game that they decide.
import { render } from 'svelte/server';
import { expect, it } from 'vitest';
import { readFileSync } from 'node:fs';
import type { LocalState } from '../../src/game/local-game';
import type { Lab } from '../../src/lab/lab.svelte';
import { parseFeen } from '../../src/lib/feen';
import { kindsOfManifest } from '../../src/lib/kinds';
import LabBoard from '../../src/parts/LabBoard.svelte';

/** Returns the board of a game in its initial position, as it is drawn. */
function drawn(ruleset: string, ending: LocalState['ending']): string {
  const manifest = readFileSync(`${import.meta.dirname}/../../../rules/${ruleset}/ruleset.json`, 'utf8');
  const { initial: feen } = JSON.parse(manifest) as { initial: string };
  const state = { board: parseFeen(feen), feen, ending, pending: null, history: [], toMove: 'w', checks: [], legal: [], passing: null };
  const play = { state, kinds: kindsOfManifest(manifest), marks: {}, spots: [], stage: null, ways: null, handled: false, over: ending !== null, passing: null, handOf: () => [], holds: () => false, canDrop: () => false };
  const lab = { play, current: true, progress: 'done', counting: false, count: null } as unknown as Lab;
  return render(LabBoard, { props: { lab } }).body;
}

it('the points that decide a game are shown, as at a table', () => {
  expect(drawn('janggi', { reason: 'passes', winner: 'b' })).toMatch(/<p class="points[^"]*" data-points="">Points: Blue 72, Red 73.5 \(1.5 for moving second\)\.<\/p>/);
});

it('none are shown while the game goes on, and where they decide nothing', () => {
  for (const html of [drawn('janggi', null), drawn('janggi', { reason: 'checkmate', winner: 'w' }), drawn('chess', { reason: 'stalemate', winner: null })]) {
    expect(html).toContain('data-status');
    expect(html).not.toContain('data-points');
  }
});

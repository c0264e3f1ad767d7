// The pages before the opponent joins: the own side has its name in the game, or none.
import { render } from 'svelte/server';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Game } from '../src/game/game.svelte';
import RoomWaiting from '../src/parts/RoomWaiting.svelte';
import Waiting from '../src/parts/Waiting.svelte';
import { later } from '../src/texts/later';
import { joinedTo } from './game-states';

// The module that shares links asks for it when it is loaded.
vi.hoisted(() => vi.stubGlobal('navigator', { languages: ['en'] }));

beforeEach(() => {
  vi.stubGlobal('location', { protocol: 'http:', host: 'localhost', origin: 'http://localhost' });
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no server')));
});
afterEach(() => vi.unstubAllGlobals());

/** Returns a game by a ruleset that waits for its second player. */
function waiting(ruleset: string): Game {
  const game = new Game('wait2345');
  game.receive(joinedTo({ gameStatus: 'waiting', ruleset }));
  return game;
}

it.each([['chess', true], ['shogi', false]])('the side in a game of %s is White before its kinds are there: %s', (ruleset, isSaid) => {
  const game = waiting(ruleset);
  const pages = [render(Waiting, { props: { game } }).body, render(RoomWaiting, { props: { game, code: 'ABC123', known: null } }).body];
  for (const page of pages) {
    expect(page.includes(later.waiting.youPlay.w)).toBe(isSaid);
    expect(page.includes('\u00a0<br')).toBe(!isSaid);
  }
});

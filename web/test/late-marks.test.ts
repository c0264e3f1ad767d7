// Taps before the engine is loaded: where marks are promised, they decide whether a tap is a move.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Game } from '../src/game/game.svelte';
import type { Engine } from '../src/lib/engine';
import type { Joined } from '../src/wire';
import { joinedTo } from './game-states';

/** Ends the load of the engine that was begun last. */
let loaded: { resolve: (engine: Engine) => void; reject: (error: Error) => void };
vi.mock('../src/lib/engine', () => ({
  loadEngine: () => new Promise<Engine>((resolve, reject) => {
    loaded = { resolve, reject };
  }),
  isPlain: () => true,
}));

const engine: Engine = {
  shape: { files: 8, ranks: 8 }, mechanics: true, manifest: '{}', lone: { tries: () => '', choices: () => '' }, channel: () => ({ send: () => '{}' }), tries: () => ['e3', 'e4'], legal: () => [], moves: () => [], choices: () => [],
};

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('location', { protocol: 'http:', host: 'localhost' });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Returns a blind game whose engine is on its way. */
async function loading(more: Partial<Joined> = {}): Promise<Game> {
  const view = { pieces: { e2: { color: 'w', type: 'p', qpi: 'C:P' } }, toMove: 'w', inCheck: false } as const satisfies Joined['view'];
  const game = new Game('late2345');
  game.receive(joinedTo({ mode: 'blind', view, ...more }));
  await vi.advanceTimersByTimeAsync(100);
  return game;
}

/** Returns the destinations that were sent. */
const sent = (game: Game) => game.outbox.map(({ command }) => (command.type === 'commit' ? command.to : command.type));

function tap(game: Game, ...cells: string[]): Game {
  for (const cell of cells) game.input.tap(cell);
  return game;
}

describe('a tap on a destination while the engine is loaded', () => {
  it('is a move once the piece is marked to reach the square', async () => {
    const game = tap(await loading(), 'e2', 'e4');
    expect(sent(game)).toEqual([]);
    loaded.resolve(engine);
    await vi.advanceTimersByTimeAsync(0);
    expect(sent(game)).toEqual(['e4']);
  });

  it('puts the piece back if the square is not marked: nothing is tried by a slip', async () => {
    const game = tap(await loading(), 'e2', 'h5');
    loaded.resolve(engine);
    await vi.advanceTimersByTimeAsync(0);
    expect([sent(game), game.input.armed]).toEqual([[], null]);
  });

  it('is forgotten when the piece is put back', async () => {
    const game = tap(await loading(), 'e2', 'e4', 'e2');
    loaded.resolve(engine);
    await vi.advanceTimersByTimeAsync(0);
    expect(sent(game)).toEqual([]);
  });

  it('is a move when the engine cannot be loaded, or takes too long', async () => {
    const failed = tap(await loading(), 'e2', 'h5');
    loaded.reject(new Error('rules: 404'));
    await vi.advanceTimersByTimeAsync(0);
    expect(sent(failed)).toEqual(['h5']);
    const late = tap(await loading(), 'e2', 'h5');
    expect(sent(late)).toEqual([]);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(sent(late)).toEqual(['h5']);
  });

  it('waits for nothing where no marks are promised', async () => {
    expect(sent(tap(await loading({ highlightingEnabled: false }), 'e2', 'h5'))).toEqual(['h5']);
  });
});

// A copy of a finished game that is shown before the server answers: what the server then tells first is no event.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Game } from '../src/game/game.svelte';
import { go } from '../src/lib/router.svelte';
import { joinedTo } from './game-states';

vi.mock('../src/lib/router.svelte', () => ({ go: vi.fn() }));

beforeEach(() => {
  vi.stubGlobal('location', { protocol: 'http:', host: 'localhost' });
  vi.stubGlobal('fetch', () => Promise.reject(new Error('no server')));
});
afterEach(() => vi.unstubAllGlobals());

const accepted = { state: 'accepted', gameId: 'abcd1234', token: 'n'.repeat(24) } as const;
const over = () => joinedTo({ gameStatus: 'finished', chat: true });

/** Returns a game that shows its copy, and the state in it. */
function shown(): Game {
  const ended = new Game('over2345');
  ended.receive(over());
  const game = new Game('over2345');
  if (ended.play) game.showCopy({ ...ended.play, peer: { connected: true }, rematch: null });
  return game;
}

it('a rematch that was agreed on before does not take a player away from the review', () => {
  const game = shown();
  game.receive({ ...over(), rematch: accepted });
  expect(game.play?.rematch).toEqual(accepted);
  expect(go).not.toHaveBeenCalled();
  // The same news while the connection was lost does.
  game.receive({ ...over(), seq: 3 });
  game.receive({ ...over(), rematch: accepted, seq: 4 });
  expect(go).toHaveBeenCalledWith('/g/abcd1234');
});

it('the rules of another game are asked for once, before the server answers', async () => {
  const asked: string[] = [];
  vi.stubGlobal('fetch', (address: string) => {
    asked.push(address);
    return new Promise(() => undefined);
  });
  const other = () => joinedTo({ gameStatus: 'finished', ruleset: 'janggi' });
  const ended = new Game('over2345');
  ended.receive(other());
  const game = new Game('over3456');
  if (ended.play) game.showCopy(ended.play);
  await vi.waitFor(() => expect(asked.filter((address) => address === '/api/rules/janggi?tables=relative')).toHaveLength(2));
  game.receive(other());
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(asked.filter((address) => address.startsWith('/api/rules/'))).toHaveLength(2);
});

it('a player who is away is no news', () => {
  const game = shown();
  game.receive({ ...over(), peer: { connected: false } });
  expect(game.play?.peer.connected).toBe(false);
  expect(game.chat.log.lines).toEqual([]);
});

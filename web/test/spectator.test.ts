import { afterEach, expect, it, vi } from 'vitest';
import { OUTCOME_MS, SpectatorGame } from '../src/game/spectator.svelte';
import { seatKey, signedSeat, spectatorTokenKey, store, tokenKey } from '../src/lib/storage';
import { duel, state } from './game-states';

/** Returns the first frame that a spectator's page sends. */
function hello(id: string): unknown {
  const sockets: Socket[] = [];
  class Socket {
    static readonly OPEN = 1;
    readyState = 1;
    sent: string[] = [];
    onopen: (() => void) | null = null;
    constructor() {
      sockets.push(this);
    }
    send(text: string): void {
      this.sent.push(text);
    }
    close(): void {
      this.readyState = 3;
    }
  }
  const events = { addEventListener: () => undefined, removeEventListener: () => undefined };
  vi.stubGlobal('WebSocket', Socket);
  vi.stubGlobal('location', { protocol: 'http:', host: 'localhost' });
  vi.stubGlobal('window', events);
  vi.stubGlobal('document', events);
  const game = new SpectatorGame(id);
  game.start();
  sockets[0]?.onopen?.();
  game.stop();
  return JSON.parse(sockets[0]?.sent[0] ?? 'null');
}

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('a returning spectator sends the earlier token, and a player the token of the seat', () => {
  expect(hello('watch234')).toEqual({ type: 'spectator.join', gameId: 'watch234' });
  store(spectatorTokenKey('watch234'), 'w'.repeat(24));
  expect(hello('watch234')).toMatchObject({ token: 'w'.repeat(24) });
  store(tokenKey('watch234'), 's'.repeat(24));
  expect(hello('watch234')).toMatchObject({ token: 's'.repeat(24) });
});

it('a signature for the record of an own game is not sent as a token', () => {
  const seat = signedSeat('watch236');
  store(seatKey('watch236'), seat);
  store(tokenKey(seat), `${'k'.repeat(87)}.${'s'.repeat(86)}`);
  expect(hello('watch236')).toEqual({ type: 'spectator.join', gameId: 'watch236' });
});

it.each(['game_not_found', 'spectators_disabled'] as const)('a game that answers %s is read in its record, if there is one', async (code) => {
  vi.stubGlobal('location', { protocol: 'http:', host: 'localhost' });
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(address);
    return new Response('{}', { status: 404 });
  });
  const game = new SpectatorGame('watch237');
  game.receive({ type: 'error', code, message: '' } as unknown as Parameters<typeof game.receive>[0]);
  await vi.waitFor(() => expect(game.refusal).toBe(code));
  expect(asked).toEqual([expect.stringContaining('watch237')]);
});

it('the bids of a duel are shown once, for a few seconds', () => {
  vi.useFakeTimers();
  vi.stubGlobal('location', { protocol: 'http:', host: 'localhost' });
  const game = new SpectatorGame('watch235');
  game.receive(state(1, { you: 'spectator', phase: 'duel_allocation', duel: duel() }));
  game.receive({ type: 'duel.outcome', gameId: 'watch235', winner: 'w', result: 'success', attackerAllocation: 5, defenderAllocation: 0, sequence: 2 });
  game.receive(state(3, { you: 'spectator', ply: 1 }));
  expect(game.outcome).toMatchObject({ attackerAllocation: 5 });
  vi.advanceTimersByTime(OUTCOME_MS - 1);
  expect(game.outcome).not.toBeNull();
  vi.advanceTimersByTime(1);
  expect(game.outcome).toBeNull();
  game.receive(state(4, { you: 'spectator', ply: 2 }));
  expect(game.outcome).toBeNull();
});

it('a delayed spectator counts down to the first state, also over a new connection', () => {
  vi.useFakeTimers();
  vi.stubGlobal('location', { protocol: 'http:', host: 'localhost' });
  const game = new SpectatorGame('watch236');
  const welcome = { type: 'spectator.welcome' as const, gameId: 'watch236', id: 's1', name: 'Guest 1', token: 'w'.repeat(24), delaySeconds: 60 };
  expect(game.secondsToFirstState()).toBe(0);
  game.receive(welcome);
  expect(game.secondsToFirstState()).toBe(60);
  vi.advanceTimersByTime(14_500);
  expect(game.secondsToFirstState()).toBe(46);
  game.receive(welcome);
  expect(game.secondsToFirstState()).toBe(46);
  vi.advanceTimersByTime(50_000);
  expect(game.secondsToFirstState()).toBe(0);
});

it('a player is known by the other id of the game', () => {
  store(tokenKey('seat1234'), 'z'.repeat(24));
  store(seatKey('seen1234'), 'seat1234');
  expect(hello('seen1234')).toMatchObject({ gameId: 'seen1234', token: 'z'.repeat(24) });
  expect(new SpectatorGame('seen1234').seat).toBe('seat1234');
});

it('a spectator who comes back gets the chat, and reads when players go away', () => {
  vi.stubGlobal('location', { protocol: 'http:', host: 'localhost' });
  const game = new SpectatorGame('watch237');
  game.receive({ type: 'spectator.welcome', gameId: 'watch237', id: 's1', name: 'Guest 1', token: 'w'.repeat(24), delaySeconds: 0 });
  const players = (connected: boolean) => [{ id: 'w', color: 'w' as const, connected: true }, { id: 'b', color: 'b' as const, connected }];
  game.receive(state(1, { you: 'spectator', chat: true, players: players(true) }));
  game.receive({
    type: 'chat.history', gameId: 'watch237',
    messages: [{ gameId: 'watch237', messageId: 1, senderId: 'w', message: 'Good luck', timestamp: 5 }],
  });
  game.receive(state(2, { you: 'spectator', chat: true, players: players(false) }));
  game.receive(state(3, { you: 'spectator', chat: true, players: players(true) }));
  expect(game.chat.log.lines).toMatchObject([{ message: { message: 'Good luck' } }, { kind: 'away', color: 'b' }, { kind: 'back', color: 'b' }]);
});

it('a game that is gone is shown from its record, which a player asks for with the token of the seat', async () => {
  const asked: [string, unknown][] = [];
  const record = { summary: { id: 'watch239', endedAt: 5 }, state: state(1, { you: 'spectator', gameStatus: 'finished' }) };
  const answers = [{ status: 404 }, { ok: true, status: 200, json: async () => record }];
  vi.stubGlobal('location', { protocol: 'http:', host: 'localhost' });
  vi.stubGlobal('fetch', async (path: string, options: unknown) => {
    asked.push([path, options]);
    return answers.shift();
  });
  const gone = { type: 'error', code: 'game_not_found', message: '' } as const;
  const refused = new SpectatorGame('watch239');
  refused.receive(gone);
  await vi.waitFor(() => expect(refused.refusal).toBe('game_not_found'));
  expect(refused.play).toBeNull();
  store(seatKey('watch239'), 'abcd2349');
  store(tokenKey('abcd2349'), 's'.repeat(24));
  const shown = new SpectatorGame('watch239');
  shown.receive(gone);
  await vi.waitFor(() => expect(shown.play?.state.gameStatus).toBe('finished'));
  expect(shown.refusal).toBeNull();
  expect(asked).toEqual([
    ['/api/games/watch239/record', {}],
    ['/api/games/watch239/record', { headers: { authorization: `Bearer ${'s'.repeat(24)}` } }],
  ]);
});

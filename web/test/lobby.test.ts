import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Lobby } from '../src/lobby/lobby.svelte';
import { KEY, store } from '../src/lib/storage';
import type { SeekView } from '../src/wire';

/** False where this browser cannot sign. */
let canSign = true;
vi.mock('../src/identity/kept', () => ({
  signLobby: (at: number) => (canSign ? Promise.resolve({ at, key: 'key', signature: 'signature' }) : Promise.reject(new Error('no key'))),
}));

/** Sockets that were opened, the latest last. */
let sockets: FakeSocket[] = [];
class FakeSocket {
  static readonly OPEN = 1;
  readyState = 1;
  sent: unknown[] = [];
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  constructor(readonly address: string) {
    sockets.push(this);
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }
  close(): void {
    this.readyState = 3;
    this.onclose?.({ code: 1000 });
  }
  /** Waits until something was sent. */
  async asked(): Promise<unknown> {
    await vi.waitUntil(() => this.sent.length > 0);
    return this.sent.at(-1);
  }
}

const seek = (number: number): SeekView => ({ seek: number, game: { mode: 'blind', side: 'random', highlightingEnabled: true } });
const request = { mode: 'blind', side: 'random', highlightingEnabled: true, overlays: [] } as const;

let begun: string[] = [];
let lobby: Lobby;
beforeEach(() => {
  vi.useFakeTimers();
  [sockets, begun] = [[], []];
  vi.stubGlobal('WebSocket', FakeSocket);
  vi.stubGlobal('location', { protocol: 'https:', host: 'play.example' });
  lobby = new Lobby((game) => begun.push(game));
});
afterEach(() => {
  lobby.leave();
  store(KEY, '');
  canSign = true;
  vi.useRealTimers();
  vi.unstubAllGlobals();
});
const shown = () => lobby.offered.map((each) => each.seek);

it('shows the seeks of others, and one that was given back where it stood', () => {
  expect(sockets[0]?.address).toBe('wss://play.example/lobby');
  lobby.receive({ type: 'seeks', seeks: [seek(1), seek(2)], now: 1 });
  lobby.receive({ type: 'gone', seek: 1 });
  lobby.receive({ type: 'seek', ...seek(3) });
  lobby.receive({ type: 'waiting', seek: 3 });
  expect(shown()).toEqual([2]);
  lobby.receive({ type: 'seek', ...seek(1) });
  expect(shown()).toEqual([1, 2]);
});

it('waits until its own seek is gone', () => {
  lobby.receive({ type: 'seeks', seeks: [], now: 1 });
  lobby.pair({ ...request, overlays: [] });
  expect(lobby.isAsking).toBe(true);
  lobby.receive({ type: 'seek', ...seek(1) });
  lobby.receive({ type: 'waiting', seek: 1 });
  expect([lobby.waiting, lobby.isAsking]).toEqual([1, false]);
  lobby.receive({ type: 'gone', seek: 1 });
  lobby.receive({ type: 'withdrawn' });
  expect([lobby.waiting, lobby.problem]).toEqual([null, 'withdrawn']);
});

it('asks for a game with any clock where that will do', () => {
  lobby.receive({ type: 'seeks', seeks: [], now: 1 });
  lobby.pair({ ...request, overlays: [] }, true);
  lobby.pair({ ...request, overlays: [] });
  expect(sockets[0]?.sent).toEqual([{ type: 'pair', game: request, anyClock: true }, { type: 'pair', game: request }]);
});

it('keeps the token of the game that begins, and leaves', async () => {
  lobby.receive({ type: 'paired', gameId: 'abcd1234', token: 't'.repeat(24) });
  const { load, tokenKey } = await import('../src/lib/storage');
  expect([begun, load(tokenKey('abcd1234')), sockets[0]?.readyState]).toEqual([['abcd1234'], 't'.repeat(24), 3]);
  vi.advanceTimersByTime(60_000);
  expect(sockets).toHaveLength(1);
});

it('comes back after a lost connection, and does not once it has left', () => {
  lobby.receive({ type: 'seeks', seeks: [seek(1)], now: 1 });
  sockets[0]?.onclose?.({ code: 1006 });
  expect([lobby.status, shown()]).toEqual(['lost', []]);
  vi.advanceTimersByTime(2_000);
  sockets[1]?.onclose?.({ code: 1013 });
  expect([sockets.length, lobby.status]).toEqual([2, 'full']);
  lobby.leave();
  vi.advanceTimersByTime(60_000);
  expect(sockets).toHaveLength(2);
});

describe('with a key', () => {
  /** Returns the socket of a lobby that was entered anew. */
  const enter = (): FakeSocket => {
    lobby.leave();
    store(KEY, 'a key');
    lobby = new Lobby((game) => begun.push(game));
    const socket = sockets.at(-1);
    if (!socket) throw new Error('no socket');
    return socket;
  };

  it('shows it at the time of the server, and only then the seeks that were made for it', async () => {
    const socket = enter();
    lobby.receive({ type: 'seeks', seeks: [seek(1), seek(2)], now: 1_777_334_400_000 });
    expect(await socket.asked()).toEqual({ type: 'identify', at: 1_777_334_400_000, key: 'key', signature: 'signature' });
    expect([lobby.status, shown()]).toEqual(['connecting', []]);
    lobby.receive({ type: 'seeks', seeks: [seek(2)], now: 1_777_334_400_001 });
    expect([lobby.status, shown()]).toEqual(['open', [2]]);
  });

  it('is open all the same where the key is not taken, or cannot be used, also after a lost connection', async () => {
    enter();
    for (canSign of [true, false]) {
      sockets.at(-1)?.onclose?.({ code: 1006 });
      vi.advanceTimersByTime(2_000);
      const socket = sockets.at(-1);
      lobby.receive({ type: 'seeks', seeks: [seek(1)], now: 1 });
      lobby.receive({ type: 'seek', ...seek(3) });
      if (canSign) {
        await socket?.asked();
        expect(lobby.status).toBe('lost');
        lobby.receive({ type: 'error', code: 'rate_limited', message: '' });
      }
      await vi.waitUntil(() => lobby.status === 'open');
      expect([shown(), lobby.problem]).toEqual([[1, 3], null]);
    }
  });
});

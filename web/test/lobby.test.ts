import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Lobby } from '../src/lobby/lobby.svelte';
import type { SeekView } from '../src/wire';

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
  vi.useRealTimers();
  vi.unstubAllGlobals();
});
const shown = () => lobby.offered.map((each) => each.seek);

it('shows the seeks of others, and one that was given back where it stood', () => {
  expect(sockets[0]?.address).toBe('wss://play.example/lobby');
  lobby.receive({ type: 'seeks', seeks: [seek(1), seek(2)] });
  lobby.receive({ type: 'gone', seek: 1 });
  lobby.receive({ type: 'seek', ...seek(3) });
  lobby.receive({ type: 'waiting', seek: 3 });
  expect(shown()).toEqual([2]);
  lobby.receive({ type: 'seek', ...seek(1) });
  expect(shown()).toEqual([1, 2]);
});

it('waits until its own seek is gone', () => {
  lobby.receive({ type: 'seeks', seeks: [] });
  lobby.pair({ ...request, overlays: [] });
  expect(lobby.isAsking).toBe(true);
  lobby.receive({ type: 'seek', ...seek(1) });
  lobby.receive({ type: 'waiting', seek: 1 });
  expect([lobby.waiting, lobby.isAsking]).toEqual([1, false]);
  lobby.receive({ type: 'gone', seek: 1 });
  lobby.receive({ type: 'withdrawn' });
  expect([lobby.waiting, lobby.problem]).toEqual([null, 'withdrawn']);
});

it('keeps the token of the game that begins, and leaves', async () => {
  lobby.receive({ type: 'paired', gameId: 'abcd1234', token: 't'.repeat(24) });
  const { load, tokenKey } = await import('../src/lib/storage');
  expect([begun, load(tokenKey('abcd1234')), sockets[0]?.readyState]).toEqual([['abcd1234'], 't'.repeat(24), 3]);
  vi.advanceTimersByTime(60_000);
  expect(sockets).toHaveLength(1);
});

it('comes back after a lost connection, and does not once it has left', () => {
  lobby.receive({ type: 'seeks', seeks: [seek(1)] });
  sockets[0]?.onclose?.({ code: 1006 });
  expect([lobby.status, shown()]).toEqual(['lost', []]);
  vi.advanceTimersByTime(2_000);
  sockets[1]?.onclose?.({ code: 1013 });
  expect([sockets.length, lobby.status]).toEqual([2, 'full']);
  lobby.leave();
  vi.advanceTimersByTime(60_000);
  expect(sockets).toHaveLength(2);
});

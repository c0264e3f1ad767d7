import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { backoff, Connection, QUICK_RETRIES } from '../src/game/connection';

// Requirement blind-123.
it('five retries are quick, each after twice the time, and later ones slow, with jitter', () => {
  expect(QUICK_RETRIES).toBe(5);
  const waits = Array.from({ length: QUICK_RETRIES + 2 }, (_, index) => backoff(index + 1, () => 0.5));
  for (const [index, wait] of waits.slice(1, QUICK_RETRIES).entries()) expect(wait).toBe((waits[index] ?? 0) * 2);
  for (const wait of waits.slice(QUICK_RETRIES)) expect(wait).toBeGreaterThan(10_000);
  expect(backoff(3, () => 0)).toBeLessThan(backoff(3, () => 1));
});

describe('a connection that is opening', () => {
  class Socket {
    static readonly OPEN = 1;
    static readonly all: Socket[] = [];
    readyState = 0;
    onclose: ((event: { code: number; reason: string }) => void) | null = null;
    onopen: (() => void) | null = null;
    onmessage: ((event: { data: string }) => void) | null = null;
    constructor() {
      Socket.all.push(this);
    }
    open(): void {
      this.readyState = Socket.OPEN;
      this.onopen?.();
    }
    receive(frame: object): void {
      this.onmessage?.({ data: JSON.stringify(frame) });
    }
    send(): void {
      // Only the answers matter.
    }
    close(): void {
      this.readyState = 3;
    }
  }

  beforeEach(() => {
    const events = { addEventListener: () => undefined, removeEventListener: () => undefined };
    vi.useFakeTimers();
    vi.stubGlobal('WebSocket', Socket);
    vi.stubGlobal('window', events);
    vi.stubGlobal('document', events);
    vi.stubGlobal('navigator', { onLine: true });
    Socket.all.length = 0;
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  function started(): { connection: Connection; states: string[] } {
    const states: string[] = [];
    const connection = new Connection(() => new WebSocket('ws://localhost/ws'), {
      state: ({ kind }) => states.push(kind), hello: () => ({ type: 'pong' }), frame: () => undefined,
    });
    connection.start();
    return { connection, states };
  }

  it('says hello to a socket that is open already', () => {
    const socket = new Socket();
    const sent: string[] = [];
    Object.assign(socket, { readyState: Socket.OPEN, send: (text: string) => sent.push(text) });
    const events = { state: () => undefined, hello: () => ({ type: 'pong' }) as const, frame: () => undefined };
    const connection = new Connection(() => socket as unknown as WebSocket, events);
    connection.start();
    expect(sent).toEqual(['{"type":"pong"}']);
    connection.stop();
  });

  it('says nothing to a socket that has said hello, and takes what that has received', () => {
    const socket = new Socket();
    const [sent, frames, states]: [string[], object[], string[]] = [[], [], []];
    const received = ['{"type":"joined"}', '{"type":"pong"}'];
    Object.assign(socket, { readyState: Socket.OPEN, send: (text: string) => sent.push(text), received });
    const events = {
      state: ({ kind }: { kind: string }) => states.push(kind), hello: () => ({ type: 'pong' }) as const, frame: (frame: object) => frames.push(frame),
    };
    const connection = new Connection(() => socket as unknown as WebSocket, events);
    connection.start();
    socket.receive({ type: 'ping' });
    expect([sent, states]).toEqual([[], ['connecting', 'open']]);
    expect(frames).toEqual([{ type: 'joined' }, { type: 'pong' }, { type: 'ping' }]);
    connection.stop();
  });

  it('is lost without a first frame, and not later', () => {
    const { states } = started();
    Socket.all[0]?.open();
    vi.advanceTimersByTime(7_000);
    expect(states).toEqual(['connecting']);
    vi.advanceTimersByTime(2_000);
    expect(states).toEqual(['connecting', 'retrying']);
    Socket.all[1]?.open();
    Socket.all[1]?.receive({ type: 'joined' });
    vi.advanceTimersByTime(20_000);
    expect(states).toEqual(['connecting', 'retrying', 'open']);
  });

  it.each([
    ['a server that stops', 1001, 'shutdown'],
    ['a node that has given the game up', 1012, 'restart'],
  ])('comes back within a second from %s', (_, code, reason) => {
    const { connection, states } = started();
    Socket.all[0]?.open();
    Socket.all[0]?.receive({ type: 'joined' });
    Socket.all[0]?.onclose?.({ code, reason });
    expect(states.at(-1)).toBe('retrying');
    vi.advanceTimersByTime(1_000);
    expect(Socket.all).toHaveLength(2);
    Socket.all[1]?.open();
    Socket.all[1]?.receive({ type: 'joined' });
    expect(states.at(-1)).toBe('open');
    connection.stop();
  });

  it('reports that it is not open, also when a new one replaces it', () => {
    const { connection, states } = started();
    Socket.all[0]?.open();
    Socket.all[0]?.receive({ type: 'joined' });
    connection.resync();
    expect([states, connection.send({ type: 'pong' })]).toEqual([['connecting', 'open', 'connecting'], false]);
  });
});

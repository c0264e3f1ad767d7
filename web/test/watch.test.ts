import { afterEach, expect, it, vi } from 'vitest';
import { Watch } from '../src/game/watch.svelte';
import { keep, tokenKey, watcherKey } from '../src/lib/storage';

/** The first message of a watching page. */
function hello(id: string): unknown {
  const sockets: Socket[] = [];
  class Socket {
    static readonly OPEN = 1;
    readyState = 1;
    said: string[] = [];
    onopen: (() => void) | null = null;
    constructor() {
      sockets.push(this);
    }
    send(text: string): void {
      this.said.push(text);
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
  const watch = new Watch(id);
  watch.start();
  sockets[0]?.onopen?.();
  watch.stop();
  return JSON.parse(sockets[0]?.said[0] ?? 'null');
}

afterEach(() => vi.unstubAllGlobals());

it('who watches again shows the token of before, and who holds a seat shows that of the seat', () => {
  expect(hello('watch234')).toEqual({ type: 'spectator.join', gameId: 'watch234' });
  keep(watcherKey('watch234'), 'w'.repeat(24));
  expect(hello('watch234')).toMatchObject({ token: 'w'.repeat(24) });
  keep(tokenKey('watch234'), 's'.repeat(24));
  expect(hello('watch234')).toMatchObject({ token: 's'.repeat(24) });
});

import { afterEach, expect, it, vi } from 'vitest';
import { SpectatorGame } from '../src/game/spectator.svelte';
import { spectatorTokenKey, store, tokenKey } from '../src/lib/storage';

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

afterEach(() => vi.unstubAllGlobals());

it('a returning spectator sends the earlier token, and a player the token of the seat', () => {
  expect(hello('watch234')).toEqual({ type: 'spectator.join', gameId: 'watch234' });
  store(spectatorTokenKey('watch234'), 'w'.repeat(24));
  expect(hello('watch234')).toMatchObject({ token: 'w'.repeat(24) });
  store(tokenKey('watch234'), 's'.repeat(24));
  expect(hello('watch234')).toMatchObject({ token: 's'.repeat(24) });
});

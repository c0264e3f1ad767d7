// Starts what the page of a game waits for, before its scripts are asked for: a player's socket; or the terms of a game, beside the part that shows them.
// The build writes this script into the page itself, so it imports nothing.
import type { Early, EarlySocket } from './lib/early';

const [, id] = /^\/g\/([a-z0-9]{8})\/?$/.exec(location.pathname) ?? [];
if (id !== undefined) globalThis.early = start(id);

function start(game: string): Early {
  const token = seatToken(game);
  if (token !== null) {
    preload('playing');
    return { game, socket: greet(game, token) };
  }
  const terms = fetch(`/api/games/${game}`);
  // A failure is reported where the answer is used.
  terms.catch(() => undefined);
  preload('joining');
  return { game, terms };
}

/** Opens the socket of a player, says hello as soon as it is open, and keeps what the server says until the game listens. */
function greet(gameId: string, token: string): EarlySocket {
  const socket: EarlySocket = new WebSocket(`${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/ws?game=${gameId}`);
  socket.onopen = () => {
    const received: unknown[] = (socket.received = []);
    socket.onmessage = ({ data }) => received.push(data);
    socket.send(JSON.stringify({ type: 'hello', gameId, token }));
  };
  return socket;
}

/** Asks for parts by their names, which the build writes into the element of this script. */
function preload(what: 'joining' | 'playing'): void {
  const parts = document.currentScript?.dataset[what] ?? '';
  for (const part of parts.split(' ').filter(Boolean)) {
    const kind = part.endsWith('.css') ? { rel: 'preload', as: 'style', href: `/assets/${part}` } : { rel: 'modulepreload', href: `/assets/${part}.js` };
    document.head.append(Object.assign(document.createElement('link'), kind, { crossOrigin: '' }));
  }
}

function seatToken(game: string): string | null {
  try {
    return localStorage.getItem(`bc:${game}`);
  } catch {
    return null;
  }
}

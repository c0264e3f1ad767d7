// Starts what the page of a game waits for, while its scripts are still on their way: a player's socket; or the terms of a game, beside the part that
// shows them. It is a script of its own and imports nothing, so that it comes first.
import type { Early } from './lib/early';

const [, id] = /^\/g\/([a-z0-9]{8})\/?$/.exec(location.pathname) ?? [];
if (id !== undefined) globalThis.early = start(id);

function start(game: string): Early {
  if (hasSeat(game)) {
    preload('playing');
    return { game, socket: new WebSocket(`${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/ws?game=${game}`) };
  }
  const terms = fetch(`/api/games/${game}`);
  // A failure is reported where the answer is used.
  terms.catch(() => undefined);
  preload('joining');
  return { game, terms };
}

/** Asks for parts by their names, which the build writes beside this script. */
function preload(what: 'joining' | 'playing'): void {
  const parts = document.querySelector<HTMLElement>('[data-joining]')?.dataset[what] ?? '';
  for (const part of parts.split(' ').filter(Boolean)) {
    const kind = part.endsWith('.css') ? { rel: 'preload', as: 'style', href: `/assets/${part}` } : { rel: 'modulepreload', href: `/assets/${part}.js` };
    document.head.append(Object.assign(document.createElement('link'), kind, { crossOrigin: '' }));
  }
}

function hasSeat(game: string): boolean {
  try {
    return localStorage.getItem(`bc:${game}`) !== null;
  } catch {
    return false;
  }
}

// Chooses the language of the page and asks for its file, before the scripts of the page are asked for. Then starts what the page of a game waits for: a
// player's socket, whose first message is a picture of the board at once; or the terms of a game, beside the part that shows them.
// The build writes this script into the page itself, with the little that it imports.
import type { Early, EarlySocket } from './lib/early';
import { type Look, showPreview } from './preview';
import type { ServerMessage } from './wire';

const LANGUAGES = ['en', 'de', 'es', 'fr', 'pt', 'ru', 'ja', 'zh'];
const LANGUAGE_KEY = 'tabula:language';

const language = chosenLanguage();
document.documentElement.lang = language;
preload(language);
const look = storedLook();
if (look.theme === 'light' || look.theme === 'dark') document.documentElement.dataset['theme'] = look.theme;
if (typeof look.board === 'string') document.documentElement.dataset['board'] = look.board;

const [, id] = /^\/g\/([a-z0-9]{8})\/?$/.exec(location.pathname) ?? [];
if (id !== undefined) globalThis.early = start(id);
else if (location.pathname === '/') preload('landing');

/** Returns the language that a link asked for in this tab, or that was chosen by hand, or that the browser prefers: the first that there is. */
function chosenLanguage(): string {
  const linked = codeOf(new URLSearchParams(location.search).get('lang'));
  try {
    if (linked !== undefined) sessionStorage.setItem(LANGUAGE_KEY, linked);
  } catch {
    // The link counts for this page alone.
  }
  const wanted = [linked, codeOf(stored('sessionStorage', LANGUAGE_KEY)), codeOf(stored('localStorage', LANGUAGE_KEY)), ...navigator.languages.map(codeOf)];
  return wanted.find((code) => code !== undefined) ?? 'en';
}

/** Returns the code of a language by its tag, such as `pt-BR`; undefined for one that the page does not speak. */
function codeOf(tag: string | null): string | undefined {
  const [code = ''] = (tag ?? '').toLowerCase().split('-');
  return LANGUAGES.includes(code) ? code : undefined;
}

function start(game: string): Early {
  const token = stored('localStorage', `bc:${game}`);
  if (token !== null) {
    preload('playing');
    return { game, socket: greet(game, token) };
  }
  // Who has a key signs the request, which this script cannot.
  // The answer is read as it comes, not when somebody waits for it.
  const terms = stored('localStorage', 'tabula:key') === null ? fetch(`/api/games/${game}`).then(async (answer) => new Response(await answer.text(), answer)) : undefined;
  // A failure is reported where the answer is used.
  terms?.catch(() => undefined);
  preload('joining');
  return terms ? { game, terms } : { game };
}

/** Opens the socket of a player, says hello as soon as it is open, and keeps what the server says until the game listens. */
function greet(gameId: string, token: string): EarlySocket {
  const socket: EarlySocket = new WebSocket(`${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/ws?game=${gameId}`);
  socket.onopen = () => {
    const received: unknown[] = (socket.received = []);
    socket.onmessage = ({ data }: MessageEvent<string>) => {
      if (received.push(data) === 1) showPreview(gameId, JSON.parse(data) as ServerMessage, look);
    };
    socket.send(JSON.stringify({ type: 'hello', gameId, token }));
  };
  // The page tells itself how it goes on, unless its scripts do not come.
  addEventListener('error', ({ target }) => target instanceof HTMLScriptElement && document.getElementById('preview')?.remove(), { capture: true });
  return socket;
}

/** Asks for parts by their names, which the build writes into the element of this script. */
function preload(what: string): void {
  const parts = document.currentScript?.dataset[what] ?? '';
  for (const part of parts.split(' ').filter(Boolean)) {
    const kind = part.endsWith('.css') ? { rel: 'preload', as: 'style', href: `/assets/${part}` } : { rel: 'modulepreload', href: `/assets/${part}.js` };
    document.head.append(Object.assign(document.createElement('link'), kind, { crossOrigin: '' }));
  }
}

/** Returns the settings as they are stored, of which any may be missing or unknown. */
function storedLook(): Look & { theme?: unknown; board?: unknown } {
  try {
    return Object(JSON.parse(stored('localStorage', 'tabula:settings') ?? '{}')) as Look;
  } catch {
    return {};
  }
}

function stored(where: 'localStorage' | 'sessionStorage', key: string): string | null {
  try {
    return globalThis[where].getItem(key);
  } catch {
    return null;
  }
}

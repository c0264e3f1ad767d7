import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openSocket } from '../src/lib/api';
import { tokenKey } from '../src/lib/storage';
import { fetchTerms } from '../src/lib/terms';

const GAME = 'abcd1234';

class Socket {
  static readonly OPEN = 1;
  static readonly all: Socket[] = [];
  readyState = 0;
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  received?: unknown[];
  readonly sent: string[] = [];
  send(text: string): void {
    this.sent.push(text);
  }
  constructor(readonly url: string) {
    Socket.all.push(this);
  }
}

interface Link {
  rel: string;
  href: string;
  as?: string;
}
let links: Link[] = [];
let requests: string[] = [];

const LANGUAGE = 'tabula:language';
interface Preferences {
  search?: string;
  /** Contents of the local storage. */
  kept?: Readonly<Record<string, string>>;
  /** Languages that the browser prefers. */
  languages?: readonly string[];
}
/** The language that a link chose for this tab. */
let tab: string | undefined;
let root: { lang?: string; dataset: Record<string, string> } = { dataset: {} };

/** Runs the script on a page, for a visitor or for a player. */
async function opened(pathname: string, isPlayer = false, { search = '', kept = {}, languages = ['en'] }: Preferences = {}): Promise<void> {
  vi.resetModules();
  const parts = { dataset: { joining: 'JoinPage-a JoinPage-b.css later-c', playing: 'play-d', de: 'de-e' } };
  vi.stubGlobal('location', { pathname, search, protocol: 'https:', host: 'tabula.example' });
  vi.stubGlobal('navigator', { languages });
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => (key === LANGUAGE ? (tab ?? null) : null),
    setItem: (key: string, value: string) => { if (key === LANGUAGE) tab = value; },
  });
  const stored: Readonly<Record<string, string>> = { ...(isPlayer && { [tokenKey(GAME)]: 'token' }), ...kept };
  vi.stubGlobal('localStorage', { getItem: (key: string) => stored[key] ?? null });
  root = { dataset: {} };
  vi.stubGlobal('addEventListener', () => undefined);
  vi.stubGlobal('document', { documentElement: root, currentScript: parts, createElement: () => ({}), head: { append: (link: Link) => links.push(link) } });
  await import('../src/start');
}

beforeEach(() => {
  links = [];
  requests = [];
  Socket.all.length = 0;
  tab = undefined;
  vi.stubGlobal('WebSocket', Socket);
  vi.stubGlobal('fetch', (url: string) => {
    requests.push(url);
    return Promise.resolve(new Response(null, { status: 404 }));
  });
});
afterEach(() => {
  globalThis.early = undefined;
  vi.unstubAllGlobals();
});

it('a visitor of a game asks for its terms and for the part that shows them, once', async () => {
  await opened(`/g/${GAME}`);
  expect(requests).toEqual([`/api/games/${GAME}`]);
  expect(links.map(({ rel, href, as }) => [rel, href, as])).toEqual([
    ['modulepreload', '/assets/JoinPage-a.js', undefined],
    ['preload', '/assets/JoinPage-b.css', 'style'],
    ['modulepreload', '/assets/later-c.js', undefined],
  ]);
  expect(Socket.all).toEqual([]);
  await fetchTerms('efgh5678');
  await fetchTerms(GAME);
  expect(requests).toEqual([`/api/games/${GAME}`, '/api/games/efgh5678']);
  await fetchTerms(GAME);
  expect(requests).toHaveLength(3);
});

it('a player opens the socket of the game and asks for the part that plays; the socket is taken once and while it lives', async () => {
  await opened(`/g/${GAME}`, true);
  expect(links.map(({ href }) => href)).toEqual(['/assets/play-d.js']);
  expect([requests, Socket.all.map(({ url }) => url)]).toEqual([[], [`wss://tabula.example/ws?game=${GAME}`]]);
  expect(openSocket('efgh5678')).not.toBe(Socket.all[0]);
  expect(openSocket(GAME)).toBe(Socket.all[0]);
  expect(openSocket(GAME)).not.toBe(Socket.all[0]);
  expect(Socket.all.at(-1)?.url).toBe(Socket.all[0]?.url);

  await opened(`/g/${GAME}`, true);
  const closed = Socket.all.at(-1);
  if (closed) closed.readyState = 3;
  expect(openSocket(GAME)).not.toBe(closed);
});

it('the socket of a player says hello once it is open, and keeps what the server says', async () => {
  await opened(`/g/${GAME}`, true);
  const socket = Socket.all[0];
  expect([socket?.sent, socket?.received]).toEqual([[], undefined]);
  socket?.onopen?.();
  socket?.onmessage?.({ data: '{"type":"joined"}' });
  expect(socket?.sent).toEqual([`{"type":"hello","gameId":"${GAME}","token":"token"}`]);
  expect(socket?.received).toEqual(['{"type":"joined"}']);
});

it('other pages start nothing early', async () => {
  for (const pathname of ['/', '/local', '/w/abcd1234', '/r/ABCDEF', '/g/abcd123']) await opened(pathname, true);
  expect([globalThis.early, requests, links, Socket.all]).toEqual([undefined, [], [], []]);
});

it.each<[string, Preferences, string]>([
  ['the first language of the browser that there is', { languages: ['nl', 'de-AT', 'en'] }, 'de'],
  ['English where the browser prefers none that there is', { languages: ['nl', 'des'] }, 'en'],
  ['the language that was chosen by hand', { languages: ['en'], kept: { [LANGUAGE]: 'de' } }, 'de'],
  ['the language of the link before all others', { search: '?game=shogi&lang=de', kept: { [LANGUAGE]: 'en' } }, 'de'],
  ['the other preferences where a link names no language', { search: '?lang=xx', kept: { [LANGUAGE]: 'de' } }, 'de'],
  ['nothing else that was stored by mistake', { kept: { [LANGUAGE]: 'toString' } }, 'en'],
])('the page speaks %s', async (_, preferences, expected) => {
  await opened('/', false, preferences);
  expect(root.lang).toBe(expected);
  expect(links.map(({ href }) => href)).toEqual(expected === 'de' ? ['/assets/de-e.js'] : []);
});

it('a tab keeps the language of its link', async () => {
  await opened('/', false, { search: '?lang=DE' });
  await opened('/local', false, { kept: { [LANGUAGE]: 'en' } });
  expect(root.lang).toBe('de');
});

it('the theme and the colours of the board are set before anything is painted, and stored nonsense sets none', async () => {
  await opened('/', false, { kept: { 'tabula:settings': '{"theme":"dark","board":"walnut"}' } });
  expect(root.dataset).toEqual({ theme: 'dark', board: 'walnut' });
  for (const nonsense of ['{"theme":"system","board":7}', 'null', '[', '"dark"']) {
    await opened('/', false, { kept: { 'tabula:settings': nonsense } });
    expect(root.dataset, nonsense).toEqual({});
  }
});

// The service worker. It keeps the files of the page, and rules that were opened, so that practice, play on one screen, the rule lab and replays of own
// games work without a network. It keeps nothing of a game: `keeping.ts` lists what it may answer, and all else passes it by. The page keeps copies of its
// finished games; the service worker only looks whether there is one. The build adds the list of files (`vite.config.ts`).
/// <reference lib="webworker" />
import { ALWAYS, excess, keepingOf, LISTS, type Keeping } from './keeping';
import type { Ask } from './messages';
import { NOTICE_TEXTS, NOTICES, noticeOf, RENEWED, textsOf, type Notice } from '../push/notice';

declare const self: ServiceWorkerGlobalScope;
/** The build that this script belongs to. */
declare const __BUILD__: {
  /** A hash of all files. */
  version: string;
  /** The script with which the page begins; its name tells builds apart. */
  entry: string;
  /** Files that everybody needs. */
  files: readonly string[];
  /** Files of languages by their codes; those are kept that were in use here. */
  languages: Readonly<Record<string, string>>;
};

const { version, entry, files, languages } = __BUILD__;

/** Files of builds, one cache each; the build before is kept as well, for tabs that still show it. */
const BUILDS = 'build:';
const BUILDS_KEPT = 2;
const RULES = 'rules';
const { origin } = self.location;

/** The time after which what was kept is better than to wait, in milliseconds. */
const PATIENCE_MS = 4_000;

const own = () => caches.open(BUILDS + version);

/** Keeps the file of a language with the files of the build. */
async function keepLanguage(code: string): Promise<void> {
  const file = languages[code];
  if (file === undefined) return;
  const cache = await own();
  if (!(await cache.match(file, { ignoreVary: true }))) await cache.add(file);
  await fromNetwork(new Request(`/api/translations/${code}`));
}

/** Returns the codes of the languages of which builds keep files. */
async function languagesKept(): Promise<string[]> {
  const builds = (await caches.keys()).filter((name) => name.startsWith(BUILDS));
  const kept = await Promise.all(builds.map(async (name) => (await caches.open(name)).keys()));
  const paths = kept.flat().map(({ url }) => new URL(url).pathname);
  return Object.keys(languages).filter((code) => paths.some((path) => path.startsWith(`/assets/${code}-`)));
}

async function install(): Promise<void> {
  const spoken = await languagesKept();
  const cache = await own();
  try {
    // What has a hash in its name may come from the browser's own cache.
    await cache.addAll([...files, ...spoken.flatMap((code) => languages[code] ?? [])].map((file) => new Request(file, { cache: file.startsWith('/assets/') ? 'default' : 'reload' })));
  } catch (error) {
    // A build of which a part is missing is kept not at all.
    await caches.delete(BUILDS + version);
    throw error;
  }
  // Without these the page still works; they are kept the next time that they are asked for.
  await Promise.all([...LISTS, ALWAYS, ...spoken.map((code) => `/api/translations/${code}`)].map((path) => fromNetwork(new Request(path)).catch(() => undefined)));
}

async function activate(): Promise<void> {
  const builds = (await caches.keys()).filter((name) => name.startsWith(BUILDS));
  const others = builds.filter((name) => name !== BUILDS + version);
  await Promise.all(others.slice(0, Math.max(0, others.length + 1 - BUILDS_KEPT)).map((name) => caches.delete(name)));
  await self.clients.claim();
}

/** Asks the network for rules, and keeps them. */
async function fromNetwork(request: Request): Promise<Response> {
  const response = await fetch(request);
  if (response.ok) {
    const cache = await caches.open(RULES);
    // Put again, it is the one that was opened last.
    await cache.delete(request, { ignoreVary: true });
    await cache.put(request, response.clone());
    const addresses = (await cache.keys()).map(({ url }) => url.slice(origin.length));
    await Promise.all(excess(addresses).map((address) => cache.delete(address, { ignoreVary: true })));
  }
  return response;
}

/** Returns what the network answers, or what was kept where it fails or takes long. */
async function soon(network: Promise<Response>, kept: () => Promise<Response | undefined>): Promise<Response> {
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, PATIENCE_MS));
  const first = await Promise.race([network.catch(() => undefined), late]);
  // A server that is being restarted answers as well: then the page that was kept is better.
  if (first && first.status < 500) return first;
  return (await kept()) ?? network;
}

async function answer(request: Request, keeping: Keeping): Promise<Response> {
  const kept = (key: Request | string) => caches.match(key, { ignoreVary: true });
  const page = async () => (await own()).match('/', { ignoreVary: true });
  switch (keeping) {
    case 'page':
      return soon(fetch(request), page);
    case 'game':
      return soon(fetch(request), async () => (await caches.match(request, { ignoreSearch: true })) && page());
    case 'part':
      return (await kept(request)) ?? fetch(request);
    case 'file':
      return soon(fetch(request), async () => (await own()).match(request, { ignoreVary: true }));
    case 'rules':
      return soon(fromNetwork(request), () => kept(request));
  }
}

self.addEventListener('install', (event) => event.waitUntil(install()));
self.addEventListener('activate', (event) => event.waitUntil(activate()));
self.addEventListener('fetch', (event) => {
  const { request } = event;
  const keeping = keepingOf({ method: request.method, mode: request.mode, url: new URL(request.url), origin }, files);
  if (keeping) event.respondWith(answer(request, keeping));
});
/** Shows that a game or a round waits for its player. A later message about the same game or tournament takes the place of the one before. */
async function notify({ text, page }: Notice, message: unknown): Promise<void> {
  const kept = await (await caches.open(NOTICES)).match(NOTICE_TEXTS);
  const { title, body, lang } = textsOf(await kept?.json().catch(() => null), text);
  // A later one is heard again. The types of the browser's interface lack that.
  const options: NotificationOptions & { renotify: boolean } = { body, lang, tag: page, renotify: true, icon: '/icon-192.png', data: message };
  await self.registration.showNotification(title, options);
  // A mark without a number: only the first page knows how many games wait. It counts them when it is opened.
  await self.navigator.setAppBadge?.().catch(() => undefined);
}

const pages = () => self.clients.matchAll({ type: 'window', includeUncontrolled: true });

/** Shows the page to which a notification leads: the one that is open, or else a new one. */
async function openPage({ page }: Notice): Promise<void> {
  const open = (await pages()).find(({ url }) => new URL(url).pathname === page);
  await (open ? open.focus() : self.clients.openWindow(page));
}

self.addEventListener('push', (event) => {
  let message: unknown = null;
  try {
    message = event.data?.json();
  } catch {
    // Not one of this server's.
  }
  const notice = noticeOf(message);
  if (notice !== null) event.waitUntil(notify(notice, message));
});
// Only pages know the seats of games and the players of tournaments. One that is not open is told once it is.
self.addEventListener('pushsubscriptionchange', (event) => {
  event.waitUntil(pages().then((open) => open.forEach((page) => page.postMessage(RENEWED))));
});
self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const { data } = event.notification as { data: unknown };
  // A former version noted the id of the game alone.
  const notice = noticeOf(typeof data === 'string' ? { type: 'your-turn', gameId: data } : data);
  if (notice !== null) event.waitUntil(openPage(notice));
});
self.addEventListener('message', (event) => {
  const asked = event.data as Ask;
  switch (asked) {
    case 'entry':
      event.ports[0]?.postMessage(entry);
      break;
    case 'take over':
      void self.skipWaiting();
      break;
    default:
      // Without a network it is kept the next time.
      event.waitUntil(keepLanguage(asked.language).catch(() => undefined));
  }
});

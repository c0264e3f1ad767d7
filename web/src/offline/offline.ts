// The page without a network, in one part that comes late: the notice of the first page, the service worker, and the announcement of a new version.
import { mount } from 'svelte';
import { language } from '../lib/language';
import { router } from '../lib/router.svelte';
import NewVersion from '../parts/NewVersion.svelte';
import type { Ask } from './messages';
import { registerWorker } from './registration';

export { default as OfflineNotice } from '../parts/OfflineNotice.svelte';

/** How often an open page asks for a new version, in milliseconds. */
const ASKING_MS = 60 * 60 * 1000;

/** The script with which this page began. */
const entry = new URL(document.querySelector<HTMLScriptElement>('script[type="module"][src]')?.src ?? '', location.href).pathname;

const entryOf = (worker: ServiceWorker): Promise<unknown> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => resolve(data);
    worker.postMessage('entry' satisfies Ask, [port2]);
  });

let announced = false;

/** Handles a service worker that waits until the present one is not needed any more. */
async function meet(waiting: ServiceWorker): Promise<void> {
  // This page is already of the new version: the network was asked for it.
  if ((await entryOf(waiting)) === entry) waiting.postMessage('take over' satisfies Ask);
  else if (!announced) {
    announced = true;
    mount(NewVersion, { target: document.body, props: { reload: () => reload(waiting) } });
  }
}

function reload(waiting: ServiceWorker): void {
  navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true });
  waiting.postMessage('take over' satisfies Ask);
}

export async function register(): Promise<void> {
  // Nothing but a game is loaded beside a game.
  if (!['landing', 'local', 'practice', 'lab'].includes(router.route.kind)) return;
  // A browser may refuse, as in a private window: then the page needs its network.
  const registration = await registerWorker();
  if (!registration) return;
  // An installed page holds seats, keys and marks: the browser must not clear them when it needs room. Elsewhere some browsers would ask the user.
  if (matchMedia('(display-mode: standalone)').matches) void navigator.storage.persist().catch(() => undefined);
  void navigator.serviceWorker.ready.then(({ active }) => active?.postMessage({ language: language() } satisfies Ask));
  // The first one of all waits for nobody.
  const look = () => registration.waiting && registration.active && void meet(registration.waiting).catch(() => undefined);
  const watch = () => registration.installing?.addEventListener('statechange', look);
  registration.addEventListener('updatefound', watch);
  // The browser may have found it before.
  watch();
  look();
  // A browser asks by itself at some time after a page has come, and not at all while it stays.
  const update = () => void registration.update().catch(() => undefined);
  update();
  setInterval(update, ASKING_MS);
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && update());
}

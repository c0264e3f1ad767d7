// Push messages on this device: asks the browser for them, and tells the server where they go.
import type { Game } from '../game/game.svelte';
import { registerWorker } from '../offline/registration';
import { language } from '../lib/language';
import { load, pushKey, store } from '../lib/storage';
import { turn } from '../texts/turn';
import type { PushSettings, PushSubscription as Subscription } from '../wire';
import { NOTICES, NOTICE_TEXTS, type NoticeTexts } from './notice';

/** The ability of this device: `install` where only an installed page may show notifications. */
export type Ability = 'yes' | 'install' | 'no';

export function ability(): Ability {
  if ('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window) return 'yes';
  return 'standalone' in navigator && navigator.standalone === false ? 'install' : 'no';
}

/** Returns the server's public key; null if it sends no push messages. */
export async function serverKey(): Promise<string | null> {
  try {
    const answer = await fetch('/api/push');
    return answer.ok ? ((await answer.json()) as PushSettings).publicKey : null;
  } catch {
    return null;
  }
}

/** Returns whether this browser has asked for messages about a game. */
export const isOn = (gameId: string): boolean => (load(pushKey(gameId)) ?? '') !== '' && Notification.permission === 'granted';

/** Why messages could not be had. */
export class Denied extends Error {}

/** Asks for messages about a game. Called at a tap alone: the browser asks its user then. */
export async function turnOn(game: Game, key: string): Promise<void> {
  if ((await Notification.requestPermission()) !== 'granted') throw new Denied();
  await registerWorker();
  const { pushManager } = await navigator.serviceWorker.ready;
  const wanted = { userVisibleOnly: true, applicationServerKey: key };
  // One that was made for another key of the server is of no use any more.
  const made = await pushManager.subscribe(wanted).catch(async () => {
    await (await pushManager.getSubscription())?.unsubscribe();
    return pushManager.subscribe(wanted);
  });
  const { endpoint, keys } = made.toJSON();
  if (endpoint === undefined || keys?.['p256dh'] === undefined || keys['auth'] === undefined) throw new Error('a subscription without keys');
  const subscription: Subscription = { endpoint, keys: { p256dh: keys['p256dh'], auth: keys['auth'] } };
  await leaveTexts();
  game.send({ type: 'subscribe', subscription });
  store(pushKey(game.id), endpoint);
}

/** Asks for no more messages about a game. Those about other games go on. */
export function turnOff(game: Game): void {
  const endpoint = load(pushKey(game.id));
  if (endpoint) game.send({ type: 'unsubscribe', endpoint });
  store(pushKey(game.id), '');
}

/** Leaves the texts of notifications for the service worker, in the language in use. */
export async function leaveTexts(): Promise<void> {
  const texts: NoticeTexts = { title: turn.title, body: turn.body, lang: language() };
  await (await caches.open(NOTICES)).put(NOTICE_TEXTS, Response.json(texts));
}

// Push messages on this device: asks the browser for them, and tells the server where they go.
import type { Game } from '../game/game.svelte';
import { registerWorker } from '../offline/registration';
import { language } from '../lib/language';
import { load, pushKey, store } from '../lib/storage';
import { turn } from '../texts/turn';
import type { PushSettings, PushSubscription as Subscription } from '../wire';
import { NOTICES, NOTICE_TEXTS, RENEWED, type NoticeTexts } from './notice';

/** A subject of push messages: the turns of a game, or the rounds of a tournament. */
export interface PushTopic {
  /** The key under which this browser stores the endpoint by which it is told; empty once that was turned off. */
  readonly storageKey: string;
  /** Returns whether nothing more is to be told. */
  readonly isOver: () => boolean;
  readonly subscribe: (subscription: Subscription) => void | Promise<void>;
  readonly unsubscribe: (endpoint: string) => void | Promise<void>;
  /** Returns why the server refused a request, in words; null where that is not known. */
  readonly whyNot?: (error: unknown) => Promise<string | null>;
}

/** Returns the turns of a game as a subject of push messages. */
export const turnsOf = (game: Game): PushTopic => ({
  storageKey: pushKey(game.id),
  isOver: () => game.play?.status === 'finished',
  subscribe: (subscription) => game.send({ type: 'subscribe', subscription }),
  unsubscribe: (endpoint) => game.send({ type: 'unsubscribe', endpoint }),
});

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

/** Returns whether this browser has asked for messages. */
export const isOn = ({ storageKey }: PushTopic): boolean => (load(storageKey) ?? '') !== '' && Notification.permission === 'granted';

/** Why messages could not be had. */
export class Denied extends Error {}

/** Asks for messages. Called at a tap alone: the browser asks its user then. */
export async function turnOn(topic: PushTopic, key: string): Promise<void> {
  if ((await Notification.requestPermission()) !== 'granted') throw new Denied();
  await registerWorker();
  const made = await subscribe((await navigator.serviceWorker.ready).pushManager, key);
  await leaveTexts();
  await send(topic, made);
}

/** Makes the subscription, or finds the one that is there. */
async function subscribe(pushManager: PushManager, key: string): Promise<PushSubscription> {
  const wanted = { userVisibleOnly: true, applicationServerKey: key };
  // One that was made for another key of the server is of no use any more.
  return pushManager.subscribe(wanted).catch(async () => {
    await (await pushManager.getSubscription())?.unsubscribe();
    return pushManager.subscribe(wanted);
  });
}

async function send(topic: PushTopic, made: PushSubscription): Promise<void> {
  const { endpoint, keys } = made.toJSON();
  if (endpoint === undefined || keys?.['p256dh'] === undefined || keys['auth'] === undefined) throw new Error('a subscription without keys');
  const subscription: Subscription = { endpoint, keys: { p256dh: keys['p256dh'], auth: keys['auth'] } };
  await topic.subscribe(subscription);
  store(topic.storageKey, endpoint);
}

/**
 * Sends the subscription again where the browser has replaced the one that the server knows: later, and now unless it has just been made (`looksNow`).
 * Returns the function that stops it.
 */
export function keepUp(topic: PushTopic, looksNow = true): () => void {
  if (ability() !== 'yes') return () => undefined;
  const look = () => void sendAgain(topic).catch(() => undefined);
  const heard = ({ data }: MessageEvent) => data === RENEWED && look();
  navigator.serviceWorker.addEventListener('message', heard);
  if (looksNow && isOn(topic)) look();
  return () => navigator.serviceWorker.removeEventListener('message', heard);
}

async function sendAgain(topic: PushTopic): Promise<void> {
  const known = load(topic.storageKey);
  const { pushManager } = (await navigator.serviceWorker.getRegistration()) ?? {};
  if (!pushManager || !known || topic.isOver()) return;
  let made = await pushManager.getSubscription();
  const key = made ? null : await serverKey();
  if (key !== null) made = await subscribe(pushManager, key);
  // It may have been turned off meanwhile.
  if (!made || made.endpoint === known || load(topic.storageKey) !== known) return;
  // First the old one goes: with one more than there is room for, that of another browser would.
  await topic.unsubscribe(known);
  await send(topic, made);
}

/** Asks for no more messages. Those about other games and tournaments go on. */
export async function turnOff({ storageKey, unsubscribe }: PushTopic): Promise<void> {
  const endpoint = load(storageKey);
  if (endpoint) await unsubscribe(endpoint);
  store(storageKey, '');
}

/** Leaves the texts of notifications for the service worker, in the language in use. */
export async function leaveTexts(): Promise<void> {
  const texts: NoticeTexts = { title: turn.title, body: turn.body, round: turn.roundBody, lang: language() };
  await (await caches.open(NOTICES)).put(NOTICE_TEXTS, Response.json(texts));
}

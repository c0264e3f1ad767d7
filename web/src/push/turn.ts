// Push messages on this device: asks the browser for them, and tells the server where they go.
import type { Game } from '../game/game.svelte';
import { registerWorker } from '../offline/registration';
import { language } from '../lib/language';
import { load, pushKey, store } from '../lib/storage';
import { turn } from '../texts/turn';
import type { PushSettings, PushSubscription as Subscription } from '../wire';
import { NOTICES, NOTICE_TEXTS, RENEWED, type NoticeTexts } from './notice';

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
  const made = await subscribe((await navigator.serviceWorker.ready).pushManager, key);
  await leaveTexts();
  send(game, made);
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

function send(game: Game, made: PushSubscription): void {
  const { endpoint, keys } = made.toJSON();
  if (endpoint === undefined || keys?.['p256dh'] === undefined || keys['auth'] === undefined) throw new Error('a subscription without keys');
  const subscription: Subscription = { endpoint, keys: { p256dh: keys['p256dh'], auth: keys['auth'] } };
  game.send({ type: 'subscribe', subscription });
  store(pushKey(game.id), endpoint);
}

/** Sends the subscription again where the browser has replaced the one that the game knows, now and later. Returns the function that stops it. */
export function keepUp(game: Game): () => void {
  if (ability() !== 'yes' || !isOn(game.id)) return () => undefined;
  const look = () => void sendAgain(game).catch(() => undefined);
  const heard = ({ data }: MessageEvent) => data === RENEWED && look();
  navigator.serviceWorker.addEventListener('message', heard);
  look();
  return () => navigator.serviceWorker.removeEventListener('message', heard);
}

async function sendAgain(game: Game): Promise<void> {
  const known = load(pushKey(game.id));
  const { pushManager } = (await navigator.serviceWorker.getRegistration()) ?? {};
  if (!pushManager || !known || game.play?.status === 'finished') return;
  let made = await pushManager.getSubscription();
  const key = made ? null : await serverKey();
  if (key !== null) made = await subscribe(pushManager, key);
  // It may have been turned off meanwhile.
  if (!made || made.endpoint === known || load(pushKey(game.id)) !== known) return;
  game.send({ type: 'unsubscribe', endpoint: known });
  send(game, made);
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

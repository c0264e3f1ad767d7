// A push service of the tests' own, and a service worker that they look into: Chromium's push service is in the internet, and a browser without a window
// shows no notifications.
import assert from 'node:assert/strict';
import { createDecipheriv, createECDH, hkdfSync } from 'node:crypto';
import { createServer } from 'node:http';
import { eventually, inTime } from './wait.mjs';

/** A browser's half of a subscription. */
const keys = createECDH('prime256v1');
keys.generateKeys();
const auth = Buffer.alloc(16, 9);

/** Decrypts a message as a browser does (RFC 8291). @param {Buffer} body */
function decrypt(body) {
  const salt = body.subarray(0, 16);
  const length = body.readUInt8(20);
  const sender = body.subarray(21, 21 + length);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), keys.getPublicKey(), sender]);
  const secret = Buffer.from(hkdfSync('sha256', keys.computeSecret(sender), auth, info, 32));
  const derive = (/** @type {string} */ name, /** @type {number} */ size) => Buffer.from(hkdfSync('sha256', secret, salt, `Content-Encoding: ${name}\0`, size));
  const sealed = body.subarray(21 + length);
  const decipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12));
  decipher.setAuthTag(sealed.subarray(-16));
  const text = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
  // The last record ends with a 2 and zeros.
  return text.subarray(0, text.lastIndexOf(2)).toString();
}

/** A push service. The file that starts it stops it: files share their process, and one that is over must not stop the service of the next. */
export class PushService {
  /** Messages that it has received. @type {{ path: string, text: string }[]} */
  received = [];
  #server = createServer((request, response) => {
    /** @type {Buffer[]} */
    const parts = [];
    request.on('data', (part) => parts.push(part));
    request.on('end', () => {
      // All messages are equally long: spaces fill the shorter ones.
      this.received.push({ path: request.url ?? '', text: decrypt(Buffer.concat(parts)).trimEnd() });
      response.writeHead(201).end();
    });
  });

  static async start() {
    const service = new PushService();
    await new Promise((resolve) => service.#server.listen(0, '127.0.0.1', () => resolve(undefined)));
    return service;
  }

  stop() {
    this.#server.close();
  }

  /** Gives the browser this push service: Chromium's is in the internet. @param {import('./player.mjs').Player} player */
  standIn(player) {
    const { port } = /** @type {import('node:net').AddressInfo} */ (this.#server.address());
    return player.page.addInitScript(
      ([endpoint = '', p256dh = '', secret = '']) => {
        const seen = /** @type {any} */ (window);
        seen.subscribed = [];
        // A browser without a window says that it is denied, whatever it has granted.
        Object.defineProperty(Notification, 'permission', { get: () => 'granted' });
        const subscription = { toJSON: () => ({ endpoint, expirationTime: null, keys: { p256dh, auth: secret } }) };
        PushManager.prototype.subscribe = async (/** @type {unknown} */ options) => {
          seen.subscribed.push(options);
          return /** @type {any} */ (subscription);
        };
      },
      [`http://127.0.0.1:${port}/phone`, keys.getPublicKey('base64url'), auth.toString('base64url')],
    );
  }
}

/** Delivers a message to the page's service worker, as the browser's push service would. @param {import('./player.mjs').Player} player @param {string} data */
export async function deliver(player, data) {
  const session = await player.context.newCDPSession(player.page);
  /** @type {Promise<string>} */
  const registration = new Promise((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const found = registrations.find(({ isDeleted }) => !isDeleted);
      if (found) resolve(found.registrationId);
    });
  });
  await session.send('ServiceWorker.enable');
  await session.send('ServiceWorker.deliverPushMessage', { origin: new URL(player.page.url()).origin, registrationId: await inTime(registration, 'the registration of the service worker'), data });
  await session.detach();
}

/** Returns the player's service worker. @param {import('./player.mjs').Player} player */
export async function workerOf(player) {
  await eventually(() => player.context.serviceWorkers().length > 0);
  const [worker] = player.context.serviceWorkers();
  assert.ok(worker);
  return worker;
}

/** Runs a function in the player's service worker. @template T @param {import('./player.mjs').Player} player @param {() => T | Promise<T>} run */
const evaluate = async (player, run) => inTime((await workerOf(player)).evaluate(run), 'the service worker');

/** Notes the notifications that are shown, and the mark on the icon: a browser without a window shows neither. @param {import('./player.mjs').Player} player */
export const noteNotifications = (player) =>
  evaluate(player, () => {
    const scope = /** @type {any} */ (self);
    scope.shown = [];
    scope.onIcon = 'nothing';
    scope.navigator.setAppBadge = async (/** @type {number | undefined} */ count) => void (scope.onIcon = count ?? 'a mark');
    scope.registration.showNotification = async (/** @type {string} */ title, /** @type {any} */ options) => {
      scope.shown = [...scope.shown.filter((/** @type {any} */ { tag }) => tag !== options.tag), { title, ...options }];
    };
  });

/** Returns the notifications that are shown. @param {import('./player.mjs').Player} player @returns {Promise<any[]>} */
export const notifications = (player) => evaluate(player, () => /** @type {any} */ (self).shown);

/** Returns what is on the icon. @param {import('./player.mjs').Player} player @returns {Promise<number | string>} */
export const onIcon = (player) => evaluate(player, () => /** @type {any} */ (self).onIcon);

/** Presses the notification. The browser opens pages only for a real press, so it is said what would be opened. @param {import('./player.mjs').Player} player */
export const pressNotification = (player) =>
  evaluate(player, async () => {
    const scope = /** @type {any} */ (self);
    const seen = { closed: false, opened: '' };
    scope.clients.openWindow = async (/** @type {string} */ where) => void (seen.opened = where);
    /** @type {Promise<unknown>[]} */
    const waits = [];
    const event = new Event('notificationclick');
    const notification = { ...scope.shown[0], close: () => (seen.closed = true) };
    Object.assign(event, { notification, waitUntil: (/** @type {Promise<unknown>} */ wait) => waits.push(wait) });
    scope.dispatchEvent(event);
    await Promise.all(waits);
    return seen;
  });

// Messages about the own turn: asked for at a tap, sent to the push service while the player is away, and shown in the player's language.
import assert from 'node:assert/strict';
import { createDecipheriv, createECDH, hkdfSync } from 'node:crypto';
import { createServer } from 'node:http';
import { after, test } from 'node:test';
import { DESKTOP, makeGame, PHONE, Player, startStage } from './fixtures.mjs';

const { server, browser } = await startStage({ own: 'turn', flags: ['--push-reach=any'] });

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

/** Messages that the push service has received. @type {{ path: string, text: string }[]} */
const received = [];
const service = createServer((request, response) => {
  /** @type {Buffer[]} */
  const parts = [];
  request.on('data', (part) => parts.push(part));
  request.on('end', () => {
    received.push({ path: request.url ?? '', text: decrypt(Buffer.concat(parts)) });
    response.writeHead(201).end();
  });
});
await new Promise((resolve) => service.listen(0, '127.0.0.1', () => resolve(undefined)));
after(() => service.close());
const { port } = /** @type {import('node:net').AddressInfo} */ (service.address());

/** Gives the browser a push service of the test's own: Chromium's is in the internet. @param {Player} player */
const standIn = (player) =>
  player.page.addInitScript(
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

/** Delivers a message to the page's service worker, as the browser's push service would. @param {Player} player @param {string} data */
async function deliver(player, data) {
  const session = await player.context.newCDPSession(player.page);
  /** @type {Promise<string>} */
  const registration = new Promise((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const found = registrations.find(({ isDeleted }) => !isDeleted);
      if (found) resolve(found.registrationId);
    });
  });
  await session.send('ServiceWorker.enable');
  await session.send('ServiceWorker.deliverPushMessage', { origin: server.url, registrationId: await registration, data });
  await session.detach();
}

/** Returns the player's service worker. @param {Player} player */
async function workerOf(player) {
  await eventually(() => player.context.serviceWorkers().length > 0);
  const [worker] = player.context.serviceWorkers();
  assert.ok(worker);
  return worker;
}

/** Notes the notifications that are shown: a browser without a window shows none. @param {Player} player */
const noteNotifications = async (player) =>
  (await workerOf(player)).evaluate(() => {
    const scope = /** @type {any} */ (self);
    scope.shown = [];
    scope.registration.showNotification = async (/** @type {string} */ title, /** @type {any} */ options) => {
      scope.shown = [...scope.shown.filter((/** @type {any} */ { tag }) => tag !== options.tag), { title, ...options }];
    };
  });

/** Returns the notifications that are shown. @param {Player} player @returns {Promise<any[]>} */
const notifications = async (player) => (await workerOf(player)).evaluate(() => /** @type {any} */ (self).shown);

/** Waits until something is so. @param {() => boolean | Promise<boolean>} isSo */
async function eventually(isSo) {
  while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 50));
}

test('a player who is away is told in their language, and a press on the notification leads to the game', async () => {
  const [white, black] = await Promise.all([
    Player.open(browser, { ...PHONE, serviceWorkers: 'allow', locale: 'de-DE' }),
    Player.open(browser, DESKTOP),
  ]);
  await white.context.grantPermissions(['notifications'], { origin: server.url });
  await standIn(white);
  const link = await makeGame(server, white, { mode: 'Blind', clock: { daysPerTurn: 3 } });
  const id = link.slice(-8);
  await white.page.goto(link);
  const toggle = white.page.getByRole('switch', { name: /Sag mir, wenn ich am Zug bin/ });
  await toggle.waitFor();
  assert.equal(await white.page.evaluate(() => /** @type {any} */ (window).subscribed.length), 0, 'nothing is asked before a tap');
  await white.screenshot('turn-switch');
  await white.checkAccessibility('the switch for messages');
  await toggle.tap();
  await eventually(() => white.sent.some(({ type }) => type === 'subscribe'));
  const { publicKey } = await (await fetch(`${server.url}/api/push`)).json();
  assert.deepEqual(await white.page.evaluate(() => /** @type {any} */ (window).subscribed), [{ userVisibleOnly: true, applicationServerKey: publicKey }]);
  const { id: command } = white.sent.find(({ type }) => type === 'subscribe');
  await white.waitForFrame(({ ack }) => ack === command);
  // It stays on, also for the page that comes after this one.
  await white.page.reload();
  await toggle.waitFor();
  assert.equal(await toggle.isChecked(), true);
  await white.page.goto(server.url);
  // White is to move first, and is not there when the game begins.
  await black.join(link);
  await black.page.getByRole('grid').waitFor();
  await eventually(() => received.length > 0);
  assert.deepEqual(received, [{ path: '/phone', text: JSON.stringify({ type: 'your-turn', gameId: id }) }]);
  await noteNotifications(white);
  await deliver(white, received[0]?.text ?? '');
  await eventually(async () => (await notifications(white)).length > 0);
  const [{ title, body, lang, tag, data }] = await notifications(white);
  assert.deepEqual([title, body, lang, tag, data], ['Du bist am Zug', 'Eine Partie wartet auf dich.', 'de', id, id]);
  // Once more about the same game: in place of the first. Something else: nothing.
  await deliver(white, received[0]?.text ?? '');
  await deliver(white, JSON.stringify({ type: 'your-turn', gameId: '../../evil' }));
  assert.equal((await notifications(white)).length, 1);
  // A press on it. The browser opens pages only for a real one, so the test looks at what would be opened.
  const pressed = await (await workerOf(white)).evaluate(async () => {
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
  assert.deepEqual(pressed, { closed: true, opened: `/g/${id}` });
  // At the board it can be turned off again.
  await white.page.goto(link);
  await white.page.getByRole('grid').waitFor();
  await white.page.getByRole('button', { name: 'Mehr', exact: true }).click();
  await toggle.waitFor();
  assert.equal(await toggle.isChecked(), true);
  await white.screenshot('turn-switch-more');
  await toggle.tap();
  await eventually(() => white.sent.some(({ type }) => type === 'unsubscribe'));
  assert.deepEqual([white.errors, black.errors], [[], []]);
  await Promise.all([white.context.close(), black.context.close()]);
});

test('a browser that shows no notifications says so', async () => {
  const player = await Player.open(browser, { ...DESKTOP, serviceWorkers: 'allow' });
  await player.page.addInitScript(() => {
    Notification.requestPermission = async () => 'denied';
  });
  const link = await makeGame(server, player, {});
  await player.page.goto(link);
  const toggle = player.page.getByRole('switch', { name: /Tell me when it is my turn/ });
  await toggle.click();
  await player.page.getByText('Notifications of this page are blocked.').waitFor();
  assert.equal(await toggle.isChecked(), false);
  assert.equal(player.sent.some(({ type }) => type === 'subscribe'), false);
  await player.context.close();
});

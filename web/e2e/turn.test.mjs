// Messages about the own turn, and about the rounds of a tournament: asked for at a tap, sent to the push service while the player is away, and shown in the
// player's language.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { DESKTOP, makeGame, PHONE, Player, startStage } from './fixtures.mjs';
import { deliver, noteNotifications, notifications, onIcon, pressNotification, PushService } from './push.mjs';
import { eventually } from './wait.mjs';

const { server, browser } = await startStage({ own: 'turn', flags: ['--push-reach=any', '--metrics-listen=127.0.0.1:0'], log: 'info' });
const push = await PushService.start();
after(() => push.stop());
const { received } = push;

test('a player who is away is told in their language, and a press on the notification leads to the game', async () => {
  const [white, black] = await Promise.all([
    Player.open(browser, { ...PHONE, serviceWorkers: 'allow', locale: 'de-DE' }),
    Player.open(browser, DESKTOP),
  ]);
  await white.context.grantPermissions(['notifications'], { origin: server.url });
  await push.standIn(white);
  const link = await makeGame(server, white, { mode: 'Blind', clock: { daysPerTurn: 3 } });
  const id = link.slice(-8);
  await white.page.goto(link);
  const name = /Sag mir, wenn ich am Zug bin/;
  const toggle = white.page.getByRole('switch', { name });
  /** The switch is on once the page has asked the browser. */
  const isOn = () => white.page.getByRole('switch', { name, checked: true }).waitFor();
  await toggle.waitFor();
  assert.equal(await white.page.evaluate(() => /** @type {any} */ (window).subscribed.length), 0, 'nothing is asked before a tap');
  await white.screenshot('turn-switch');
  await white.checkAccessibility('the switch for messages');
  await toggle.tap();
  await eventually(() => white.sent.some(({ type }) => type === 'subscribe'));
  const { publicKey } = await (await server.fetch('/api/push')).json();
  assert.deepEqual(await white.page.evaluate(() => /** @type {any} */ (window).subscribed), [{ userVisibleOnly: true, applicationServerKey: publicKey }]);
  const { id: command } = white.sent.find(({ type }) => type === 'subscribe');
  await white.waitForFrame(({ ack }) => ack === command);
  // It stays on, also for the page that comes after this one.
  const before = white.received.length;
  await white.page.reload();
  await eventually(() => white.received.slice(before).some(({ type }) => type === 'joined'));
  await isOn();
  await white.page.goto(server.url);
  // White is to move first, and is not there when the game begins. A socket that closes only after that would be taken for a page that is loaded again,
  // and the message would come a minute later.
  await eventually(async () => (await server.metric('tabula_sockets')) === 0);
  await black.join(link);
  await black.page.getByRole('grid').waitFor();
  await eventually(() => received.length > 0);
  assert.deepEqual(received, [{ path: '/phone', text: JSON.stringify({ type: 'your-turn', gameId: id }) }]);
  await noteNotifications(white);
  await deliver(white, received[0]?.text ?? '');
  await eventually(async () => (await notifications(white)).length > 0);
  const [{ title, body, lang, tag, data }] = await notifications(white);
  assert.deepEqual([title, body, lang, tag, data], ['Tabula', 'Eine Partie wartet auf dich.', 'de', `/g/${id}`, { type: 'your-turn', gameId: id }]);
  // Once more about the same game: in place of the first. Something else: nothing.
  await deliver(white, received[0]?.text ?? '');
  await deliver(white, JSON.stringify({ type: 'your-turn', gameId: '../../evil' }));
  assert.equal((await notifications(white)).length, 1);
  // How many games wait is known to the first page alone.
  await eventually(async () => (await onIcon(white)) === 'a mark');
  const pressed = await pressNotification(white);
  assert.deepEqual(pressed, { closed: true, opened: `/g/${id}` });
  // At the board it can be turned off again.
  await white.page.goto(link);
  await white.page.getByRole('grid').waitFor();
  await white.page.getByRole('button', { name: 'Mehr', exact: true }).click();
  await isOn();
  await white.screenshot('turn-switch-more');
  await toggle.tap();
  await eventually(() => white.sent.some(({ type }) => type === 'unsubscribe'));
  assert.deepEqual([white.errors, black.errors], [[], []]);
  await Promise.all([white.context.close(), black.context.close()]);
});

test('a subscription that the browser replaces is sent by the page on which messages were turned on', async () => {
  const white = await Player.open(browser, { ...PHONE, serviceWorkers: 'allow' });
  await white.context.grantPermissions(['notifications'], { origin: server.url });
  await push.standIn(white);
  await white.page.goto(await makeGame(server, white, { mode: 'Blind', clock: { daysPerTurn: 3 } }));
  await white.page.getByRole('switch', { name: /Tell me when it is my turn/ }).tap();
  const commands = () => white.sent.filter(({ type }) => type === 'subscribe' || type === 'unsubscribe');
  await eventually(() => commands().length === 1);
  const [first] = commands();
  assert.ok(first);
  await white.waitForFrame(({ ack }) => ack === first.id);
  const { endpoint, keys } = first.subscription;
  await white.page.evaluate((made) => {
    PushManager.prototype.getSubscription = async () => /** @type {any} */ ({ ...made, toJSON: () => made });
  }, { endpoint: `${endpoint}/again`, keys });
  // The page listens once the part for it has come.
  await eventually(async () => {
    await white.page.evaluate(() => navigator.serviceWorker.dispatchEvent(new MessageEvent('message', { data: 'push renewed' })));
    return commands().length === 3;
  });
  const [, old, renewed] = commands();
  assert.deepEqual([old?.type, old?.endpoint, renewed?.type, renewed?.subscription.endpoint], ['unsubscribe', endpoint, 'subscribe', `${endpoint}/again`]);
  await white.context.close();
});

/** Sends a request about tournaments. @param {string} path @param {unknown} body @param {string} [token] @returns {Promise<any>} */
async function post(path, body, token) {
  const headers = { 'content-type': 'application/json', ...(token !== undefined && { authorization: `Bearer ${token}` }) };
  const answer = await server.fetch(`/api/tournaments${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  assert.ok(answer.ok, `${path}: ${answer.status}`);
  return answer.json();
}

test('a player of a tournament is told that a round has begun, and a press leads to its page', async () => {
  received.length = 0;
  const wish = { name: 'Thursday club', format: { type: 'swiss', rounds: 1 }, game: { mode: 'blind', side: 'white', overlays: [] } };
  const { tournamentId: id, directorToken } = await post('', wish);
  await post(`/${id}/players`, { name: 'Grace Hop' });
  const player = await Player.open(browser, { ...PHONE, serviceWorkers: 'allow', locale: 'de-DE' });
  await player.context.grantPermissions(['notifications'], { origin: server.url });
  await push.standIn(player);
  const address = `${server.url}/t/${id}`;
  await player.page.goto(address);
  const toggle = player.page.getByRole('switch', { name: /Sag mir, wenn eine Runde beginnt/ });
  const isOn = () => player.page.getByRole('switch', { name: /Sag mir, wenn eine Runde beginnt/, checked: true }).waitFor();
  await player.page.getByLabel('Dein Name').fill('Ada Byron');
  await player.page.getByRole('button', { name: 'Mitspielen' }).click();
  await toggle.waitFor();
  await player.screenshot('round-switch');
  await player.checkAccessibility('the switch for messages about rounds');
  // Off and on again: the server is told of each.
  for (const path of ['subscribe', 'unsubscribe', 'subscribe']) {
    const answered = player.page.waitForResponse((response) => response.url().endsWith(`/${id}/${path}`));
    await toggle.tap();
    assert.equal((await answered).status(), 204);
  }
  await eventually(() => player.page.evaluate((key) => Boolean(localStorage.getItem(key)), `tabula:rounds:${id}`));
  await player.page.reload();
  await isOn();
  await player.page.goto(server.url);
  await post(`/${id}/acts`, { act: 'begin' }, directorToken);
  await eventually(() => received.length > 0);
  assert.deepEqual(received, [{ path: '/phone', text: JSON.stringify({ type: 'next-round', tournamentId: id }) }]);
  await noteNotifications(player);
  await deliver(player, received[0]?.text ?? '');
  await eventually(async () => (await notifications(player)).length > 0);
  const [{ title, body, lang, tag }] = await notifications(player);
  assert.deepEqual([title, body, lang, tag], ['Tabula', 'Die nächste Runde hat begonnen.', 'de', `/t/${id}`]);
  assert.deepEqual(await pressNotification(player), { closed: true, opened: `/t/${id}` });
  assert.deepEqual(player.errors, []);
  await player.context.close();
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

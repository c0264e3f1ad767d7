// Push subscriptions that the browser replaces.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Game } from '../src/game/game.svelte';
import { load, pushKey, roundPushKey, store } from '../src/lib/storage';
import { RENEWED } from '../src/push/notice';
import { isOn, keepUp, turnOff, turnsOf } from '../src/push/subscription';
import { forgetMembership } from '../src/tournament/membership';
import { roundsOf } from '../src/tournament/rounds';
import { Refused, type TournamentClient } from '../src/tournament/tournament.svelte';

/** Returns a subscription as a browser makes it. */
const subscription = (name: string): PushSubscription =>
  ({
    endpoint: `https://push.example/${name}`,
    options: { applicationServerKey: new ArrayBuffer(2), userVisibleOnly: true },
    toJSON: () => ({ endpoint: `https://push.example/${name}`, keys: { p256dh: 'p', auth: 'a' } }),
  }) as unknown as PushSubscription;

const GAME = 'push2345';
let made: PushSubscription | null = null;
let sent: unknown[] = [];
let listeners: ((event: { data: unknown }) => void)[] = [];
const subscribe = vi.fn(() => Promise.resolve((made = subscription('new'))));
const game = { id: GAME, send: (command: unknown) => sent.push(command) } as unknown as Game;

beforeEach(() => {
  [made, sent, listeners] = [null, [], []];
  subscribe.mockClear();
  const pushManager = { subscribe, getSubscription: () => Promise.resolve(made) };
  vi.stubGlobal('window', { PushManager: {}, Notification: {} });
  vi.stubGlobal('Notification', { permission: 'granted' });
  vi.stubGlobal('navigator', {
    serviceWorker: {
      getRegistration: () => Promise.resolve({ pushManager }),
      addEventListener: (_: string, listener: (event: { data: unknown }) => void) => listeners.push(listener),
      removeEventListener: () => (listeners = []),
    },
  });
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ publicKey: 'key' })));
  store(pushKey(GAME), subscription('old').endpoint);
});
afterEach(() => {
  store(pushKey(GAME), '');
  vi.unstubAllGlobals();
});

const RENEWAL = [
  { type: 'unsubscribe', endpoint: 'https://push.example/old' },
  { type: 'subscribe', subscription: { endpoint: 'https://push.example/new', keys: { p256dh: 'p', auth: 'a' } } },
];

it('a game is sent the subscription again once it is another one, or was lost', async () => {
  made = subscription('new');
  keepUp(turnsOf(game))();
  await vi.waitUntil(() => sent.length > 0);
  expect([sent, subscribe.mock.calls]).toEqual([RENEWAL, []]);
  [made, sent] = [null, []];
  store(pushKey(GAME), subscription('old').endpoint);
  keepUp(turnsOf(game))();
  await vi.waitUntil(() => sent.length > 0);
  expect([sent, subscribe.mock.calls.length]).toEqual([RENEWAL, 1]);
});

it('a page that is open hears of it from the service worker, and sends nothing where nothing is new', async () => {
  made = subscription('old');
  const stop = keepUp(turnsOf(game));
  await new Promise((resolve) => setTimeout(resolve));
  expect([sent, listeners.length]).toEqual([[], 1]);
  made = subscription('new');
  for (const data of ['another', RENEWED]) listeners[0]?.({ data });
  await vi.waitUntil(() => sent.length > 0);
  expect(sent).toEqual(RENEWAL);
  stop();
  expect(listeners).toEqual([]);
});

it('a game without messages sends nothing', () => {
  store(pushKey(GAME), '');
  keepUp(turnsOf(game))();
  expect([sent, listeners]).toEqual([[], []]);
});

it('messages that are turned on later are kept up at once', async () => {
  store(pushKey(GAME), '');
  const stop = keepUp(turnsOf(game));
  listeners[0]?.({ data: RENEWED });
  await new Promise((resolve) => setTimeout(resolve));
  expect(sent).toEqual([]);
  store(pushKey(GAME), subscription('old').endpoint);
  made = subscription('new');
  listeners[0]?.({ data: RENEWED });
  await vi.waitUntil(() => sent.length > 0);
  expect(sent).toEqual(RENEWAL);
  stop();
});

/** Stands in for the server of a tournament, and returns the requests that it receives. */
function tournamentServer(status: number): unknown[] {
  const requests: unknown[] = [];
  vi.stubGlobal('fetch', (path: string, { headers, body }: { headers: Record<string, string>; body: string }) => {
    requests.push([path, headers['authorization'], JSON.parse(body)]);
    return Promise.resolve(status === 204 ? new Response(null, { status }) : Response.json({ code: 'unavailable', message: '' }, { status }));
  });
  return requests;
}

const CLUB = 'club2345';
const rounds = (phase: 'running' | 'over' = 'running') => roundsOf({ id: CLUB, view: { phase } } as unknown as TournamentClient, 'secret');

it('a tournament is sent the subscription again by the token of its player, unless it is over', async () => {
  const requests = tournamentServer(204);
  store(roundPushKey(CLUB), subscription('old').endpoint);
  made = subscription('new');
  keepUp(rounds('over'))();
  await new Promise((resolve) => setTimeout(resolve));
  expect(requests).toEqual([]);
  keepUp(rounds())();
  await vi.waitUntil(() => load(roundPushKey(CLUB)) === subscription('new').endpoint);
  expect(requests).toEqual([
    [`/api/tournaments/${CLUB}/unsubscribe`, 'Bearer secret', { endpoint: subscription('old').endpoint }],
    [`/api/tournaments/${CLUB}/subscribe`, 'Bearer secret', { subscription: { endpoint: subscription('new').endpoint, keys: { p256dh: 'p', auth: 'a' } } }],
  ]);
  forgetMembership(CLUB);
  expect(isOn(rounds())).toBe(false);
});

it('messages about rounds stay on where the server could not be told', async () => {
  store(roundPushKey(CLUB), subscription('old').endpoint);
  tournamentServer(503);
  await expect(turnOff(rounds())).rejects.toThrow();
  expect(isOn(rounds())).toBe(true);
  tournamentServer(204);
  await turnOff(rounds());
  expect(isOn(rounds())).toBe(false);
});

it('a tournament says why it takes no more requests', async () => {
  const { whyNot } = roundsOf({ id: 'club2345', view: null } as TournamentClient, 'token');
  const refused = new Refused({ code: 'not_now', message: 'no more', reason: 'too_many_changes' });
  expect(await whyNot?.(refused)).toBe('No more changes of this kind are possible.');
  expect(await whyNot?.(new Error('no subscription'))).toBeNull();
  expect(turnsOf(game).whyNot).toBeUndefined();
});

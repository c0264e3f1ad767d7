import { afterEach, describe, expect, it, vi } from 'vitest';
import { createGame, GameRefused } from '../src/lib/api';
import { en } from '../src/texts/refused/en';
import type { RequestRefused } from '../src/wire';

afterEach(() => vi.unstubAllGlobals());

/** Returns the error of a creation for an answer of the server. */
async function creation(status: number, body: object): Promise<unknown> {
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(JSON.stringify(body), { status })));
  return createGame({ mode: 'vanilla', side: 'white', highlightingEnabled: true, overlays: ['knightmate'], gambit: 'standard' }).catch((error: unknown) => error);
}

/** Returns the text of a refusal. */
async function textOf(status: number, body: object): Promise<string> {
  const error = await creation(status, body);
  if (!(error instanceof GameRefused)) throw new Error(`no refusal: ${String(error)}`);
  return error.text();
}

const message = 'the way to play with bids "standard" does not fit: nothing is said of "commoner", which is a piece of the ruleset';

describe('a refused game', () => {
  it.each<[number, RequestRefused]>([
    [400, { code: 'malformed', message, reason: 'unfit_bids' }],
    [429, { code: 'rate_limited', message, reason: 'too_often' }],
    [403, { code: 'guest_rules_off', message, reason: 'guest_rules_off' }],
    [503, { code: 'server_full', message, reason: 'machine_busy' }],
  ])('has the sentence of its reason (%i)', async (status, body) => {
    expect(await textOf(status, body)).toBe(en.reasons[body.reason as keyof typeof en.reasons]);
  });

  it.each([{}, { reason: 'full_moon' }, { reason: 'toString' }])('has the words of the server where it gives no reason that the page knows: %o', async (more) => {
    expect(await textOf(400, { code: 'malformed', message, ...more })).toBe(`This game cannot be created: ${message}.`);
  });

  it('has the words of the server beside a reason that needs them', async () => {
    const text = await textOf(422, { code: 'beyond_bound', message: 'this one has 65 squares', bound: 'guest_squares', reason: 'beyond_bound' });
    expect(text).toBe('The game goes beyond a limit of this server: this one has 65 squares.');
  });

  it('keeps the message of the server', async () => {
    expect(await creation(429, { code: 'rate_limited', message })).toMatchObject({ name: 'Error', message });
  });
});

it('an error of the server or of what lies between is no refusal', async () => {
  expect(await creation(500, { code: 'internal', message })).not.toBeInstanceOf(GameRefused);
  vi.stubGlobal('fetch', () => Promise.resolve(new Response('<html>', { status: 502 })));
  await expect(createGame({ mode: 'blind', side: 'white', highlightingEnabled: true, overlays: [] })).rejects.not.toBeInstanceOf(GameRefused);
});

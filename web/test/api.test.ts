import { afterEach, expect, it, vi } from 'vitest';
import { createGame, GameRefused } from '../src/lib/api';

afterEach(() => vi.unstubAllGlobals());

/** Returns the result of a creation for an answer of the server. */
async function creation(status: number, message: string): Promise<unknown> {
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(JSON.stringify({ code: 'malformed', message }), { status })));
  try {
    return await createGame({ mode: 'vanilla', side: 'white', highlightingEnabled: true, overlays: ['knightmate'], gambit: 'standard' });
  } catch (error) {
    return error;
  }
}

it('a refusal is recognised as one of bids, or keeps the message of the server', async () => {
  const unbound = 'the way to play with bids "standard" does not fit: nothing is said of "commoner", which is a piece of the ruleset';
  expect(await creation(400, unbound)).toMatchObject({ concernsBids: true, message: unbound });
  expect(await creation(400, 'the way to play with bids "standard" is made for "chess"')).toMatchObject({ concernsBids: true });
  expect(await creation(400, 'there is no way to play with bids "x"')).toMatchObject({ concernsBids: false });
  const tooMany = 'this address has as many games by rulesets of guests as one may have; try again when some are over';
  expect(await creation(429, tooMany)).toMatchObject({ name: 'Error', message: tooMany, concernsBids: false });
  expect(await creation(429, tooMany)).toBeInstanceOf(GameRefused);
  expect(await creation(500, unbound)).not.toBeInstanceOf(GameRefused);
});

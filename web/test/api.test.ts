import { afterEach, expect, it, vi } from 'vitest';
import { createGame, Refused } from '../src/lib/api';

afterEach(() => vi.unstubAllGlobals());

/** What becomes of a creation that the server answers like that. */
async function creation(status: number, message: string): Promise<unknown> {
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(JSON.stringify({ code: 'malformed', message }), { status })));
  try {
    return await createGame({ mode: 'vanilla', side: 'white', highlightingEnabled: true, overlays: ['knightmate'], gambit: 'standard' });
  } catch (error) {
    return error;
  }
}

it('a refusal is known to be of bids that do not go with the house rules, or is told as the server says it', async () => {
  const unbound = 'the way to play with bids "standard" does not fit: nothing is said of "commoner", which is a piece of the ruleset';
  expect(await creation(400, unbound)).toMatchObject({ isOfBids: true, message: unbound });
  expect(await creation(400, 'the way to play with bids "standard" is made for "chess"')).toMatchObject({ isOfBids: true });
  expect(await creation(400, 'there is no way to play with bids "x"')).toMatchObject({ isOfBids: false });
  expect(await creation(500, unbound)).not.toBeInstanceOf(Refused);
});

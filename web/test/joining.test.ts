import { afterEach, describe, expect, it, vi } from 'vitest';
import { fetchTerms, isUsualBlind, TooManyRequests } from '../src/lib/terms';
import { durationText, termsOf } from '../src/texts/joining';
import type { PublicTerms } from '../src/wire';

afterEach(() => vi.unstubAllGlobals());

const TERMS: PublicTerms = {
  gameId: 'abcd1234', waiting: true, side: 'b', mode: 'blind', moderator: 'blind', ruleset: 'chess', rulesetName: 'Chess', overlays: [], highlightingEnabled: true, touchMove: true,
  chat: false, spectators: false, delaySeconds: 0, absenceSeconds: 259_200, announcements: { id: 'blind', name: 'Blind', moves: 'both', refusals: 'mover' },
};
const textOf = async (terms: PublicTerms, name: string) => (await termsOf(terms)).find((term) => term.name === name)?.text;

it.each([
  [90, '90 seconds'],
  [60, '1 minute'],
  [300, '5 minutes'],
  [5_400, '90 minutes'],
  [7_200, '2 hours'],
  [86_400, '1 day'],
  [259_200, '3 days'],
])('%i seconds are %s', (seconds, text) => {
  expect(durationText(seconds)).toBe(text);
});

describe('the terms in words', () => {
  it('say what absence costs, and name no moderator of the usual kind', async () => {
    expect(await textOf(TERMS, 'Time')).toBe('No clock');
    expect(await textOf(TERMS, 'Absence')).toBe('If you are away for 3 days, you lose.');
    expect(await textOf(TERMS, 'Moderator')).toBeUndefined();
    expect(await textOf(TERMS, 'Gambit')).toBeUndefined();
    expect(await textOf(TERMS, 'Spectators')).toBe('Not allowed.');
  });

  it('say what one hears of a moderator who answers attempts', async () => {
    const attempts = { knowable: 'impossible', hearers: 'mover' } as const;
    const wild = { ...TERMS.announcements, id: 'wild16', name: 'Wild 16', attempts, captureSquare: 'victim', captured: 'class', check: 'directions', tries: 'count' } as const;
    expect(await textOf({ ...TERMS, moderator: 'wild16', announcements: wild }, 'Moderator')).toBe(
      'Wild 16. You try until a move is legal. You hear: the square of a captured piece; whether a pawn or a piece was captured; checks by direction; how many pawn captures you have.',
    );
    const asked = { ...TERMS.announcements, name: 'Asked', refusals: 'both', attempts, check: 'side', ask: 'until_made', stalemate: 'loss', halfmoveCap: 2000 } as const;
    expect(await textOf({ ...TERMS, moderator: 'asked', announcements: asked }, 'Moderator')).toBe(
      'Asked. You try until a move is legal. You hear: checks; your opponent’s illegal tries. You may ask whether you have a pawn capture; after a yes you have to make one. ' +
        'A player who is stalemated loses. The game is drawn after 2000 moves, counting those of both sides, without a capture or a pawn move.',
    );
  });

  it('say which aids both have, where not every piece is shown', async () => {
    expect(await textOf(TERMS, 'Marks')).toBe('You may mark what you believe. Nobody else sees it during the game.');
    expect(await textOf({ ...TERMS, aids: 'none' }, 'Marks')).toBe('The page keeps no marks for you.');
    expect(await textOf({ ...TERMS, mode: 'sight', aids: 'deductions' }, 'Marks')).toMatch(/what follows from the announcements/);
    expect(await textOf({ ...TERMS, mode: 'vanilla' }, 'Marks')).toBeUndefined();
  });

  it('name a way to play with bids of which the page knows no numbers', async () => {
    expect(await textOf({ ...TERMS, gambit: 'attacker-wins-ties' }, 'Gambit')).toMatch(/^Attacker wins ties\. A capture is a duel/);
  });

  it('never repeat a name: it is the key of its line', async () => {
    const names = (await termsOf({ ...TERMS, gambit: 'standard', moderator: 'table-fidelity' })).map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
  });
});

it('terms are fetched, missing, refused for now, or fail', async () => {
  const answer = (status: number, body: unknown) => vi.stubGlobal('fetch', () => Promise.resolve(new Response(JSON.stringify(body), { status })));
  answer(200, TERMS);
  expect(await fetchTerms('abcd1234')).toEqual(TERMS);
  answer(404, { error: 'game_not_found' });
  expect(await fetchTerms('abcd1234')).toBeNull();
  answer(429, {});
  await expect(fetchTerms('abcd1234')).rejects.toBeInstanceOf(TooManyRequests);
  answer(500, {});
  await expect(fetchTerms('abcd1234')).rejects.toThrow('500');
});

it('the help for blind chess is offered where it is true', () => {
  const attempts = { knowable: 'impossible', hearers: 'mover' } as const;
  expect(isUsualBlind(TERMS)).toBe(true);
  expect(isUsualBlind({ ...TERMS, mode: 'vanilla' })).toBe(false);
  expect(isUsualBlind({ ...TERMS, ruleset: 'janggi' })).toBe(false);
  expect(isUsualBlind({ ...TERMS, touchMove: false })).toBe(false);
  expect(isUsualBlind({ ...TERMS, announcements: { ...TERMS.announcements, attempts } })).toBe(false);
});

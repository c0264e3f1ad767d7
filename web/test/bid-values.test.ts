// @vitest-environment node
import { afterEach, expect, it, vi } from 'vitest';
import { fetchGambits } from '../src/lib/api';
import { valuesText } from '../src/lib/bid-values';
import type { Words } from '../src/texts/words';
import type { Gambit } from '../src/wire';

afterEach(() => vi.unstubAllGlobals());

const kinds = [['k', 'khun'], ['m', 'met'], ['s', 'khon'], ['r', 'ruea'], ['p', 'bia']].map(([type, name]) => ({ type, name, qpi: '', san: '' }));

it('the values of a game are said by the names of its pieces, the greatest first', async () => {
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ rulesets: [{ id: 'makruk', name: 'Makruk', family: 'makruk', pieces: kinds }] })));
  const of = (ruleset: string) => valuesText({ ruleset, capacities: { k: 6, m: 2, s: 3, r: 5, p: 1 } } as unknown as Gambit);
  expect(await of('makruk')).toBe('Values of the pieces: khun 6, ruea 5, khon 3, met 2, bia 1.');
  expect(await of('unheard-of')).toBe('');
});

it.each([['de', /khun 6, ruea 5/], ['ja', /khun 6、ruea 5/], ['ru', /khun 6, ruea 5/], ['zh', /khun 6、ruea 5/]])('a value is parted from the next name in %s', async (code, expected) => {
  vi.resetModules();
  const { use } = await import('../src/texts');
  use(((await import(`../src/texts/${code}.ts`)) as { words: Words }).words);
  const { valuesText: said } = await import('../src/lib/bid-values');
  vi.stubGlobal('fetch', (at: string) =>
    Promise.resolve(at.includes('rulesets') ? Response.json({ rulesets: [{ id: 'makruk', name: 'Makruk', family: 'makruk', pieces: kinds }] }) : new Response('', { status: 404 })),
  );
  expect(await said({ ruleset: 'makruk', capacities: { k: 6, m: 2, s: 3, r: 5, p: 1 } } as unknown as Gambit)).toMatch(expected);
});

it('ways to play with bids are asked for with the numbers of a game', async () => {
  const asked: string[] = [];
  vi.stubGlobal('fetch', (at: string) => {
    asked.push(at);
    return Promise.resolve(Response.json({ gambits: [] }));
  });
  await fetchGambits();
  await fetchGambits('makruk');
  expect(asked).toEqual(['/api/gambits', '/api/gambits?ruleset=makruk']);
});

// Rulesets that players have published: read in parts, searched, and missed by nobody where the server does not answer.
import { afterEach, expect, it, vi } from 'vitest';
import { publishedRulesets, searchedPublished } from '../src/lib/published';
import type { PublishedRuleset } from '../src/wire';

const ruleset = (id: string, name: string, about?: string): PublishedRuleset => ({ id, name, publishedAt: 1, ...(about !== undefined && { about }) });
const centaurs = ruleset('g-1', 'Centaurs', 'Knights also step.');
const amazons = ruleset('g-2', 'Amazônas');

/** Answers requests by their addresses. */
function serve(answers: Readonly<Record<string, unknown>>): string[] {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(address);
    return new Response(JSON.stringify(answers[address] ?? {}), { status: address in answers ? 200 : 500 });
  });
  return asked;
}

afterEach(() => vi.unstubAllGlobals());

it('reads the list to its end, and each of its rulesets once', async () => {
  const asked = serve({
    '/api/rulesets/guests': { published: [centaurs], next: '5.g-1' },
    '/api/rulesets/guests?before=5.g-1': { published: [amazons, centaurs] },
  });
  expect(await publishedRulesets()).toEqual([centaurs, amazons]);
  expect(asked).toHaveLength(2);
});

it('gives up a list that does not end', async () => {
  const asked = serve({ '/api/rulesets/guests': { published: [centaurs], next: 'x' }, '/api/rulesets/guests?before=x': { published: [amazons], next: 'x' } });
  expect(await publishedRulesets()).toEqual([centaurs, amazons]);
  expect(asked).toHaveLength(8);
});

it('is without them where the server does not answer, or only in part', async () => {
  serve({});
  expect(await publishedRulesets()).toEqual([]);
  serve({ '/api/rulesets/guests': { published: [centaurs], next: 'x' } });
  expect(await publishedRulesets()).toEqual([centaurs]);
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')));
  expect(await publishedRulesets()).toEqual([]);
});

it('searches names and descriptions without accents and case', () => {
  const found = (text: string): string[] => searchedPublished([centaurs, amazons], text).map(({ id }) => id);
  expect(found(' ')).toEqual(['g-1', 'g-2']);
  expect(found('KNIGHTS cent')).toEqual(['g-1']);
  expect(found('amazonas')).toEqual(['g-2']);
  expect(found('draughts')).toEqual([]);
});

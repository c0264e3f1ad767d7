// Sentences about requests that the server refuses, in every language, and where the page shows them.
import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { save } from '../src/lab/save';
import { LANGUAGES } from '../src/lib/language';
import { reasonText, roomReasonText, whyNoGame } from '../src/lib/why-refused';
import { use } from '../src/texts';
import { words as german } from '../src/texts/de';
import { en as page } from '../src/texts/en';
import { en as lab } from '../src/texts/lab/en';
import type { RefusedTexts } from '../src/texts/refused/catalogue';
import { en } from '../src/texts/refused/en';
import type { TournamentTexts } from '../src/texts/tournament/catalogue';
import { en as tournament } from '../src/texts/tournament/en';
import { problemOf } from '../src/tournament/problem';
import { Refused } from '../src/tournament/tournament.svelte';
import type { RefusalReason, RequestRefused } from '../src/wire';

afterEach(() => {
  use({ ...german, page });
  vi.unstubAllGlobals();
});

const wire = readFileSync(new URL('../src/wire.ts', import.meta.url), 'utf8');
const reasons = [...(/export type RefusalReason =([^;]+);/.exec(wire)?.[1] ?? '').matchAll(/'(\w+)'/g)].map(([, reason]) => reason);

/** Returns a refusal, with a reason that may be none of those that the page knows. */
const refusal = (code: string, reason?: string): RequestRefused => ({ code, message: 'as the server puts it', ...(reason !== undefined && { reason: reason as RefusalReason }) });

describe.each(Object.keys(LANGUAGES))('the language %s', (code) => {
  it('has a whole sentence for every reason of the wire, no two alike', async () => {
    expect(reasons).toContain('server_full');
    const { refused } = code === 'en' ? { refused: en } : ((await import(`../src/texts/${code}/refused.ts`)) as { refused: RefusedTexts });
    const { tournament: club } = code === 'en' ? { tournament } : ((await import(`../src/texts/${code}/club.ts`)) as { tournament: TournamentTexts });
    const detailed = Object.entries(refused.detailed).map(([reason, text]): [string, string] => [reason, text('1 > 0')]);
    const { other, rate_limited, ...ofTournaments } = club.refused;
    const sentences: [string, string][] = [...Object.entries(refused.reasons), ...detailed, ...Object.entries(ofTournaments)];
    expect(reasons).not.toContain('rate_limited');
    for (const rest of [other, rate_limited]) expect(rest).toMatch(/^\p{L}.*[.。]$/u);
    expect(sentences.map(([reason]) => reason).sort()).toEqual([...reasons].sort());
    for (const [reason, sentence] of sentences) expect(sentence, reason).toMatch(/^[\p{L}\p{N}].*([.。]|：1 > 0)$/u);
    expect(new Set(sentences.map(([, sentence]) => sentence)).size).toBe(reasons.length);
  });

  it('names the house rules that clash, and those that are missing', async () => {
    const { refused } = code === 'en' ? { refused: en } : ((await import(`../src/texts/${code}/refused.ts`)) as { refused: RefusedTexts });
    const [clash, missing] = [refused.clash(['Atomic', 'Torpedo']), refused.missing(['Atomic', 'Torpedo'])];
    for (const text of [clash, missing]) expect(text).toMatch(/^\p{L}.*[:：] ?Atomic(, |、)Torpedo[.。].+[.。]$/u);
    expect(clash).not.toBe(missing);
  });
});

describe('a refused game', () => {
  it('is told in the language in use', async () => {
    expect(await whyNoGame(refusal('server_full', 'server_full'))).toBe(en.reasons.server_full);
    use(german);
    expect(await whyNoGame(refusal('server_full', 'server_full'))).toBe('Auf dem Server laufen so viele Partien, wie er fassen kann. Versuche es später noch einmal.');
    expect(await whyNoGame(refusal('malformed'))).toBe('Diese Partie kann nicht angelegt werden: as the server puts it.');
  });

  it('has the house rules that clash, or those that are missing, by their names, or by their ids where the server does not list them', async () => {
    const names: Record<string, object> = {
      '/api/overlays': { overlays: [{ id: 'torpedo', name: 'Torpedo pawns' }, { id: 'three-check', name: 'Three checks' }] },
      '/api/translations/de': { overlays: { torpedo: { name: 'Torpedobauern' } }, families: {} },
    };
    vi.stubGlobal('fetch', (path: string) => Promise.resolve(new Response(JSON.stringify(names[path]))));
    const clash = { ...refusal('malformed', 'house_rules_clash'), overlays: ['berolina-pawns', 'torpedo'] };
    expect(await reasonText(clash)).toBe('House rules that do not go together, or not with this game: berolina pawns, Torpedo pawns. Choose others.');
    expect(await reasonText({ ...clash, overlays: [] })).toBe(en.reasons.house_rules_clash);
    const lacks = { ...refusal('malformed', 'house_rule_missing'), overlays: ['torpedo'], required: ['piece-hp', 'three-check'] };
    expect(await reasonText(lacks)).toBe('House rules that are missing here: piece hp, Three checks. Choose them as well.');
    expect(await reasonText({ ...lacks, required: [] })).toBe(en.reasons.house_rule_missing);
    use(german);
    expect(await whyNoGame(lacks)).toBe('Hausregeln, die hier fehlen: piece hp, Three checks. Wähle auch sie.');
    expect(await whyNoGame(clash)).toBe('Hausregeln, die nicht zusammenpassen oder nicht zu diesem Spiel: berolina pawns, Torpedobauern. Wähle andere.');
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')));
    expect(await whyNoGame(clash)).toBe('Hausregeln, die nicht zusammenpassen oder nicht zu diesem Spiel: berolina pawns, torpedo. Wähle andere.');
  });

  it('as a room is told by its reason alone, with the rules that the server names', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')));
    const room = { code: 'INVALID_MESSAGE', message: 'as the server puts it', fatal: true } as const;
    const clash = { ...room, rulesetIds: ['torpedo', 'berolina-pawns'] };
    expect(await roomReasonText({ ...clash, reason: 'house_rules_clash' })).toBe('House rules that do not go together, or not with this game: torpedo, berolina pawns. Choose others.');
    expect(await roomReasonText({ ...clash, reason: 'unknown_house_rule' })).toBe(en.reasons.unknown_house_rule);
    expect(await roomReasonText({ ...room, rulesetIds: ['king-heals'], required: ['piece-hp'], reason: 'house_rule_missing' })).toBe('House rules that are missing here: piece hp. Choose them as well.');
    expect(await roomReasonText({ ...room, ruleset: 'no-such-game', reason: 'faulty_ruleset' })).toBe(en.reasons.faulty_ruleset);
    expect(await roomReasonText(clash)).toBeNull();
  });

  it('has no sentence for a reason that the page does not know', async () => {
    expect(await reasonText(refusal('malformed'))).toBeNull();
    expect(await reasonText(refusal('malformed', 'full_moon'))).toBeNull();
  });
});

it('a refusal about a tournament is told by its reason, or else by its code', async () => {
  expect(await problemOf(new Refused(refusal('rate_limited', 'too_many_tournaments')))).toBe(en.reasons.too_many_tournaments);
  expect(await problemOf(new Refused(refusal('not_now', 'wrong_round')))).toBe(tournament.refused.wrong_round);
  expect(await problemOf(new Refused(refusal('server_full', 'tournaments_full')))).toBe(tournament.refused.tournaments_full);
  expect(await problemOf(new Refused(refusal('malformed', 'toString')))).toBe(tournament.refused.other);
  expect(await problemOf(new Refused(refusal('rate_limited')))).toBe(tournament.refused.rate_limited);
  expect(await problemOf(new Refused(refusal('name_taken', 'full_moon')))).toBe(tournament.refused.name_taken);
  expect(await problemOf(new Refused(refusal('malformed')))).toBe(tournament.refused.other);
  expect(await problemOf(new TypeError('no network'))).toBe(tournament.failed);
});

it.each<[number, RequestRefused, object]>([
  [422, { ...refusal('faulty_ruleset', 'faulty_ruleset'), diagnostics: [{ file: 'ruleset.json' }] }, { kind: 'faulty', diagnostics: [{ file: 'ruleset.json' }] }],
  [413, refusal('beyond_bound', 'beyond_bound'), { kind: 'large' }],
  [422, refusal('beyond_bound', 'beyond_bound'), { kind: 'refused', text: 'The game goes beyond a limit of this server: as the server puts it.' }],
  [403, refusal('guest_rules_off', 'guest_rules_off'), { kind: 'refused', text: en.reasons.guest_rules_off }],
  [429, refusal('rate_limited', 'too_often'), { kind: 'refused', text: en.reasons.too_often }],
  [503, refusal('server_full'), { kind: 'busy' }],
  [400, refusal('malformed'), { kind: 'refused', text: lab.saveFault.refused('as the server puts it') }],
  [500, refusal('internal'), { kind: 'failed' }],
])('a game of the lab that the server does not take (%i) has its fault', async (status, body, fault) => {
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(JSON.stringify(body), { status })));
  await expect(save({ 'ruleset.json': '{}' })).rejects.toMatchObject({ fault });
});

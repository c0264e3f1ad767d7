// Names from the data of the rules: every language has each of them, and they are shown where the page names pieces, sides and games.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { LANGUAGES } from '../src/lib/language';
import type { KindTexts } from '../src/texts/kinds/catalogue';
import type { Translation } from '../src/wire';

const rules = new URL('../../rules/', import.meta.url);
const read = (path: string): unknown => JSON.parse(readFileSync(new URL(path, rules), 'utf8'));
const codes = Object.keys(LANGUAGES).filter((code) => code !== 'en');
const translationOf = (code: string) => read(`translations/${code}.json`) as Translation;

interface Manifest {
  name: string;
  about: string;
  family: string;
  sides: Record<string, string>;
  pieces: Record<string, { name: string }>;
}
const folders = readdirSync(rules).filter((name) => existsSync(new URL(`${name}/ruleset.json`, rules)));
const manifests = folders.map((name) => read(`${name}/ruleset.json`) as Manifest);
const distinct = (names: readonly string[]) => [...new Set(names)].sort();

const NEEDED = {
  pieces: distinct(manifests.flatMap(({ pieces }) => Object.values(pieces).map(({ name }) => name))),
  sides: distinct(manifests.flatMap(({ sides }) => Object.values(sides))),
  families: distinct(manifests.map(({ family }) => family)),
  overlays: readdirSync(new URL('overlays', rules)).sort(),
  abouts: [...folders].sort(),
  clocks: distinct((read('clocks.json') as { clocks: { name: string }[] }).clocks.map(({ name }) => name)),
};

describe.each(codes)('the names of the rules in %s', (code) => {
  it.each(Object.entries(NEEDED))('are there for all %s, and for nothing else', (list, needed) => {
    expect(Object.keys(translationOf(code)[list as keyof typeof NEEDED] ?? {}).sort()).toEqual(needed);
  });

  it('tell apart the pieces of each game', () => {
    const { pieces, families } = translationOf(code);
    const nameOf = (name: string, family: string) => families[family]?.pieces?.[name] ?? pieces[name] ?? name;
    const alike = manifests.flatMap(({ family, pieces: kinds }) => {
      const names = distinct(Object.values(kinds).map(({ name }) => name));
      const translated = names.map((name) => nameOf(name, family));
      return new Set(translated).size < names.length ? [names.map((name, place) => `${name}: ${translated[place]}`)] : [];
    });
    expect(alike).toEqual([]);
  });
});

/** Plain words of the names of games, moderators and house rules. Other words, as shogi, are names that all languages share. */
const ENGLISH = new RegExp(
  `(?<!\\p{L})(${[
    'chess|minichess|games?|with|without|on|the|of|all|no|any|not|plus|micro|almost|modern|traditional|english|blind|sight',
    'files|ranks|board|mirror|move|moves|check|drops?|captures?|aims?|pawns?|knights?|bishops?|rooks?|queens?|kings?|pieces?|three|ten|pocket|racing',
    'dark|fog|duck|dragon|wolf|grasshopper|nightrider|chancellor|centaur|courier|amazons?|empire|spartan|cambodian|georgian|new|zealand|gothic|grand',
    'breakthrough|horde|isolation|placement|losers|loop|atomic|embassy|opulent|paradigm|perfect|petrified|sideways',
  ].join('|')})(?!\\p{L})`,
  'iu',
);
/** Words that a language spells, or borrows, as English does. */
const ALIKE: Readonly<Record<string, RegExp>> = {
  de: /^(blind|horde|isolation|modern|plus)$/iu,
  es: /^(micro|no|plus)$/iu,
  fr: /^(dragon|empire|horde|isolation|micro|on|placement|plus)$/iu,
  pt: /^(micro|no|plus)$/iu,
};
/** Words that are in Latin letters in every language: the question "Any?", which players ask, and names that are written so everywhere. */
const LATIN = /Any\?|TenCubed|III/gu;

const gameNames = Object.fromEntries(folders.map((folder, at) => [folder, manifests[at]?.name ?? '']));
const moderatorNames = Object.fromEntries(
  readdirSync(new URL('moderators', rules)).map((file) => {
    const { id, name } = read(`moderators/${file}`) as { id: string; name?: string };
    return [id, name ?? ''];
  }),
);
const LISTED = { games: gameNames, moderators: moderatorNames };

/** Returns the plain English words within a name. */
const englishIn = (name: string, code: string) =>
  [...name.replace(LATIN, '').matchAll(new RegExp(ENGLISH, 'giu'))].map(([word]) => word).filter((word) => ALIKE[code]?.test(word) !== true);

describe.each(Object.entries(LISTED))('the names of all %s', (list, english) => {
  const of = (code: string) => translationOf(code)[list as keyof typeof LISTED];

  it('are translated in every language, but for those that are names everywhere', () => {
    const inEnglish = Object.entries(english).filter(([id]) => !(id in of('de')));
    // One that is left out says nothing in English: it is shown as it is.
    expect(inEnglish.filter(([, name]) => name === '' || englishIn(name, '').length > 0)).toEqual([]);
    for (const code of codes) expect(Object.keys(of(code)).sort()).toEqual(Object.keys(of('de')).sort());
  });

  it.each(codes)('are neither empty nor alike in %s', (code) => {
    const names = Object.entries({ ...english, ...of(code) }).map(([, name]) => name);
    expect(names.filter((name) => name === '' || name !== name.trim())).toEqual([]);
    expect(distinct(names).length).toBe(names.length);
  });
});

/** Returns the names of games, moderators, time controls, house rules and families in a language. */
function namesIn(code: string): string[] {
  const { games, moderators, overlays, clocks, families } = translationOf(code);
  const names = [games, moderators, clocks].flatMap((list) => Object.values(list));
  return [...names, ...[...Object.values(overlays), ...Object.values(families)].map(({ name }) => name)];
}

it.each(codes)('no name in %s has a word left in English, and no game its description', (code) => {
  expect(namesIn(code).filter((name) => englishIn(name, code).length > 0)).toEqual([]);
  const { abouts = {} } = translationOf(code);
  expect(folders.filter((folder, at) => abouts[folder]?.trim() === '' || abouts[folder] === manifests[at]?.about)).toEqual([]);
});

it.each(['ja', 'ru', 'zh'])('every name in %s is in the letters of the language', (code) => {
  expect(namesIn(code).filter((name) => /\p{Script=Latin}/u.test(name.replace(LATIN, '')))).toEqual([]);
});

describe('a reader of Japanese', () => {
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.resetModules();
  });

  it('is shown the pieces and sides of shogi by their own names, and those of chess by others', async () => {
    vi.resetModules();
    vi.stubGlobal('fetch', (address: string) => {
      const answers: Record<string, unknown> = { '/api/translations/ja': translationOf('ja'), '/api/translations/ja/abouts': translationOf('ja').abouts };
      return Promise.resolve(new Response(JSON.stringify(answers[address] ?? null)));
    });
    const { words } = (await import('../src/texts/ja')) as typeof import('../src/texts/ja');
    (await import('../src/texts')).use(words);
    const names = await import('../src/lib/names.svelte');
    await names.loadNames();
    const { kindsOfManifest: read } = await import('../src/lib/kinds');
    const shogi = read(readFileSync(new URL('shogi/ruleset.json', rules), 'utf8'));
    expect(shogi.text({ color: 'w', type: 'r', qpi: 'S:R' })).toBe('先手の飛車');
    expect(shogi.text({ color: 'b', type: 'r', qpi: 's:+r' })).toBe('後手の竜王');
    expect(shogi.sideText('b')).toBe('後手');
    expect(shogi.renamed(words.table.moderator.white_moved)).toBe('先手が指しました。');
    // Check and mate are those of shogi, too.
    expect(shogi.renamed(words.table.moderator.black_in_check)).toBe('後手に王手です。');
    expect(shogi.renamed(words.table.end.won.checkmate)).toBe('詰みで勝ちました。');
    expect(shogi.nameOf('S:R')).toBe('rook');
    expect(names.pieceName('rook')).toBe('ルーク');
    expect(names.pieceName('wizard of a guest')).toBe('wizard of a guest');
    expect(names.namedGame({ id: 'shogi', name: 'Shogi' }).name).toBe('将棋');
    const { translatedAbout } = await import('../src/lib/abouts');
    expect(await translatedAbout('shogi')).toBe(translationOf('ja').abouts?.['shogi']);
    expect(await translatedAbout('of-a-guest')).toBe(null);
    expect(await translatedAbout('constructor')).toBe(null);
    expect(names.familyName('constructor')).toBe('constructor');
  });
});

it.each([
  ['ja', ['竜王', '竜馬', '成銀', 'と金']],
  ['zh', ['龙王', '龙马', '成银', '成步']],
])('promoted pieces of shogi have names of their own in %s', async (code, expected) => {
  const { kinds } = ((await import(`../src/texts/${code}/parts.ts`)) as { kinds: KindTexts });
  const { pieces = {} } = translationOf(code).families['shogi'] ?? {};
  expect(['rook', 'bishop', 'silver', 'pawn'].map((name) => kinds.promoted(pieces[name] ?? ''))).toEqual(expected);
  expect(kinds.pieceOf('', pieces['rook'] ?? '', true)).toContain(expected[0]);
});

it('descriptions that did not come are asked for again', async () => {
  vi.resetModules();
  const answers = [new Response('{}', { status: 503 }), new Response('{"shogi":"Japanisches Schach"}')];
  vi.stubGlobal('fetch', () => Promise.resolve(answers.shift()));
  const { words } = (await import('../src/texts/de')) as typeof import('../src/texts/de');
  (await import('../src/texts')).use(words);
  const { translatedAbout } = await import('../src/lib/abouts');
  expect(await translatedAbout('shogi')).toBe(null);
  expect(await translatedAbout('shogi')).toBe('Japanisches Schach');
  vi.unstubAllGlobals();
  vi.resetModules();
});

it('a reader of English asks for no names, and sees those of the rules', async () => {
  vi.resetModules();
  vi.stubGlobal('fetch', () => Promise.reject(new Error('nothing is asked for')));
  const { kindsOfManifest } = await import('../src/lib/kinds');
  const { loadNames, pieceName } = await import('../src/lib/names.svelte');
  await loadNames();
  expect(await (await import('../src/lib/abouts')).translatedAbout('shogi')).toBe(null);
  expect(pieceName('rook', 'shogi')).toBe('rook');
  expect(kindsOfManifest(readFileSync(new URL('shogi/ruleset.json', rules), 'utf8')).text({ color: 'w', type: 'r', qpi: 'S:R' })).toBe('sente rook');
  vi.unstubAllGlobals();
});

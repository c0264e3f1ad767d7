// All languages of the page: each says everything that English says, with every value, and in its own words.
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { LANGUAGES } from '../src/lib/language';
import { en as choosing } from '../src/texts/choosing/en';
import { en as deduced } from '../src/texts/deduced/en';
import { en as drawing } from '../src/texts/drawing/en';
import { en as page } from '../src/texts/en';
import { en as finished } from '../src/texts/finished/en';
import { en as games } from '../src/texts/games/en';
import { en as handover } from '../src/texts/handover/en';
import { en as joining } from '../src/texts/joining/en';
import { en as kept } from '../src/texts/kept/en';
import { en as keys } from '../src/texts/keys/en';
import { en as kinds } from '../src/texts/kinds/en';
import { en as lab } from '../src/texts/lab/en';
import { en as later } from '../src/texts/later/en';
import { en as lobby } from '../src/texts/lobby/en';
import { en as local } from '../src/texts/local/en';
import { en as mind } from '../src/texts/mind/en';
import { en as moderated } from '../src/texts/moderated/en';
import { en as moves } from '../src/texts/moves/en';
import { en as offline } from '../src/texts/offline/en';
import { en as own } from '../src/texts/own/en';
import type { PasskeyTexts } from '../src/texts/passkeys/catalogue';
import { en as passkeys } from '../src/texts/passkeys/en';
import { en as practice } from '../src/texts/practice/en';
import type { RefusedTexts } from '../src/texts/refused/catalogue';
import { en as refused } from '../src/texts/refused/en';
import { en as report } from '../src/texts/report/en';
import { en as results } from '../src/texts/results/en';
import { en as rooms } from '../src/texts/rooms/en';
import { en as table } from '../src/texts/table/en';
import { en as tournament } from '../src/texts/tournament/en';
import { en as turn } from '../src/texts/turn/en';
import type { Words } from '../src/texts/words';

/** All texts of a language, also those that come in files of their own. */
type AllWords = Words & { readonly passkeys: PasskeyTexts; readonly refused: RefusedTexts };

const english: AllWords = { page, choosing, deduced, drawing, finished, games, handover, joining, kept, keys, kinds, lab, later, lobby, local, mind, moderated, moves, offline, own, passkeys, practice, refused, report, results, rooms, table, tournament, turn };
const codes = Object.keys(LANGUAGES).filter((code) => code !== 'en');
const wordsOf = async (code: string): Promise<AllWords> => ({
  ...((await import(`../src/texts/${code}.ts`)) as { words: Words }).words,
  ...((await import(`../src/texts/${code}/passkey-words.ts`)) as { passkeys: PasskeyTexts }),
  ...((await import(`../src/texts/${code}/refused.ts`)) as { refused: RefusedTexts }),
});

/** A value that stands for a word, a square or a list of them: it is shown as one sign that no text has. */
const sign = (place: number) => {
  const text = String.fromCharCode(0xe000 + place);
  return Object.assign([text], { toString: () => text, toLocaleString: () => text, charAt: () => '', slice: () => text, replace: () => text, replaceAll: () => text, includes: () => false });
};
const SIGNS = [0, 1, 2, 3, 4, 5].map(sign);
const places = [{ square: '\ue000', points: '\ue001' }];
const about = ['\ue000', '\ue001'];

/** Values for texts that take more than words, squares and numbers. */
const VALUES: Readonly<Record<string, readonly unknown[]>> = {
  'deduced.sentence': [{ claim: 'each', about, squares: ['\ue002', '\ue003'] }],
  'later.options.numbers': [{ initial: 39, regeneration: 1, effectiveMax: 15, overloadCost: 2, hidden: true, tiesToAttacker: false, bidSeconds: 30, originCost: 3, canLosePiece: true, defenderPercent: 50 }],
  'later.bids.youAndThey': [{ spent: 11, counts: '\ue000' }, { spent: 12, counts: '\ue001' }, '\ue002'],
  'later.bids.bothSides': ['\ue000', { spent: 11, counts: '\ue001' }, '\ue002', { spent: 12, counts: '\ue003' }, '\ue004'],
  'later.review.happened': [places],
  'mind.review.comment': [[{ square: '\ue000', belief: '\ue001', verdict: 'right' }]],
  'mind.review.score': [17, 31],
  'games.points': [[['\ue000', 17]], 31],
  'games.arrival': [['\ue000'], ['\ue001'], ['\ue002'], 'safe'],
  'games.extinction': [['\ue000'], 0, 'win'],
  'games.repetition': [7, 'draw'],
  'games.counted': [7, 'win'],
  'games.facing': [['\ue000'], 'loss'],
  'later.help.rows': [{ moves: '\ue000', letter: '\ue001', square: '\ue002', rank: '\ue003' }],
  'lab.faults': [17, 31],
  'lab.perft.total': [17, true],
  'choosing.machine.level': [3],
  'kinds.renamed': ['\ue000', '\ue001', '\ue002'],
  'kinds.move': ['\ue000', 'w', () => null],
  'finished.by': [sign(0)],
  'own.by': [sign(0)],
  'lobby.by': [sign(0)],
};
/** Texts that need not differ from English: notations, signs, and names that all languages share. */
const SHARED = /^(page\.(code|title\.page)|kinds\.(renamed|move)|\w+\.(players|result|titled)|later\.review\.(copyP|at)|tournament\.(buchholz$|points)|lab\.help\.rows\.\d+\.0)/;

/** Returns the texts of a catalogue by their paths; those with values as they are with signs for them. */
function textsOf(value: unknown, path: string): [path: string, text: string][] {
  if (typeof value === 'string') return [[path, value]];
  if (typeof value !== 'function') return Object.entries(value as object).flatMap(([key, inner]) => textsOf(inner, path === '' ? key : `${path}.${key}`));
  const values = Object.entries(VALUES).find(([begin]) => path.startsWith(begin))?.[1] ?? SIGNS;
  return [[path, String((value as (...values: readonly unknown[]) => unknown)(...values))]];
}
const expected = new Map(textsOf(english, ''));
const valuesIn = (text: string): string[] => [...new Set(text.match(/[\ue000-\ue0ff]|\d+/g) ?? [])].sort();

it('the page, the script of the start and the folder of texts have the same languages', () => {
  const files = readdirSync(new URL('../src/texts', import.meta.url)).flatMap((name) => /^([a-z]{2})\.ts$/.exec(name)?.[1] ?? []);
  const start = readFileSync(new URL('../src/start.ts', import.meta.url), 'utf8');
  const listed = [...(/const LANGUAGES = \[(.*)\]/.exec(start)?.[1] ?? '').matchAll(/'(\w+)'/g)].map(([, code]) => code);
  expect(listed).toEqual(Object.keys(LANGUAGES));
  expect(files.sort()).toEqual(Object.keys(LANGUAGES).sort());
});

const manifest = JSON.parse(readFileSync(new URL('../public/manifest.webmanifest', import.meta.url), 'utf8')) as {
  description_localized: Record<string, string>;
  shortcuts: { name: string; name_localized: Record<string, string>; url: string }[];
};
it('an installed page has its description in all languages', () => {
  expect(Object.keys(manifest.description_localized)).toEqual(codes);
});

describe.each(codes)('the language %s', (code) => {
  it('names the shortcuts of an installed page as the page does', async () => {
    const names = ({ choosing: first, page: { landing } }: Words) => [first.practise, landing.local];
    expect(manifest.shortcuts.map(({ name }) => name)).toEqual(names(english));
    expect(manifest.shortcuts.map(({ name_localized: by }) => by[code])).toEqual(names(await wordsOf(code)));
  });

  it('has every text of English, and no other', async () => {
    expect(textsOf(await wordsOf(code), '').map(([path]) => path).sort()).toEqual([...expected.keys()].sort());
  });

  it('shows every value that English shows', async () => {
    const lost = textsOf(await wordsOf(code), '').filter(([path, text]) => {
      const shown = valuesIn(text);
      // A number that is written as a word in English may be a digit elsewhere; a value may not be lost.
      return valuesIn(expected.get(path) ?? '').some((value) => !shown.includes(value));
    });
    expect(lost).toEqual([]);
  });

  it('leaves nothing empty, undefined or in English', async () => {
    const wrong = textsOf(await wordsOf(code), '').filter(([path, text]) => {
      const original = expected.get(path) ?? '';
      if ((text.trim() === '') !== (original.trim() === '') || /undefined|NaN|\[object/.test(text)) return true;
      return !SHARED.test(path) && text === original && (original.match(/\p{L}{2,}/gu) ?? []).length > 2;
    });
    expect(wrong).toEqual([]);
  });

  it('has a whole sentence for every announcement, no two alike', async () => {
    const sentences = Object.values((await wordsOf(code)).table.moderator);
    expect(new Set(sentences).size).toBe(sentences.length);
    for (const sentence of sentences) expect(sentence).toMatch(/^[\p{L}\p{N}].*[.。]$/u);
  });

  it('begins long texts of buttons like their short ones, or has them within', async () => {
    const { local: one, practice: alone } = await wordsOf(code);
    const plain = (text: string) => text.toLowerCase();
    for (const { short, long } of [one.flip, one.feen, one.newGame, one.draw, alone.undo, alone.suggest, alone.newGame]) expect(plain(long)).toContain(plain(short));
  });

  it('names the button for running games, which a passkey does not bring', async () => {
    const { passkeys: at, results: page } = await wordsOf(code);
    expect(at.what).toContain(page.handOver);
  });

  it('calls different people differently', async () => {
    const { people, side } = (await wordsOf(code)).page;
    const words = [...Object.values(people), ...Object.values(side)];
    expect(new Set(words).size).toBe(words.length);
  });

  it('counts by its own rules', async () => {
    const { games: list, table: at } = await wordsOf(code);
    const forms = [1, 2, 5, 21, 22].map((count) => list.found(count).replace(/\d+/, ''));
    const rules = new Intl.PluralRules(code);
    const categories = [1, 2, 5, 21, 22].map((count) => rules.select(count));
    // Numbers of one category have one form, and those of different ones differ.
    expect(new Set(forms).size).toBe(new Set(categories).size);
    expect(at.cell.points(1)).toContain('1');
  });
});

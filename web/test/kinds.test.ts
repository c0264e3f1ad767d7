import { afterEach, expect, it } from 'vitest';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { render } from 'svelte/server';
import { Kinds, kindsOfCard, kindsOfManifest } from '../src/lib/kinds';
import { settings } from '../src/lib/settings.svelte';
import KindShape from '../src/parts/KindShape.svelte';
import { sets } from '../src/pieces/sets.json';
import { pieceText } from '../src/texts/table';
import type { PieceView as Piece, RulesetDescription } from '../src/wire';

afterEach(() => {
  settings.faces = 'western';
});

const kinds = (family: string, names: Record<string, string>, start = '', sides = { w: 'white', b: 'black' }) =>
  new Kinds({ family, start, sides, pieces: Object.entries(names).map(([type, name]) => ({ type, style: family.charAt(0), name, ...(name === 'duck' && { neutral: true }) })) });
const piece = (qpi: string, color: 'w' | 'b' = 'w') => ({ color, type: '', qpi });

it('draws kinds of chess by their names, whatever their letters', () => {
  const makruk = kinds('makruk', { K: 'khun', S: 'khon', M: 'met', Z: 'nobody knows' });
  expect(makruk.picture(piece('M:K^'))).toMatchObject({ form: 'drawing', symbol: 'k', badge: null });
  expect(makruk.picture(piece('M:S'))).toMatchObject({ form: 'drawing', symbol: 'elephant' });
  expect(makruk.picture(piece('M:Z'))).toMatchObject({ form: 'tile', tile: 'token', text: 'Z' });
});

it('draws a compound as a piece with a smaller one', () => {
  expect(kinds('chess', { A: 'archbishop' }).picture(piece('C:A'))).toMatchObject({ symbol: 'b', badge: 'n' });
});

it('draws a piece that moves as one kind and captures as a king with a small king', () => {
  expect(kinds('chess', { T: 'khan' }).picture(piece('C:T'))).toMatchObject({ symbol: 'n', badge: 'k' });
  expect(kinds('chess', { D: 'duke' }).picture(piece('C:D'))).toMatchObject({ symbol: 'q', badge: 'k' });
});

it('draws an amazon of the game of that name as the queen that it is', () => {
  expect(kinds('Amazons', { Q: 'amazon' }).picture(piece('A:Q'))).toMatchObject({ symbol: 'q', badge: null });
  expect(kinds('chess', { A: 'amazon' }).picture(piece('C:A'))).toMatchObject({ symbol: 'q', badge: 'n' });
});

it('tells rights from promotions', () => {
  const house = kinds('chess', { R: 'rook', Q: 'queen' }, '+R7/8/8/8/8/8/8/7+r / C/c');
  expect(house.picture(piece('C:+R')).promoted).toBe(false);
  expect(house.picture(piece('C:+Q')).promoted).toBe(true);
  expect(pieceText(piece('C:+Q'), house)).toBe('white promoted queen');
});

it('tells a promoted rook from one that may castle, and no pawn that has just moved two squares from another', () => {
  const styles = { C: 'Crazyhouse' };
  const pieces = { 'C:R': { name: 'rook', san: 'R' }, 'C:P': { name: 'pawn', san: '' }, 'C:O': { name: 'pawn that stepped left', san: 'O' }, 'C:E': { name: 'elephant', san: 'E' } };
  const house = kindsOfManifest(JSON.stringify({ styles, pieces, initial: '+r7/+p7/8/8/8/8/+P7/+R7 E/e C/c' }));
  expect(['C:-R', 'c:-r', 'C:-E'].map((qpi) => house.isPromoted(qpi))).toEqual([true, true, true]);
  expect(['C:R', 'C:+R', 'C:-P', 'C:+P', 'C:-O', 'C:E'].map((qpi) => house.isPromoted(qpi))).toEqual([false, false, false, false, false, false]);
  expect(pieceText(piece('C:-R'), house)).toBe('white promoted rook');
  expect(house.picture(piece('C:-R')).promoted).toBe(true);
  // A piece that is covered moves as its letter says, and was not promoted.
  const jieqi = kindsOfManifest(JSON.stringify({ styles: { X: 'Xiangqi' }, pieces: { 'X:R': { name: 'chariot', san: 'R' } }, initial: '-r8/9/-R8 / X/x', covered: { pieces: ['X:-R'] } }));
  expect(jieqi.isPromoted('X:-R')).toBe(false);
});

it('has faces of both kinds for tiles, and sides by their names', () => {
  const xiangqi = kinds('xiangqi', { G: 'general' }, '', { w: 'red', b: 'black' });
  expect(xiangqi.picture(piece('X:G^'))).toMatchObject({ form: 'tile', tile: 'disc', ink: 'red', symbol: 'k', text: null });
  settings.faces = 'traditional';
  // Without a screen no font can be looked at: the page falls back.
  expect(xiangqi.picture(piece('X:G^')).form).toBe('tile');
  expect(xiangqi.sideText('w')).toBe('Red');
  expect(pieceText(piece('x:g^', 'b'), xiangqi)).toBe('black general');
});

it('tells a player which side is theirs by its name in the game, where that is neither White nor Black', () => {
  const janggi = kinds('janggi', { G: 'general' }, '4g^4/9/4G^4 / J/j', { w: 'blue', b: 'red' });
  expect([janggi.yourSideText('w'), janggi.yourSideText('b')]).toEqual(['Your side: Blue.', 'Your side: Red.']);
  expect([janggi.emblem('w')?.qpi, janggi.emblem('b')?.qpi]).toEqual(['J:G', 'j:g']);
  expect(kinds('chess', { K: 'king' }).yourSideText('w')).toBeNull();
});

it('names pieces of neither side without one', () => {
  const duck = kinds('chess', { D: 'duck', K: 'king' });
  expect(pieceText(piece('C:D'), duck)).toBe('duck');
  expect(duck.picture(piece('C:D')).neutral).toBe(true);
});

it('reads the kinds of a ruleset from its file', () => {
  const read = kindsOfManifest(JSON.stringify({
    styles: { S: 'Shogi' }, sides: { first: 'sente', second: 'gote' }, initial: 'k^/K^ / S/s', pieces: { 'S:K': { name: 'king' }, 'S:P': { name: 'pawn' } },
  }));
  expect(read.ground).toBe('lined');
  expect(read.pieceNamed('+pawn', 'b')).toMatchObject({ color: 'b', qpi: 's:+p' });
  expect(read.emblem('w')).toMatchObject({ qpi: 'S:K' });
  expect(pieceText(piece('s:+p', 'b'), read)).toBe('gote promoted pawn');
});

const SHAPES = [{ d: 'M20 80 50 20 80 80z' }, { d: 'M30 70h40', paint: 'line' as const }, { d: 'M48 50h4v4z', paint: 'detail' as const }];
const drawn = (style: string, drawings: object, more: object = {}) =>
  kindsOfManifest(JSON.stringify({ styles: { [style.charAt(0)]: style }, pieces: { [`${style.charAt(0)}:K`]: { name: 'king', san: 'K' } }, initial: 'k^/K^ / A/a', drawings, ...more }));
const markup = (read: Kinds, qpi: string, color: 'w' | 'b' = 'w') => render(KindShape, { props: { picture: read.picture(piece(qpi, color)), up: true } }).body.replace(/<!--.*?-->/g, '');

it('draws what a ruleset brings, before what it knows by itself', () => {
  for (const key of ['A:K', 'a:+k^']) {
    const read = drawn('Ants', { [key]: SHAPES });
    expect(read.picture(piece('a:+k', 'b'))).toEqual({ form: 'drawing', own: SHAPES, symbol: '', badge: null, promoted: true, neutral: false, second: true });
    const body = markup(read, 'A:K');
    expect(body).toMatch(/<svg [^>]*viewBox="0 0 100 100"/);
    for (const { d, paint } of SHAPES) expect(body).toMatch(new RegExp(`<path class="${paint ? `${paint} ` : ''}\\w+" d="${d}"`));
    expect([markup(read, 'A:K'), markup(read, 'A:+K')].map((text) => text.includes('promotion'))).toEqual([false, true]);
  }
  expect(drawn('Ants', {}).picture(piece('A:K'))).toMatchObject({ symbol: 'k' });
});

it('draws what a ruleset brings on its tiles, but neither in place of characters nor of a covered piece', () => {
  const read = drawn('Shogi', { 'S:K': SHAPES });
  expect(read.picture(piece('S:K'))).toMatchObject({ form: 'tile', tile: 'pentagon', text: null, own: SHAPES });
  expect(markup(read, 'S:K')).toContain(SHAPES[0]?.d);
  const covered = drawn('Xiangqi', { 'X:K': SHAPES }, { covered: { pieces: ['X:-K'] } });
  expect(covered.picture(piece('X:-K')).own).toBeUndefined();
  expect(markup(covered, 'X:-K')).not.toContain(SHAPES[0]?.d);
});

it('draws the same from the list of rulesets', () => {
  const card = { family: '', start: 'k^/K^ / A/a', sides: { w: 'white', b: 'black' }, pieces: [{ type: 'k', qpi: 'A:K', name: 'ant', san: 'K', drawing: SHAPES }] };
  expect(kindsOfCard(card as unknown as RulesetDescription).picture(piece('A:K')).own).toEqual(SHAPES);
});

it('writes a path as text of an attribute, whatever it is', () => {
  const body = markup(drawn('Ants', { 'A:K': [{ d: '"/><script>alert(1)</script>' }] }), 'A:K');
  expect(body).not.toContain('<script');
  expect(body.match(/<path/g)).toHaveLength(1);
});

it('knows a kind that a house rule has made royal', () => {
  expect(kindsOfManifest(JSON.stringify({ styles: { C: 'Chess' }, pieces: { 'C:Q^': { name: 'queen', san: 'Q' } }, initial: 'q^/Q^ / C/c' })).picture(piece('C:Q^'))).toMatchObject({ symbol: 'q' });
});

const rulesDirectory = new URL('../../rules/', import.meta.url);
const rulesetFiles = readdirSync(rulesDirectory).map((id) => new URL(`${id}/ruleset.json`, rulesDirectory)).filter((file) => existsSync(file));

it('has a picture for every kind of every ruleset, and letters only as faces of tiles', () => {
  expect(rulesetFiles.length).toBeGreaterThan(100);
  const lettered = rulesetFiles.flatMap((file) => {
    const read = kindsOfManifest(readFileSync(file, 'utf8'));
    const faces = sets.find(({ family }) => family === read.family)?.faces ?? {};
    const isLettered = (shown: Piece) => {
      const picture = read.picture(shown);
      return picture.form === 'tile' && picture.text !== null;
    };
    return read.list.filter((kind) => isLettered(read.piece(kind, 'w')) && !(kind.name in faces)).map(({ name }) => `${file.pathname.split('/').at(-2) ?? ''}: ${name}`);
  });
  expect(lettered).toEqual([]);
});

it('has another picture for each kind of a ruleset, so that no two are taken for each other', () => {
  // A pawn of Berolina chess that has just stepped to the left is still a pawn.
  const isSame = (name: string) => name.startsWith('pawn that stepped');
  const alike = rulesetFiles.flatMap((file) => {
    const read = kindsOfManifest(readFileSync(file, 'utf8'));
    const pictures = new Map<string, string>();
    return read.list.filter(({ name }) => !isSame(name)).flatMap((kind) => {
      const picture = JSON.stringify(read.picture(read.piece(kind, 'w')));
      const other = pictures.get(picture);
      pictures.set(picture, kind.name);
      return other === undefined ? [] : [`${file.pathname.split('/').at(-2) ?? ''}: ${other} and ${kind.name}`];
    });
  });
  expect(alike).toEqual([]);
});

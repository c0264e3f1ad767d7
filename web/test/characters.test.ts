// Moves in the characters that Japanese and Chinese players read.
import { readFileSync } from 'node:fs';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { kindsOfManifest } from '../src/lib/kinds';
import { settings } from '../src/lib/settings.svelte';
import { inCharacters } from '../src/texts/characters';
import { kindTexts } from '../src/texts/kinds';

const kindsOf = (game: string) => kindsOfManifest(readFileSync(`${import.meta.dirname}/../../rules/${game}/ruleset.json`, 'utf8'));

/** Reads a move of a side in the language of the page. */
const read = (game: string, by: 'w' | 'b') => (gameNotation: string) => kindsOf(game).move({ by, san: 'x', gameNotation });

beforeEach(() => {
  settings.faces = 'traditional';
  vi.spyOn(kindTexts, 'move').mockImplementation(inCharacters);
  // A device that has the letters: what it draws depends on the letter.
  vi.stubGlobal('document', {
    createElement: () => {
      let drawn = '';
      return { getContext: () => ({ font: '', fillText: (letter: string) => void (drawn = letter), getImageData: () => ({ data: [drawn] }) }) };
    },
  });
});

describe('shogi', () => {
  it.each([
    ['P-7f', '７六歩'], ['G6i-5h', '５八金(69)'], ['Rx2c+', '２三飛成'], ['Nx5c=', '５三桂不成'], ['B*4e', '４五角打'],
    ['+R-6e', '６五龍'], ['+Sx4b', '４二成銀'], ['+P-9a', '９一と'], ['K-5h', '５八玉'],
  ])('%s is %s', (notation, characters) => {
    expect(read('shogi', 'w')(notation)).toBe(characters);
    expect(read('shogi', 'b')(notation)).toBe(characters);
  });
});

describe('xiangqi', () => {
  it.each([
    ['C2=5', '炮二平五', '炮２平５'], ['H8+7', '马八进七', '马８进７'], ['R+-1', '前车退一', '前车退１'], ['K5+1', '帅五进一', '将５进１'],
    ['P-+1', '后兵进一', '后卒进１'], ['E7-5', '相七退五', '象７退５'],
  ])('%s is %s, of the second side %s', (notation, first, second) => {
    expect(read('xiangqi', 'w')(notation)).toBe(first);
    expect(read('xiangqi', 'b')(notation)).toBe(second);
  });

  it('what a covered piece turns out to be is a character too', () => {
    expect([read('jieqi', 'w')('H8+7=C'), read('jieqi', 'b')('C8=5=P')]).toEqual(['马八进七=炮', '炮８平５=卒']);
  });

  it('a form without a letter stays as it is', () => {
    expect(read('xiangqi', 'w')('15=6')).toBe('15=6');
  });
});

describe('janggi', () => {
  it.each([
    ['H02-83', '02馬83', '02馬83'], ['K95-94', '95楚94', '95漢94'], ['P71-72', '71卒72', '71兵72'], ['E44xP72', '44象72', '44象72'],
  ])('%s is %s, of the second side %s', (notation, first, second) => {
    expect(read('janggi', 'w')(notation)).toBe(first);
    expect(read('janggi', 'b')(notation)).toBe(second);
  });

  it('a drop stays as it is', () => {
    expect(read('janggi-house', 'w')('P@53')).toBe('P@53');
  });
});

describe('letters stay', () => {
  it('where the pieces have western faces', () => {
    settings.faces = 'western';
    expect(read('shogi', 'w')('P-7f')).toBe('P-7f');
  });

  it('in a game whose pieces have no characters, and in a language that does not read them', () => {
    expect(read('chess', 'w')('Nf3')).toBe('Nf3');
    vi.restoreAllMocks();
    expect(read('shogi', 'w')('P-7f')).toBe('P-7f');
  });
});

// Keys of one character: on any keyboard, alone, and only where the settings let them act.
import { readdirSync, readFileSync } from 'node:fs';
import { afterEach, expect, it } from 'vitest';
import { characterOf, loneKey } from '../src/lib/keys';
import { settings } from '../src/lib/settings.svelte';
import { en as later } from '../src/texts/later/en';

afterEach(() => {
  settings.letterKeys = true;
});

const press = (key: string, code: string, held: Partial<Record<'ctrlKey' | 'metaKey' | 'altKey', true>> = {}) => ({ key, code, ctrlKey: false, metaKey: false, altKey: false, ...held });

it.each([
  ['b', 'KeyB', 'b'], ['B', 'KeyB', 'b'], ['?', 'Slash', '?'], ['/', 'Digit7', '/'],
  // A Latin letter counts wherever it is: on a French keyboard, or on one of another order.
  ['a', 'KeyQ', 'a'], ['m', 'Semicolon', 'm'],
  // Letters of other scripts count by their place: Russian, Greek, Korean, Hebrew, and one who composes Japanese.
  ['и', 'KeyB', 'b'], ['И', 'KeyB', 'b'], ['β', 'KeyB', 'b'], ['ㅠ', 'KeyB', 'b'], ['נ', 'KeyB', 'b'], ['Process', 'KeyB', 'b'],
  // A Thai vowel sign, and the Arabic letter of two characters.
  ['\u0e34', 'KeyB', 'b'], ['\u0644\u0627', 'KeyB', 'b'],
  // A sign is no letter: that of a French keyboard of another order stands where others have a letter.
  ['’', 'KeyB', null], ['…', 'KeyB', null], ['F1', 'F1', null], ['Ba', 'KeyB', null],
  ['é', 'Digit2', null], ['ö', 'Semicolon', null], ['è', 'KeyB', null], ['ж', 'Semicolon', null], ['Escape', 'Escape', null], ['Enter', 'Enter', null], ['Dead', 'KeyB', null],
])('%s at %s is %s', (key, code, character) => {
  expect(characterOf({ key, code })).toBe(character);
  expect(loneKey(press(key, code))).toBe(character);
});

it('a key that is pressed with Control, Alt or the command key is not alone', () => {
  for (const held of ['ctrlKey', 'metaKey', 'altKey'] as const) expect(loneKey(press('b', 'KeyB', { [held]: true })), held).toBeNull();
});

it('the settings switch all of them off', () => {
  settings.letterKeys = false;
  for (const [key, code] of [['b', 'KeyB'], ['и', 'KeyB'], ['/', 'Slash'], ['?', 'Slash']] as const) expect(loneKey(press(key, code)), key).toBeNull();
  expect(characterOf({ key: 'я', code: 'KeyZ' })).toBe('z');
});

it('no other module asks a key for its character', () => {
  const src = `${import.meta.dirname}/../src`;
  const files = readdirSync(src, { recursive: true }).map(String).filter((name) => /\.(ts|svelte)$/.test(name) && name !== 'lib/keys.ts');
  const asking = files.filter((name) => /\bkey(\.toLowerCase\(\))? === '[!-~]'/.test(readFileSync(`${src}/${name}`, 'utf8').replace(/const key = loneKey[^]*/, '')));
  expect(asking).toEqual([]);
});

it('the list of keys names each of them', () => {
  const src = `${import.meta.dirname}/../src`;
  const files = readdirSync(src, { recursive: true }).map(String).filter((name) => /\.(ts|svelte)$/.test(name));
  const keys = files.flatMap((name) => [...readFileSync(`${src}/${name}`, 'utf8').matchAll(/loneKey\(event\) === '(.)'|\bkey === '(.)'/g)].map(([, lone, key]) => lone ?? key));
  expect(keys).toContain('b');
  const listed = later.help.rows({ moves: '', letter: '', square: '', rank: '' }).flatMap(([named]) => named.split(', '));
  expect([...new Set(keys)].filter((key) => key !== ' ' && !listed.includes(key ?? ''))).toEqual([]);
});

// The folder of the rule lab: places in texts, marks, and what counts as a folder.
import { describe, expect, test } from 'vitest';
import { contentsOf, firstFile, idOf, indexOf, isFolder, isPath, nameOf, spansOf, type Diagnostic } from '../../src/lab/folder';

const fault = (line: number | null, column: number | null, endColumn: number | null, severity: Diagnostic['severity'] = 'error'): Diagnostic => ({
  severity, code: 'pattern-syntax', file: 'a', line, column, end_line: line, end_column: endColumn, message: '', found: null, expected: null, hint: null,
});

describe('a place in a text', () => {
  test('is counted in characters, also beyond the first plane', () => {
    const text = 'one\n\u{1F600}\u{1F600}x\nlast';
    expect(indexOf(text, 1, 1)).toBe(0);
    expect(text.slice(indexOf(text, 2, 3))).toBe('x\nlast');
    expect(indexOf(text, 3, 99)).toBe(text.length);
    expect(indexOf(text, 9, 1)).toBe(text.length);
  });

  test('is marked once, and the rest of the text stays as it is', () => {
    const text = 'K: Kx\nR: R';
    const spans = spansOf(text, [fault(2, 4, 5, 'warning'), fault(1, 5, 6), fault(1, 5, 5), fault(null, null, null)]);
    expect(spans.map((span) => span.text).join('')).toBe(text);
    expect(spans.filter(({ severity }) => severity)).toEqual([{ text: 'x', severity: 'error' }, { text: 'R', severity: 'warning' }]);
  });

  test('at the end of a text marks nothing outside of it', () => {
    expect(spansOf('K:', [fault(1, 3, 3)]).map((span) => span.text).join('')).toBe('K:');
  });
});

describe('a folder', () => {
  const files = { 'ruleset.json': '{ "id": "a-game", "name": "A \\"game\\"" }', 'patterns/b.moves': '', 'patterns/a.moves': '' };

  test('has a name and an id as far as they can be read', () => {
    expect([nameOf(files), idOf(files), firstFile(files)]).toEqual(['A \\"game\\"', 'a-game', 'patterns/a.moves']);
    expect([nameOf({}), idOf({}), firstFile({})]).toEqual([null, 'game', 'ruleset.json']);
  });

  test('is told apart by its board and its pieces, as far as they can be read', () => {
    const manifest = (value: object) => ({ 'ruleset.json': JSON.stringify(value) });
    const pieces = { 'G:K': { name: 'king' }, 'G:W': { name: 'wizard' }, 'G:X': {} };
    expect(contentsOf(manifest({ name: 'My game', initial: 'k^4/5/5/K^4 / G/g', pieces }))).toBe('5 × 4 · king, wizard');
    expect(contentsOf(manifest({ initial: 'nonsense', pieces }))).toBe('king, wizard');
    expect([contentsOf(manifest({ pieces: [null] })), contentsOf({ 'ruleset.json': '{ "initial": ' }), contentsOf({})]).toEqual(['', '', '']);
  });

  test('holds texts under plain paths, a manifest, and no more than the bounds', () => {
    expect(isFolder(files)).toBe(true);
    expect(isFolder({ ...files, 'x.json': 1 })).toBe(false);
    expect(isFolder({ 'patterns/a.moves': '' })).toBe(false);
    expect(isFolder({ ...files, '../up.json': '' })).toBe(false);
    expect(isFolder({ ...files, 'big.json': ' '.repeat(2 ** 21) })).toBe(false);
    expect(isFolder(Object.fromEntries([...Object.entries(files), ...Array.from({ length: 200 }, (_, index) => [`f${index}.json`, ''])]))).toBe(false);
    expect(isFolder(null) || isFolder([]) || isFolder('x')).toBe(false);
    expect(['a.json', 'patterns/a.moves', 'a/b/c/d.md'].every(isPath)).toBe(true);
    expect(['/a.json', 'a//b', '.hidden', 'a/../b', 'a b', ''].some(isPath)).toBe(false);
  });
});

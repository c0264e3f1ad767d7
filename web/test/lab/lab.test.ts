// The state of the rule lab: a deleted file can be put back.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keptFiles } from '../../src/lab/kept';
import { Lab } from '../../src/lab/lab.svelte';
import { BrowserStorage } from '../browser-storage';

vi.mock('../../src/lab/worker?worker&url', () => ({ default: '/worker.js' }));

const FILES = { 'ruleset.json': '{}', 'patterns/a.moves': 'K: K', 'patterns/b.moves': 'R: R' };
let lab: Lab;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('localStorage', new BrowserStorage());
  lab = new Lab();
  lab.open(FILES, 'key');
});
afterEach(() => {
  lab.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a deleted file is put back as it was, and shown', () => {
  lab.file = 'patterns/b.moves';
  lab.remove('patterns/b.moves');
  expect(lab.paths).toEqual(['ruleset.json', 'patterns/a.moves']);
  lab.write('K: KN');
  expect(lab.deleted?.path).toBe('patterns/b.moves');
  lab.restore();
  expect([lab.file, lab.deleted]).toEqual(['patterns/b.moves', null]);
  expect(keptFiles('key')).toEqual({ ...FILES, 'patterns/a.moves': 'K: KN' });
  // Once is enough.
  lab.write('R: B');
  lab.restore();
  expect(lab.files['patterns/b.moves']).toBe('R: B');
});

test('a file of the same path, or another game, leaves nothing to put back', () => {
  lab.remove('patterns/b.moves');
  lab.add('patterns/b.moves');
  lab.restore();
  expect(lab.files['patterns/b.moves']).toBe('');
  lab.remove('patterns/b.moves');
  lab.open({ 'ruleset.json': '{}' }, 'other');
  lab.restore();
  expect(lab.paths).toEqual(['ruleset.json']);
});

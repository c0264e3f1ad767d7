// Push messages as the service worker reads them.
import { expect, test } from 'vitest';
import { ENGLISH, gameOf, pageOf, textsOf } from '../src/push/notice';

test('a message names a game, and leads nowhere else', () => {
  expect(gameOf({ type: 'your-turn', gameId: 'k3f9x2ab' })).toBe('k3f9x2ab');
  expect(pageOf('k3f9x2ab')).toBe('/g/k3f9x2ab');
  for (const wrong of [null, undefined, 'your-turn', [], {}, { type: 'your-turn' }, { type: 'other', gameId: 'k3f9x2ab' }, { type: 'your-turn', gameId: '../login' }, { type: 'your-turn', gameId: 7 }]) {
    expect(gameOf(wrong)).toBeNull();
  }
});

test('texts that the page did not leave are English', () => {
  const german = { title: 'Tabula', body: 'Eine Partie wartet auf dich.', lang: 'de' };
  expect(textsOf(german)).toEqual(german);
  for (const wrong of [null, undefined, 'text', {}, { title: 'Du' }, { ...german, lang: 1 }]) expect(textsOf(wrong)).toEqual(ENGLISH);
});

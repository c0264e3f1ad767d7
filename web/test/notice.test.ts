// Push messages as the service worker reads them.
import { expect, test } from 'vitest';
import { ENGLISH, noticeOf, textsOf } from '../src/push/notice';

test('a message names a game or a tournament, and leads nowhere else', () => {
  expect(noticeOf({ type: 'your-turn', gameId: 'k3f9x2ab' })).toEqual({ text: 'body', page: '/g/k3f9x2ab' });
  expect(noticeOf({ type: 'next-round', tournamentId: 'k3f9x2ab' })).toEqual({ text: 'round', page: '/t/k3f9x2ab' });
  // The server makes all messages equally long.
  expect(noticeOf(JSON.parse(JSON.stringify({ type: 'your-turn', gameId: 'k3f9x2ab' }).padEnd(64)))?.page).toBe('/g/k3f9x2ab');
  const wrong = [
    null, undefined, 'your-turn', [], {}, { type: 'your-turn' }, { type: 'other', gameId: 'k3f9x2ab' }, { type: 'your-turn', gameId: '../login' }, { type: 'your-turn', gameId: 7 },
    { type: 'your-turn', tournamentId: 'k3f9x2ab' }, { type: 'next-round', gameId: 'k3f9x2ab' }, { type: 'next-round', tournamentId: 'k3f9x2ab/..' },
  ];
  for (const message of wrong) expect(noticeOf(message)).toBeNull();
});

test('texts that the page did not leave are English', () => {
  const former = { title: 'Tabula', body: 'Eine Partie wartet auf dich.', lang: 'de' };
  const german = { ...former, round: 'Die nächste Runde hat begonnen.' };
  expect(textsOf(german, 'body')).toEqual(former);
  expect(textsOf(german, 'round')).toEqual({ ...former, body: german.round });
  // A former version has left no text about rounds.
  expect(textsOf(former, 'body')).toEqual(former);
  expect(textsOf(former, 'round')).toEqual({ title: ENGLISH.title, body: ENGLISH.round, lang: 'en' });
  for (const wrong of [null, undefined, 'text', {}, { title: 'Du' }, { ...german, lang: 1 }]) {
    expect(textsOf(wrong, 'body')).toEqual({ title: ENGLISH.title, body: ENGLISH.body, lang: 'en' });
  }
});

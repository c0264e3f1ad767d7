import { describe, expect, it } from 'vitest';
import { heard, LINES_MAX, muted, read, SILENCE, unmuted, withWatchers, type Talk } from '../src/game/talk';
import { nameOf } from '../src/lib/person';

const at = { now: 7, open: false, you: 'w' };
const message = (senderId: string, messageId = 1, text = 'Hello') => ({
  type: 'chat.message' as const, gameId: 'abcdefgh', messageId, senderId, senderName: 'Somebody', message: text, timestamp: 5,
});
const came = (id: string, count: number) => ({ type: 'spectator.joined' as const, gameId: 'abcdefgh', id, name: `Guest ${id}`, count });
const left = (spectatorId: string, count: number) => ({ type: 'spectator.left' as const, gameId: 'abcdefgh', spectatorId, count });
const all = (...events: Parameters<typeof heard>[1][]): Talk => events.reduce((talk, event) => heard(talk, event, at), SILENCE);

describe('what is said', () => {
  it('is unread until it is looked at, but for one’s own', () => {
    const talk = all(message('b'), message('w'), message('s1'));
    expect(talk.unread).toBe(2);
    expect(read(talk).unread).toBe(0);
    expect(heard(SILENCE, message('b'), { ...at, open: true }).unread).toBe(0);
  });

  it('is gone with who is muted, and stays away', () => {
    const talk = muted(all(message('b'), message('s1')), { id: 'b', name: 'Somebody' });
    expect(talk.lines).toHaveLength(1);
    expect(heard(talk, message('b'), at)).toBe(talk);
    expect(heard(unmuted(talk, 'b'), message('b'), at).lines).toHaveLength(2);
  });

  it('has keys that no two lines share, and an end', () => {
    let talk = SILENCE;
    for (let count = 0; count < LINES_MAX + 5; count += 1) talk = heard(talk, message('b', count), at);
    expect(talk.lines).toHaveLength(LINES_MAX);
    expect(new Set(talk.lines.map(({ key }) => key)).size).toBe(LINES_MAX);
    expect(talk.lines.at(-1)).toMatchObject({ message: { messageId: LINES_MAX + 4 } });
  });
});

describe('who watches', () => {
  it('comes and goes by name', () => {
    const talk = all(came('s1', 1), came('s2', 2), left('s1', 1));
    expect(talk.watchers).toEqual([{ id: 's2', name: 'Guest s2' }]);
    expect(talk.watching).toBe(1);
    expect(talk.lines.map((line) => ('name' in line ? `${line.kind} ${line.name}` : ''))).toEqual([
      'came Guest s1', 'came Guest s2', 'went Guest s1',
    ]);
    expect(talk.unread).toBe(0);
  });

  it('may have come before oneself', () => {
    expect(all(left('s9', 0)).lines).toMatchObject([{ kind: 'went', name: null }]);
    expect(withWatchers(SILENCE, [{ id: 's1', name: 'Guest' }]).watching).toBe(1);
  });
});

it('a name has three to twenty characters', () => {
  expect([' Ada ', 'Al', 'x'.repeat(21), 'a\nb', 'žluťoučký 🐴'].map(nameOf)).toEqual(['Ada', null, null, null, 'žluťoučký 🐴']);
});

it('a name is no word by which the page calls people itself', () => {
  expect(['White', 'blaçk', 'Y o u!', 'OPPONENT', ' [Moderator] '].map(nameOf)).toEqual([null, null, null, null, null]);
  expect(['Blackburn', 'Youssef', 'Bianca White'].map(nameOf)).toEqual(['Blackburn', 'Youssef', 'Bianca White']);
});

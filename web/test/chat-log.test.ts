import { describe, expect, it } from 'vitest';
import { EMPTY_LOG, LINES_MAX, NOTHING_READ, readMark, withAllRead, withEvent, withMuted, withSpectators, withUnmuted, type ChatLog } from '../src/game/chat-log';
import { validName } from '../src/lib/player-name';

const at = { visible: false, you: 'w', returning: true, read: NOTHING_READ };
const message = (senderId: string, messageId = 1, text = 'Hello') => ({
  type: 'chat.message' as const, gameId: 'abcdefgh', messageId, senderId, senderName: 'Somebody', message: text, timestamp: 5,
});
const joined = (id: string, count: number) => ({ type: 'spectator.joined' as const, gameId: 'abcdefgh', id, name: `Guest ${id}`, count });
const left = (spectatorId: string, count: number) => ({ type: 'spectator.left' as const, gameId: 'abcdefgh', spectatorId, count });
const all = (...events: Parameters<typeof withEvent>[1][]): ChatLog => events.reduce((log, event) => withEvent(log, event, at), EMPTY_LOG);

describe('messages', () => {
  it('are unread until the chat is visible, apart from own ones', () => {
    const log = all(message('b'), message('w'), message('s1'));
    expect(log.unread).toBe(2);
    expect(withAllRead(log).unread).toBe(0);
    expect(withEvent(EMPTY_LOG, message('b'), { ...at, visible: true }).unread).toBe(0);
  });

  it('of a muted person are removed, and dropped from then on', () => {
    const log = withMuted(all(message('b'), message('s1')), { id: 'b', name: 'Somebody' });
    expect(log.lines).toHaveLength(1);
    expect(withEvent(log, message('b'), at)).toBe(log);
    expect(withEvent(withUnmuted(log, 'b'), message('b'), at).lines).toHaveLength(2);
  });

  it('have distinct keys and a limit', () => {
    let log = EMPTY_LOG;
    for (let count = 0; count < LINES_MAX + 5; count += 1) log = withEvent(log, message('b', count), at);
    expect(log.lines).toHaveLength(LINES_MAX);
    expect(new Set(log.lines.map(({ key }) => key)).size).toBe(LINES_MAX);
    expect(log.lines.at(-1)).toMatchObject({ message: { messageId: LINES_MAX + 4 } });
  });
});

describe('messages that were missed', () => {
  const history = (...messages: ReturnType<typeof message>[]) => ({ type: 'chat.history' as const, gameId: 'abcdefgh', messages });
  const shown = ({ lines }: ChatLog) => lines.map((line) => (line.kind === 'message' ? line.message.messageId : line.kind === 'missed' ? `missed ${line.count}` : line.kind));

  it('are added once, after one line that counts them', () => {
    const log = all(message('b', 1), message('w', 2), history(message('b', 1), message('w', 2), message('b', 3), message('s1', 4)), message('b', 5));
    expect(shown(log)).toEqual([1, 2, 'missed 2', 3, 4, 5]);
    expect(log.unread).toBe(4);
    expect(log.lines.map((line) => line.kind === 'message' && line.old === true)).toEqual([false, false, false, true, true, false]);
    expect(withEvent(log, history(message('b', 3), message('s1', 4), message('b', 5)), at)).toBe(log);
    expect(new Set(log.lines.map(({ key }) => key)).size).toBe(6);
  });

  it('stand before those of greater numbers', () => {
    expect(shown(all(message('b', 1), message('b', 4), history(message('w', 2), message('w', 3))))).toEqual([1, 2, 3, 4]);
  });

  it('are unread on a page that was just loaded if they are newer than what was read, and not where the chat is visible', () => {
    const messages = history(message('b', 1), message('b', 2), message('w', 3), message('b', 4));
    const loaded = { ...at, returning: false };
    const unread = (read: typeof NOTHING_READ) => withEvent(EMPTY_LOG, messages, { ...loaded, read }).unread;
    expect([{ messageId: 1, timestamp: 5 }, { messageId: 4, timestamp: 5 }, NOTHING_READ].map(unread)).toEqual([2, 0, 3]);
    expect(shown(withEvent(EMPTY_LOG, messages, loaded))).toEqual([1, 2, 3, 4]);
    expect(withEvent(EMPTY_LOG, messages, { ...at, visible: true }).unread).toBe(0);
  });

  it('are newer than what was read before the server was restarted, whatever their number', () => {
    const read = readMark(all(message('b', 1), message('b', 2)));
    expect(read).toEqual({ messageId: 2, timestamp: 5 });
    expect(withEvent(EMPTY_LOG, history({ ...message('b', 1), timestamp: 9 }), { ...at, returning: false, read }).unread).toBe(1);
  });

  it('are shown once if the answer to an own one repeats it', () => {
    const log = all(history(message('w', 1)), { ...message('w', 1), ack: 'id' });
    expect(shown(log)).toEqual([1]);
  });

  it('are told from earlier ones of the same numbers, from before the server was restarted', () => {
    expect(shown(all(message('b', 1), message('b', 2), history({ ...message('b', 1), timestamp: 9 })))).toEqual([1, 2, 'missed 1', 1]);
  });

  it('of a muted person are dropped', () => {
    const muted = withMuted(EMPTY_LOG, { id: 'b', name: 'Somebody' });
    expect(withEvent(muted, history(message('b', 1)), at)).toBe(muted);
  });
});

it('players go away and come back', () => {
  const presence = (color: 'w' | 'b', connected: boolean) => ({ type: 'presence' as const, color, connected });
  const log = all(presence('b', true), presence('b', false), presence('b', false), presence('w', true), presence('b', true), presence('b', true), presence('b', false));
  expect(log.lines.map(({ kind }) => kind)).toEqual(['away', 'back', 'away']);
  expect(log.unread).toBe(0);
});

describe('spectators', () => {
  // Requirement gambit-109.
  it('join and leave by name', () => {
    const log = all(joined('s1', 1), joined('s2', 2), left('s1', 1));
    expect(log.spectators).toEqual([{ id: 's2', name: 'Guest s2' }]);
    expect(log.spectatorCount).toBe(1);
    expect(log.lines.map((line) => ('name' in line ? `${line.kind} ${line.name}` : ''))).toEqual([
      'joined Guest s1', 'joined Guest s2', 'left Guest s1',
    ]);
    expect(log.unread).toBe(0);
  });

  it('may have joined before this viewer', () => {
    expect(all(left('s9', 0)).lines).toMatchObject([{ kind: 'left', name: null }]);
    expect(withSpectators(EMPTY_LOG, [{ id: 's1', name: 'Guest' }]).spectatorCount).toBe(1);
  });
});

// Requirement gambit-98.
it('a name has three to twenty characters', () => {
  expect([' Ada ', 'Al', 'x'.repeat(21), 'a\nb', 'žluťoučký 🐴'].map(validName)).toEqual(['Ada', null, null, null, 'žluťoučký 🐴']);
});

it('a name is no word by which the page calls people itself', () => {
  expect(['White', 'blaçk', 'Y o u!', 'OPPONENT', ' [Moderator] '].map(validName)).toEqual([null, null, null, null, null]);
  expect(['Blackburn', 'Youssef', 'Bianca White'].map(validName)).toEqual(['Blackburn', 'Youssef', 'Bianca White']);
});

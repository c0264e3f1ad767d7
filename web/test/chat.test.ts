import { describe, expect, it } from 'vitest';
import { Chat } from '../src/game/chat.svelte';
import type { ClientFrame } from '../src/game/connection';
import { storeName, storedName } from '../src/lib/player-name';

/** Returns a chat and the frames that it sends. */
function chatOf(gameId: string, connected = true): { chat: Chat; sent: ClientFrame[] } {
  const sent: ClientFrame[] = [];
  return { sent, chat: new Chat(gameId, (frame) => connected && sent.push(frame) > 0) };
}

const idOf = (frame: ClientFrame | undefined) => (frame && 'id' in frame ? (frame.id ?? '') : '');

const message = (senderId: string) => ({
  type: 'chat.message' as const, gameId: 'abcdefgh', messageId: 1, senderId, message: 'Hello', timestamp: 5,
});

describe('a muted person', () => {
  it('stays muted after a reload, by name, until unmuted', () => {
    const { chat, sent } = chatOf('muted234');
    chat.mute({ id: 's1', name: 'Grace' }, true);
    const again = chatOf('muted234');
    expect(again.chat.log.muted).toEqual([{ id: 's1', name: 'Grace' }]);
    again.chat.receive(message('s1'));
    expect(again.chat.log.lines).toEqual([]);
    again.chat.mute({ id: 's1', name: 'Grace' }, false);
    again.chat.receive(message('s1'));
    expect(again.chat.log.lines).toHaveLength(1);
    expect(chatOf('muted234').chat.log.muted).toEqual([]);
    expect([...sent, ...again.sent]).toMatchObject([{ senderId: 's1', muted: true }, { senderId: 's1', muted: false }]);
  });

  it('is muted in one game only', () => {
    chatOf('muted235').chat.mute({ id: 'b', name: 'Black' }, true);
    expect(chatOf('muted236').chat.log.muted).toEqual([]);
  });
});

describe('a name', () => {
  it('that is stored is sent once, by a player', () => {
    storeName('Ada');
    const { chat, sent } = chatOf('named234');
    chat.joined('w');
    chat.joined('w');
    expect(sent).toMatchObject([{ type: 'player.setName', gameId: 'named234', name: 'Ada' }]);
    const watching = chatOf('named235');
    watching.chat.joined('s1');
    expect(watching.sent).toEqual([]);
  });

  it('is requested in the role of the viewer, and stored once accepted', () => {
    storeName('');
    const { chat, sent } = chatOf('named236');
    chat.joined('s1');
    chat.rename('Grace');
    expect(sent).toMatchObject([{ type: 'spectator.join', name: 'Grace' }]);
    expect([chat.renaming, storedName()]).toEqual(['pending', '']);
    expect(chat.acknowledge(idOf(sent[0]), null)).toBe(true);
    expect([chat.renaming, storedName()]).toEqual(['accepted', 'Grace']);
  });

  it('that is rejected is not stored, and the reason is known', () => {
    storeName('Ada');
    const { chat, sent } = chatOf('named237');
    chat.joined('b');
    expect(chat.acknowledge(idOf(sent[0]), null)).toBe(true);
    chat.rename('Grace');
    expect(chat.acknowledge(idOf(sent[1]), 'name_refused')).toBe(true);
    expect([chat.renaming, chat.nameRejected, storedName()]).toEqual(['name_refused', true, 'Ada']);
    expect(chat.acknowledge('another', null)).toBe(false);
  });

  it('that does not reach the server is reported as not sent', () => {
    const away = chatOf('named238', false);
    away.chat.rename('Grace');
    expect(away.chat.renaming).toBe('not_sent');
    const { chat } = chatOf('named239');
    chat.rename('Grace');
    chat.joined('s1');
    expect(chat.renaming).toBe('not_sent');
  });
});

describe('a rejected message', () => {
  it('returns to the input once, and can be deleted there', () => {
    const { chat, sent } = chatOf('draft234');
    chat.draft = 'Hello';
    chat.send('Hello');
    expect(chat.draft).toBe('');
    chat.acknowledge(idOf(sent[0]), 'rate_limited');
    expect([chat.draft, chat.rejected]).toEqual(['Hello', { code: 'rate_limited', text: 'Hello' }]);
    chat.draft = '';
    chat.receive(message('s1'));
    expect(chat.draft).toBe('');
  });

  it('does not replace what is being written', () => {
    const { chat, sent } = chatOf('draft235');
    chat.send('Hello');
    chat.draft = 'Another';
    chat.acknowledge(idOf(sent[0]), 'rate_limited');
    expect([chat.draft, chat.rejected?.code]).toEqual(['Another', 'rate_limited']);
  });

  it('without a connection is rejected at once', () => {
    const { chat } = chatOf('draft236', false);
    chat.send('Hello');
    expect([chat.draft, chat.rejected?.code, chat.sending]).toEqual(['Hello', 'not_sent', null]);
  });
});

it('a message without an answer is sent again under its id after the connection broke, and shown once', () => {
  storeName('');
  const { chat, sent } = chatOf('again234');
  chat.joined('w');
  chat.send('Hello');
  chat.joined('w');
  expect(sent).toMatchObject([{ type: 'chat.message', message: 'Hello' }, { type: 'chat.message', message: 'Hello' }]);
  expect(idOf(sent[1])).toBe(idOf(sent[0]));
  expect(chat.rejected).toBeNull();
  // The server had it: it is in the history, and the answer repeats it.
  const own = message('w');
  chat.receive({ type: 'chat.history', gameId: 'abcdefgh', messages: [own] });
  expect(chat.acknowledge(idOf(sent[1]), null)).toBe(true);
  chat.receive({ ...own, ack: idOf(sent[1]) });
  expect(chat.log.lines).toMatchObject([{ kind: 'message', message: { message: 'Hello' } }]);
  expect([chat.sending, chat.rejected, chat.draft]).toEqual([null, null, '']);
  // What was answered is not sent once more.
  chat.joined('w');
  expect(sent).toHaveLength(2);
});

describe('what was read', () => {
  const numbered = (messageId: number) => ({ ...message('b'), messageId, timestamp: messageId * 10 });
  const loaded = (gameId: string, ...numbers: number[]) => {
    const { chat } = chatOf(gameId);
    chat.joined('w');
    chat.receive({ type: 'chat.history', gameId: 'abcdefgh', messages: numbers.map(numbered) });
    return chat;
  };

  it('is known after a reload: later messages alone are unread', () => {
    const chat = loaded('reads234', 1, 2);
    expect(chat.log.unread).toBe(2);
    expect(loaded('reads234', 1, 2).log.unread).toBe(2);
    chat.setVisible(true);
    chat.receive(numbered(3));
    chat.setVisible(false);
    chat.receive(numbered(4));
    expect(chat.log.unread).toBe(1);
    expect(loaded('reads234', 1, 2, 3, 4, 5).log.unread).toBe(2);
    expect(loaded('reads235', 1, 2, 3).log.unread).toBe(3);
  });

  it('stays so when the newest of it is muted', () => {
    const chat = loaded('reads236', 1);
    chat.setVisible(true);
    chat.receive({ ...numbered(2), senderId: 's1' });
    chat.mute({ id: 's1', name: 'Grace' }, true);
    chat.receive({ type: 'presence', color: 'b', connected: false });
    chat.mute({ id: 's1', name: 'Grace' }, false);
    expect(loaded('reads236', 1, 2).log.unread).toBe(0);
  });
});

describe('what was missed', () => {
  const history = { type: 'chat.history' as const, gameId: 'abcdefgh', messages: [message('b')] };

  it('is counted on a page that was connected before', () => {
    const { chat } = chatOf('missed23');
    chat.joined('w');
    chat.receive(history);
    expect(chat.log.lines).toMatchObject([{ kind: 'message', old: true }]);
    chat.joined('w');
    chat.receive({ ...history, messages: [message('b'), { ...message('b'), messageId: 2 }] });
    expect(chat.log.lines.map(({ kind }) => kind)).toEqual(['message', 'missed', 'message']);
    expect(chat.log.unread).toBe(2);
  });
});

import { describe, expect, it } from 'vitest';
import { Lounge } from '../src/game/lounge.svelte';
import type { Said } from '../src/game/socket';
import { keepName, ownName } from '../src/lib/person';

/** A lounge, and what goes from it to the server. */
function at(gameId: string, reaches = true): { lounge: Lounge; said: Said[] } {
  const said: Said[] = [];
  return { said, lounge: new Lounge(gameId, (one) => reaches && said.push(one) > 0) };
}

const message = (senderId: string) => ({
  type: 'chat.message' as const, gameId: 'abcdefgh', messageId: 1, senderId, message: 'Hello', timestamp: 5,
});

describe('who is muted', () => {
  it('stays so after a reload, by name, until they are heard again', () => {
    const { lounge, said } = at('muted234');
    lounge.mute({ id: 's1', name: 'Grace' }, true);
    const again = at('muted234');
    expect(again.lounge.talk.muted).toEqual([{ id: 's1', name: 'Grace' }]);
    again.lounge.hear(message('s1'));
    expect(again.lounge.talk.lines).toEqual([]);
    again.lounge.mute({ id: 's1', name: 'Grace' }, false);
    again.lounge.hear(message('s1'));
    expect(again.lounge.talk.lines).toHaveLength(1);
    expect(at('muted234').lounge.talk.muted).toEqual([]);
    expect([...said, ...again.said]).toMatchObject([{ senderId: 's1', muted: true }, { senderId: 's1', muted: false }]);
  });

  it('is of one game alone', () => {
    at('muted235').lounge.mute({ id: 'b', name: 'Black' }, true);
    expect(at('muted236').lounge.talk.muted).toEqual([]);
  });
});

describe('a name', () => {
  const id = (said: Said | undefined) => (said && 'id' in said ? (said.id ?? '') : '');

  it('that is kept is said once, by who plays', () => {
    keepName('Ada');
    const { lounge, said } = at('named234');
    lounge.joined('w');
    lounge.joined('w');
    expect(said).toMatchObject([{ type: 'player.setName', gameId: 'named234', name: 'Ada' }]);
    const watching = at('named235');
    watching.lounge.joined('s1');
    expect(watching.said).toEqual([]);
  });

  it('is asked for as who one is, and kept once it is taken', () => {
    keepName('');
    const { lounge, said } = at('named236');
    lounge.joined('s1');
    lounge.call('Grace');
    expect(said).toMatchObject([{ type: 'spectator.join', name: 'Grace' }]);
    expect([lounge.naming, ownName()]).toEqual(['asking', '']);
    expect(lounge.answered(id(said[0]), null)).toBe(true);
    expect([lounge.naming, ownName()]).toEqual(['called', 'Grace']);
  });

  it('that is not taken is not kept, and it is known why', () => {
    keepName('Ada');
    const { lounge, said } = at('named237');
    lounge.joined('b');
    expect(lounge.answered(id(said[0]), null)).toBe(true);
    lounge.call('Grace');
    expect(lounge.answered(id(said[1]), 'name_refused')).toBe(true);
    expect([lounge.naming, lounge.nameRefused, ownName()]).toEqual(['name_refused', true, 'Ada']);
    expect(lounge.answered('another', null)).toBe(false);
  });

  it('that does not reach the server is known not to', () => {
    const away = at('named238', false);
    away.lounge.call('Grace');
    expect(away.lounge.naming).toBe('not_sent');
    const { lounge } = at('named239');
    lounge.call('Grace');
    lounge.joined('s1');
    expect(lounge.naming).toBe('not_sent');
  });
});

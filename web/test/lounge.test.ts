import { describe, expect, it } from 'vitest';
import { Lounge } from '../src/game/lounge.svelte';
import type { Said } from '../src/game/socket';

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

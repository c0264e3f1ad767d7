import { describe, expect, it } from 'vitest';
import { newId, pendingMove, withCommand, without } from '../src/game/outbox';

describe('the outbox', () => {
  const box = withCommand(withCommand([], 'a', { type: 'commit', from: 'e2' }), 'b', { type: 'commit', from: 'e2', to: 'e4' });

  it('keeps unacknowledged commands, in order and by id', () => {
    expect(box.map(({ command }) => command.id)).toEqual(['a', 'b']);
    expect(without(box, 'a').map(({ id }) => id)).toEqual(['b']);
    expect(without(box, 'c')).toEqual(box);
  });

  it('knows the move on its way', () => {
    expect(pendingMove(box)).toEqual({ from: 'e2', to: 'e4', promotion: null });
    expect(pendingMove(withCommand([], 'r', { type: 'resign' }))).toBeNull();
  });

  it('makes ids that fit the wire and differ', () => {
    const ids = Array.from({ length: 200 }, newId);
    expect(new Set(ids).size).toBe(200);
    for (const id of ids) expect(id).toMatch(/^[a-z0-9]{1,64}$/);
  });
});

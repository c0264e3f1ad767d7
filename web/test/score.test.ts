import { expect, it } from 'vitest';
import { checksOf } from '../src/game/score';
import type { Announcement, HouseRule, ModeratorText } from '../src/wire';

const rules = [{ id: 'three-check', name: 'Three-check', sketches: [{ kind: 'goal', goal: 'checks', count: 3, result: 'win' }] }] as unknown as HouseRule[];
const announcements = (['white_in_check', 'black_in_check', 'white_in_check'] satisfies ModeratorText[]).map(
  (text, index): Announcement => ({ ply: index + 1, text, audience: 'both', at: 0 }),
);

it('checks are counted for the side that gave them, where their number ends an open game', () => {
  expect(checksOf({ mode: 'vanilla', announcements }, rules)).toEqual({ w: { done: 1, of: 3 }, b: { done: 2, of: 3 } });
  expect(checksOf({ mode: 'vanilla', announcements }, [])).toBeNull();
  // A moderator of a blind game may keep a check to one side.
  expect(checksOf({ mode: 'blind', announcements }, rules)).toBeNull();
});

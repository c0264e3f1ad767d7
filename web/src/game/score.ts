// How far each side is towards a goal of the house rules.
import type { Color, HouseRule } from '../wire';
import type { PlayerState } from './state';

export interface Progress {
  done: number;
  of: number;
}

/** Returns the checks that each side has given in an open game, where a number of them ends it; null elsewhere. */
export function checksOf({ mode, announcements }: Pick<PlayerState, 'mode' | 'announcements'>, rules: readonly HouseRule[]): Record<Color, Progress> | null {
  const goals = rules.flatMap(({ sketches }) => sketches).flatMap((sketch) => (sketch.kind === 'goal' && sketch.goal === 'checks' ? [sketch.count] : []));
  if (mode !== 'vanilla' || goals.length === 0) return null;
  const of = Math.min(...goals);
  const count = (text: string) => ({ done: announcements.filter((announcement) => announcement.text === text).length, of });
  return { w: count('black_in_check'), b: count('white_in_check') };
}

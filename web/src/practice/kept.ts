// Games of practice that are not over, as this browser keeps them.
import type { HostMessage } from '../engine-messages';
import { MACHINE_LEVELS } from '../lib/machine-level';
import { PRACTICE_GAMES } from '../lib/storage';
import type { Color } from '../wire';
import { isMove } from './played';

/** The most games that are kept, each of another ruleset; the one that was played the longest time ago makes room. */
const KEPT_MAX = 8;

export interface KeptGame {
  /** When it was played last, in milliseconds since 1970. */
  played: number;
  /** The name of the game, which is known without its rules. */
  name: string;
  ruleset: string;
  you: Color;
  level: number;
  /** The chance of the machine in this game, a whole number below 2^32. */
  seed: number;
  messages: readonly HostMessage[];
}

function isKept(game: Partial<KeptGame> | null): game is KeptGame {
  return (
    game !== null && typeof game === 'object' &&
    typeof game.played === 'number' && typeof game.name === 'string' && typeof game.ruleset === 'string' &&
    (game.you === 'w' || game.you === 'b') && MACHINE_LEVELS.includes(game.level ?? 0) && Number.isInteger(game.seed) &&
    Array.isArray(game.messages) && game.messages.every((message: unknown) => typeof message === 'object' && message !== null && isMove(message as HostMessage))
  );
}

function read(key: string): KeptGame | null {
  try {
    const kept = JSON.parse(localStorage.getItem(key) ?? 'null') as Partial<KeptGame> | null;
    return isKept(kept) ? kept : null;
  } catch {
    return null;
  }
}

/** Returns the kept games, the one that was played last first. */
export function keptGames(): KeptGame[] {
  try {
    const keys = Object.keys(localStorage).filter((key) => key.startsWith(PRACTICE_GAMES));
    return keys.flatMap((key) => read(key) ?? []).sort((a, b) => b.played - a.played);
  } catch {
    return [];
  }
}

export const keptGame = (ruleset: string): KeptGame | null => read(PRACTICE_GAMES + ruleset);

/** Keeps a game; without room for it, it is there until the page is left. */
export function keep(game: Omit<KeptGame, 'played'>): void {
  try {
    localStorage.setItem(PRACTICE_GAMES + game.ruleset, JSON.stringify({ ...game, played: Date.now() } satisfies KeptGame));
    for (const { ruleset } of keptGames().slice(KEPT_MAX)) forget(ruleset);
  } catch {
    // Nothing is kept where the browser refuses to.
  }
}

export function forget(ruleset: string): void {
  try {
    localStorage.removeItem(PRACTICE_GAMES + ruleset);
  } catch {
    // Nothing is kept where the browser refuses to.
  }
}

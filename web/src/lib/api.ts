// The questions asked over plain HTTP.
import type { ClockPreset, Clocks, Color, Gambit, Gambits, HouseRule, HouseRules, Mode, TimeControl } from '../wire';
import { keep, tokenKey, watchKey } from './storage';

export interface Creation {
  mode: Mode;
  side: 'white' | 'black' | 'random';
  highlightingEnabled: boolean;
  /** House rules, by id. */
  overlays: string[];
  /** How long the sides may think; as long as they like where it is left out. */
  clock?: TimeControl;
  /** The way to play with bids, by id; without one captures are not bid for. */
  gambit?: string;
  /** Who may watch, and how much later; the usual where it is left out. */
  spectators?: { allowed: boolean; delaySeconds: number };
  /** Whether people may talk; the usual where it is left out. */
  chat?: boolean;
}

/** The server will not make such a game, and says why. */
export class Refused extends Error {
  /** The way to play with bids is known, and does not go with the rules of the game. */
  readonly isOfBids = /^the way to play with bids ".*" (does not fit|is made for)/.test(this.message);
}

/** Creates a game, keeps its seat's token, and answers with its id. */
export async function createGame(creation: Creation): Promise<string> {
  const answer = await fetch('/api/games', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(creation),
  });
  if (answer.status === 400) throw new Refused(((await answer.json()) as { message: string }).message);
  if (!answer.ok) throw new Error(`create: ${answer.status}`);
  const { gameId, creatorToken, watchUrl } = (await answer.json()) as { gameId: string; creatorToken: string; watchUrl?: string };
  keep(tokenKey(gameId), creatorToken);
  if (watchUrl !== undefined) keep(watchKey(gameId), watchUrl);
  return gameId;
}

/** The house rules that there are; none where the server cannot be asked. */
export async function houseRules(): Promise<readonly HouseRule[]> {
  try {
    const answer = await fetch('/api/overlays');
    return answer.ok ? ((await answer.json()) as HouseRules).overlays : [];
  } catch {
    return [];
  }
}

/** The time controls that are offered; none where the server cannot be asked. */
export async function clocks(): Promise<readonly ClockPreset[]> {
  try {
    const answer = await fetch('/api/clocks');
    return answer.ok ? ((await answer.json()) as Clocks).clocks : [];
  } catch {
    return [];
  }
}

/** The ways to play with bids; none where the server cannot be asked. */
export async function gambits(): Promise<readonly Gambit[]> {
  try {
    const answer = await fetch('/api/gambits');
    return answer.ok ? ((await answer.json()) as Gambits).gambits : [];
  } catch {
    return [];
  }
}

export const sideWord = (color: Color): 'white' | 'black' => (color === 'w' ? 'white' : 'black');

export const socketUrl = (gameId: string): string =>
  `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/ws?game=${gameId}`;

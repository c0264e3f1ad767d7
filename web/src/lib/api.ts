// Requests over plain HTTP.
import type {
  Aids, ClockPreset, Clocks, Gambit, Gambits, HouseRule, HouseRules, Mode, ModeDefaults, Modes, PublicRuleset, RequestRefused, Rulesets, TimeControl,
} from '../wire';
import { type EarlySocket, takeSocket } from './early';
import { clockName, loadNames, namedGame, namedRule } from './names.svelte';
import { noteVisit, store, tokenKey } from './storage';

export interface GameRequest {
  mode: Mode;
  /** Id of the ruleset; that of the mode where it is left out. */
  ruleset?: string;
  side: 'white' | 'black' | 'random';
  highlightingEnabled: boolean;
  /** Ids of house rules. */
  overlays: string[];
  /** The time control; without one there is no clock. */
  clock?: TimeControl;
  /** The absence by which a player loses; the server's default where it is left out. */
  absenceSeconds?: number;
  /** Id of the gambit profile; without one captures need no bids. */
  gambit?: string;
  /** Admission of spectators and their delay; the server's default where it is left out. */
  spectators?: { allowed: boolean; delaySeconds: number };
  /** Id of the moderator; that of the mode where it is left out. */
  moderator?: string;
  /** True if chat is allowed; the server's default where it is left out. */
  chat?: boolean;
  /** True if a touched piece must move; the server's default where it is left out. */
  touchMove?: boolean;
  /** Aids to players who do not see every piece; marks where it is left out. */
  aids?: Aids;
  /** The machine as the other player; a person where it is left out. */
  machine?: { level: number };
}

/** The server's refusal to create a game. */
export class GameRefused extends Error {
  constructor(readonly refusal: RequestRefused) {
    super(refusal.message);
  }

  /** Returns why, in the language in use; in the server's words where that does not load. */
  text(): Promise<string> {
    return import('./why-refused').then(({ whyNoGame }) => whyNoGame(this.refusal)).catch(() => this.message);
  }
}

/** Creates a game, stores the token of its seat, and returns its id. */
export async function createGame(request: GameRequest): Promise<string> {
  const answer = await fetch('/api/games', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(request),
  });
  if (!answer.ok) {
    const refusal = (await answer.json()) as RequestRefused;
    // A wrong request, one too many from here, or one that there is no room for: the server says what is asked of the player.
    if (refusal.reason || answer.status === 400 || answer.status === 429) throw new GameRefused(refusal);
    throw new Error(`create: ${answer.status}`);
  }
  const { gameId, creatorToken } = (await answer.json()) as { gameId: string; creatorToken: string };
  store(tokenKey(gameId), creatorToken);
  noteVisit(gameId);
  return gameId;
}

/** The lists that the server offers, by the name under which it answers. */
type Lists = HouseRules & Clocks & Gambits & Modes & Rulesets;

/** Fetches a list, beside the names in the language in use; empty where the server cannot be reached. */
async function fetchList<K extends keyof Lists>(name: K, at = String(name)): Promise<Lists[K] | []> {
  try {
    const [answer] = await Promise.all([fetch(`/api/${at}`), loadNames()]);
    return answer.ok ? ((await answer.json()) as Lists)[name] : [];
  } catch {
    return [];
  }
}

export const fetchHouseRules = async (): Promise<readonly HouseRule[]> => (await fetchList('overlays')).map(namedRule);
export const fetchClocks = async (): Promise<readonly ClockPreset[]> => (await fetchList('clocks')).map(({ name, clock }) => ({ name: clockName(name), clock }));
/** Fetches the ways to play with bids, or those by which a ruleset is played, with its own numbers. */
export const fetchGambits = (ruleset?: string): Promise<readonly Gambit[]> =>
  fetchList('gambits', ruleset === undefined ? undefined : `gambits?ruleset=${encodeURIComponent(ruleset)}`);
export const fetchRulesets = async (): Promise<readonly PublicRuleset[]> => (await fetchList('rulesets', 'rules')).map(namedGame);

export const fetchModes = (): Promise<readonly ModeDefaults[]> => fetchList('modes');

/** Opens the socket of a game; without one, that of a room. */
export const openSocket = (gameId?: string): EarlySocket =>
  (gameId === undefined ? undefined : takeSocket(gameId)) ??
  new WebSocket(`${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/ws${gameId === undefined ? '' : `?game=${gameId}`}`);

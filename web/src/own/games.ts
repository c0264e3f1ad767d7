// The games in which this browser has a seat, as the server told of them last. They are stored in the browser, so that the list is there at once.
import type { GameRequest } from '../lib/api';
import type { PlayerState } from '../game/state';
import { cardKey, forgetGame, load, seats, store, tokenKey, visitMinutes } from '../lib/storage';
import type { ClockView, Color, EndReason, GameSummary, Mode, OwnGame, OwnGames, TimeControl } from '../wire';
import type { Copy } from './copies';

/** The most games that the server is asked about at once. */
const ASKED_MAX = 32;

/** The time after which a game that the server does not know is forgotten, in minutes: a game that is only out of order may be back by then. */
const GONE_MINUTES = 24 * 60;

/** A game of the list. */
export interface ListedGame {
  readonly id: string;
  readonly status: 'unknown' | 'waiting' | 'active' | 'finished' | 'gone';
  readonly yourTurn: boolean;
  readonly you: Color;
  readonly mode: Mode;
  readonly ruleset: string;
  /** Name of the other player. */
  readonly name?: string | undefined;
  /** Strength of the machine, if it is the other player. */
  readonly machine?: number | undefined;
  readonly control?: TimeControl | undefined;
  readonly clock?: ClockView | undefined;
  readonly winner?: Color | undefined;
  readonly reason?: EndReason | undefined;
  /** Time of the end in milliseconds, or of the last visit. */
  readonly at: number;
  /** The request for such a game once more; none where its terms are not known. */
  readonly request?: GameRequest | undefined;
}

const other = (you: Color): Color => (you === 'w' ? 'b' : 'w');

/** The shortest absence that a request can ask for, in seconds; a server may have a shorter one for all games. */
const ABSENCE_MIN_S = 60;

/** Returns the request for a game with the terms of another. The side is drawn anew. */
export function requestOf({ terms, machine }: Pick<OwnGame, 'terms' | 'machine'>): GameRequest {
  const { mode, ruleset, overlays, highlightingEnabled, clock, gambit, aids, touchMove, chat, absenceSeconds } = terms;
  return {
    mode, side: 'random', ruleset, overlays: [...overlays], highlightingEnabled, touchMove, chat,
    spectators: { allowed: terms.spectators, delaySeconds: terms.delaySeconds },
    ...(mode === 'blind' && gambit === undefined && { moderator: terms.moderator }),
    ...(absenceSeconds >= ABSENCE_MIN_S && { absenceSeconds }),
    ...(clock && { clock }),
    ...(gambit !== undefined && { gambit }),
    ...(aids && { aids }),
    ...(machine !== undefined && { machine: { level: machine } }),
  };
}

/** Returns the request for a game of which a record alone is left. */
function requestOfSummary({ mode, ruleset, overlays = [], clock, gambit, moderator, machine }: GameSummary): GameRequest | undefined {
  // The record does not say how strong the machine was.
  if (machine !== undefined) return undefined;
  return {
    mode, side: 'random', ruleset, overlays: [...overlays], highlightingEnabled: true,
    ...(mode === 'blind' && gambit === undefined && { moderator }),
    ...(clock && { clock }),
    ...(gambit !== undefined && { gambit }),
  };
}

/** Returns a game of the server's answer as the list has it. */
export function listedGame(game: OwnGame, now: number): ListedGame {
  const { terms, you, status, yourTurn, names, machine, clock, winner, endReason, endedAt } = game;
  const name = machine === undefined ? names?.[other(you)] : undefined;
  return {
    id: terms.gameId, status, yourTurn, you, name, machine, clock, winner,
    mode: terms.mode, ruleset: terms.ruleset, control: terms.clock, reason: endReason, at: endedAt ?? now, request: requestOf(game),
  };
}

/** Returns a finished game as the list has it; `known` is what the list has had of it. */
export function listedRecord({ gameId, you, summary }: OwnGames['finished'][number], known: ListedGame | null): ListedGame {
  const { mode, ruleset, clock, winner, endReason, endedAt, names } = summary;
  const name = summary.machine === undefined ? names?.[other(you)] : undefined;
  return {
    id: gameId, status: 'finished', yourTurn: false, you, mode, ruleset, control: clock, winner, reason: endReason, at: endedAt,
    name, machine: known?.machine, request: known?.request ?? requestOfSummary(summary),
  };
}

/** Returns a game of the list with the end that its copy tells. */
const listedCopy = (game: ListedGame, { you, mode, ruleset, names, clock, winner, endReason, announcements }: PlayerState): ListedGame => ({
  ...game, status: 'finished', yourTurn: false, you, mode, ruleset, control: clock?.control, clock: undefined,
  winner: winner ?? undefined, reason: endReason ?? undefined, at: announcements.at(-1)?.at ?? game.at,
  name: game.machine === undefined ? names[other(you)] : undefined,
});

/** Returns the games as they are listed without the server: those with a copy first, with ends of which the list has not been told. */
export function withCopies(games: readonly ListedGame[], copies: ReadonlyMap<string, Copy>): ListedGame[] {
  const told = games.map((game) => {
    const copy = copies.get(game.id);
    return copy && 'play' in copy && game.status !== 'finished' ? listedCopy(game, copy.play) : game;
  });
  return sorted(told).sort((a, b) => Number(copies.has(b.id)) - Number(copies.has(a.id)));
}

function storedCard(id: string): ListedGame | null {
  try {
    const card = JSON.parse(load(cardKey(id)) ?? 'null') as ListedGame | null;
    return card?.id === id && typeof card.at === 'number' ? card : null;
  } catch {
    return null;
  }
}

const visitedAt = (id: string): number => visitMinutes(id) * 60_000;

/** Returns the games as they were known last, in the order of the list. */
export function storedGames(): ListedGame[] {
  const unknown = (id: string): ListedGame => ({ id, status: 'unknown', yourTurn: false, you: 'w', mode: 'blind', ruleset: 'chess', at: visitedAt(id) });
  return sorted(seats().map((id) => storedCard(id) ?? unknown(id)));
}

const RANK = { active: 1, waiting: 2, unknown: 3, finished: 4, gone: 5 } as const;

/** Sorts games: those that wait for the player first, then those that go on, then the finished ones by their end. */
export const sorted = (games: readonly ListedGame[]): ListedGame[] =>
  [...games].sort((a, b) => Number(b.yourTurn) - Number(a.yourTurn) || RANK[a.status] - RANK[b.status] || b.at - a.at);

/** Returns the games that the server is asked about: not those whose end is known. The latest come first, where there are more than it answers at once. */
export const asked = (games: readonly ListedGame[]): ListedGame[] =>
  games.filter(({ status }) => status !== 'finished').sort((a, b) => visitedAt(b.id) - visitedAt(a.id)).slice(0, ASKED_MAX);

/** Returns the games after an answer of the server, and stores them. Nothing is known of a game that the answer does not have. */
export function answered(games: readonly ListedGame[], { games: present, finished, unknown, now }: OwnGames): ListedGame[] {
  const news = new Map<string, ListedGame>(present.map((game) => [game.terms.gameId, listedGame(game, now)]));
  for (const record of finished) news.set(record.gameId, listedRecord(record, games.find(({ id }) => id === record.gameId) ?? null));
  const kept = games.flatMap((game) => {
    const found = news.get(game.id);
    if (found) return [found];
    if (!unknown.includes(game.id)) return [game];
    const since = game.status === 'gone' ? game.at : now;
    return [{ ...game, status: 'gone' as const, yourTurn: false, at: since }];
  });
  for (const game of kept) store(cardKey(game.id), JSON.stringify(game));
  const [stale, left] = [kept.filter(({ status, at }) => status === 'gone' && now - at > GONE_MINUTES * 60_000), kept];
  for (const { id } of stale) forgetGame(id);
  return sorted(left.filter((game) => !stale.includes(game)));
}

/** Asks the server how games stand. */
export async function fetchOwnGames(games: readonly ListedGame[]): Promise<OwnGames> {
  const proofs = asked(games).map(({ id }) => ({ gameId: id, token: load(tokenKey(id)) }));
  const answer = await fetch('/api/own-games', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ seats: proofs }),
  });
  if (!answer.ok) throw new Error(`own games: ${answer.status}`);
  return (await answer.json()) as OwnGames;
}

// A tournament as the page sees it: fetched again every few seconds, and changed by the tokens that this browser keeps.
import { noteVisit, store, tokenKey, tournamentKey } from '../lib/storage';
import type { GameRequest } from '../lib/api';
import type { AskedGame } from '../lib/short-terms';
import type { RequestRefused } from '../wire';
import { forgetMembership, membershipOf, ownTournamentIds, storeMembership, type Membership } from './membership';

export type Outcome = 'whiteWins' | 'blackWins' | 'draw' | 'whiteForfeits' | 'blackForfeits' | 'bothForfeit' | 'bothLose';
export type Format = { type: 'roundRobin'; cycles: number } | { type: 'swiss'; rounds: number };

export interface TournamentView {
  id: string;
  name: string;
  phase: 'entering' | 'running' | 'over';
  format: Format;
  roundCount: number;
  /** True if a player may enter now. */
  takesEntries: boolean;
  /** True after the director has closed the entry. */
  isEntryClosed: boolean;
  isAutomatic: boolean;
  isPlayedOut: boolean;
  noShowSeconds: number;
  game: AskedGame;
  players: { number: number; name: string; isWithdrawn: boolean }[];
  rounds: {
    boards: { white: number; black: number; outcome?: Outcome; isCorrected: boolean }[];
    byes: { player: number; bye: 'allocated' | 'half' | 'zero' }[];
  }[];
  standings: {
    place: number; player: number; points: number; direct?: number; buchholzCut: number; buchholz: number; sonnebornBerger: number; wins: number;
  }[];
}

/** A round to come in which a player is not paired, by their own wish. */
export interface RequestedBye {
  player: number;
  round: number;
  half: boolean;
}

/** Outcomes as they are written everywhere. */
export const SCORES: Readonly<Record<Outcome, string>> = {
  whiteWins: '1 – 0', blackWins: '0 – 1', draw: '½ – ½', whiteForfeits: '– / +', blackForfeits: '+ / –', bothForfeit: '– / –', bothLose: '0 – 0',
};

/** Returns whether players may miss a round to come: in a round robin everybody plays everybody. */
export const canMiss = ({ format, phase, rounds, roundCount }: TournamentView): boolean =>
  format.type === 'swiss' && phase !== 'over' && rounds.length < roundCount;

/** Returns whether opening the entry lets anybody in: a round robin that runs takes nobody, and a Swiss tournament nobody in its last round. */
export const canEnterLater = (view: TournamentView): boolean => view.phase === 'entering' || canMiss(view);

/** The time between two looks, in milliseconds. */
const LOOK_MS = 3_000;

/** The most tournaments that are listed: the server is asked for each. */
const LISTED = 12;

/** Returns the latest tournaments in which this browser has a part, those that are not over first. One that the server has no more is forgotten. */
export async function ownTournaments(): Promise<readonly TournamentView[]> {
  const read = (id: string): Promise<TournamentView | null> =>
    send<TournamentView>(`/${id}`).catch((error: unknown) => {
      if (error instanceof Refused && error.refusal.code === 'tournament_not_found') forgetMembership(id);
      return null;
    });
  const views = await Promise.all(ownTournamentIds().slice(0, LISTED).map(read));
  const isOver = ({ phase }: TournamentView): number => (phase === 'over' ? 1 : 0);
  return views.filter((view) => view !== null).sort((a, b) => isOver(a) - isOver(b));
}

const headers = (token?: string) => ({ 'content-type': 'application/json', ...(token !== undefined && { authorization: `Bearer ${token}` }) });

/** The server's refusal of a request about a tournament. Its message is for developers, and in English. */
export class Refused extends Error {
  constructor(readonly refusal: RequestRefused) {
    super(refusal.code);
  }
}

/** The status of an answer without a body. */
const NO_CONTENT = 204;

/** Sends a request: one that changes nothing has no body. */
export async function send<T>(path: string, body?: unknown, token?: string): Promise<T> {
  const request = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
  const answer = await fetch(`/api/tournaments${path}`, { ...request, headers: headers(token) });
  const read = (answer.status === NO_CONTENT ? undefined : await answer.json()) as T & RequestRefused;
  if (!answer.ok) throw new Refused(read);
  return read;
}

/** Creates a tournament, keeps the director's token, and returns its id. */
export async function createTournament(wish: { name: string; format: Format; game: Partial<GameRequest>; isAutomatic: boolean; noShowSeconds: number }): Promise<string> {
  const { tournamentId, directorToken } = await send<{ tournamentId: string; directorToken: string }>('', wish);
  storeMembership(tournamentId, { director: directorToken });
  return tournamentId;
}

export class TournamentClient {
  view = $state.raw<TournamentView | null>(null);
  status = $state<'loading' | 'shown' | 'gone' | 'lost'>('loading');
  membership = $state.raw<Membership>({});

  #tag = '';
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isLeft = false;

  constructor(readonly id: string) {
    this.membership = membershipOf(id);
    void this.#watch();
  }

  async #watch(): Promise<void> {
    await this.look();
    if (!this.#isLeft && this.status !== 'gone') this.#timer = setTimeout(() => void this.#watch(), LOOK_MS);
  }

  async look(): Promise<void> {
    try {
      const answer = await fetch(`/api/tournaments/${this.id}`, { headers: this.#tag === '' ? {} : { 'if-none-match': this.#tag }, cache: 'no-store' });
      if (answer.status === 404) this.status = 'gone';
      else if (answer.ok) {
        [this.view, this.status] = [(await answer.json()) as TournamentView, 'shown'];
        this.#tag = answer.headers.get('etag') ?? '';
      } else this.status = answer.status === 304 ? 'shown' : 'lost';
    } catch {
      this.status = 'lost';
    }
  }

  leave(): void {
    this.#isLeft = true;
    clearTimeout(this.#timer);
  }

  async enter(name: string): Promise<void> {
    const { player, token } = await send<{ player: number; token: string }>(`/${this.id}/players`, { name });
    this.membership = { ...this.membership, player: { number: player, token } };
    storeMembership(this.id, this.membership);
    await this.look();
  }

  async act(act: Record<string, unknown>, token: string): Promise<void> {
    this.view = await send<TournamentView>(`/${this.id}/acts`, act, token);
    this.#tag = '';
  }

  /** Returns the byes to come that the owner of a token may know. */
  async byes(token: string): Promise<RequestedBye[]> {
    return (await send<{ byes?: RequestedBye[] }>(`/${this.id}/own`, undefined, token)).byes ?? [];
  }

  /** Takes the own seat of the present round, keeps its token, and returns the game's id. */
  async seat(): Promise<string> {
    const { gameId, token } = await send<{ gameId: string; token: string }>(`/${this.id}/seat`, {}, this.membership.player?.token);
    store(tokenKey(gameId), token);
    store(tournamentKey(gameId), this.id);
    noteVisit(gameId);
    return gameId;
  }

  nameOf(number: number): string {
    return this.view?.players.find((player) => player.number === number)?.name ?? '';
  }

  /** The opponent of the own board that is played; null without one. */
  get opponent(): number | null {
    const own = this.membership.player?.number;
    const board = this.view?.rounds.at(-1)?.boards.find(({ white, black, outcome }) => outcome === undefined && [white, black].includes(own ?? 0));
    return board === undefined ? null : board.white === own ? board.black : board.white;
  }
}

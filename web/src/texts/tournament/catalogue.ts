// Texts about tournaments, loaded with their pages.
import type { RefusalReason } from '../../wire';
import type { By, TextOf } from '../catalogue';

/** Reasons that only tournaments give to those who are at their pages: they have their sentences here. */
export type TournamentReason = Extract<
  RefusalReason,
  | 'name_taken' | 'name_refused' | 'tournament_full' | 'entry_closed' | 'too_few_players' | 'round_runs' | 'wrong_round' | 'not_now' | 'nothing_to_change' | 'too_many_changes'
  | 'no_board' | 'no_pairing' | 'not_a_member' | 'unknown_tournament' | 'tournaments_full'
>;

/** Refusals of the server that have a sentence here: by the reason, a code that comes without one, and `other` for the rest. */
export type RefusedBy = TournamentReason | 'rate_limited' | 'other';

export interface TournamentTexts {
  readonly heading: string;
  readonly newHeading: string;
  /** Heading of the tournaments in which this browser has a part. */
  readonly own: string;
  readonly name: string;
  readonly format: string;
  readonly roundRobin: string;
  readonly twice: string;
  readonly swiss: string;
  readonly rounds: string;
  readonly automatic: string;
  readonly noShow: string;
  readonly create: string;
  readonly failed: string;
  readonly refused: By<RefusedBy>;
  readonly loading: string;
  readonly gone: string;
  readonly yourName: string;
  readonly enter: string;
  readonly entered: TextOf<[name: string]>;
  readonly share: string;
  readonly copy: string;
  readonly wall: string;
  /** The key that pauses the pages on the wall, and what it does then. */
  readonly pauseKey: string;
  readonly paused: string;
  readonly players: string;
  readonly waits: string;
  /** Nobody enters any more, although the director has not closed the entry. */
  readonly tooLate: string;
  readonly ready: TextOf<[opponent: string]>;
  readonly play: string;
  readonly free: string;
  readonly round: TextOf<[round: number, rounds: number]>;
  readonly playing: string;
  readonly bye: string;
  /** A round that a player misses by their own wish. */
  readonly miss: string;
  readonly missWhat: string;
  readonly doMiss: string;
  readonly unmiss: string;
  readonly standings: string;
  readonly board: string;
  readonly place: string;
  readonly player: string;
  readonly points: string;
  readonly wins: string;
  /** Short names of tie-breaks, and what they stand for. */
  readonly buchholzCut: string;
  readonly buchholz: string;
  readonly sonneborn: string;
  readonly direct: string;
  readonly over: string;
  readonly director: string;
  readonly closeEntry: string;
  readonly openEntry: string;
  readonly begin: string;
  readonly nextRound: string;
  readonly end: string;
  readonly endSure: string;
  readonly withdraw: string;
  readonly comeBack: string;
  readonly withdrawn: string;
  readonly result: string;
  readonly correct: string;
}

// Texts about tournaments, loaded with their pages.
import type { TextOf } from '../catalogue';

export interface TournamentTexts {
  readonly heading: string;
  readonly newHeading: string;
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
  readonly refused: TextOf<[reason: string]>;
  readonly loading: string;
  readonly gone: string;
  readonly yourName: string;
  readonly enter: string;
  readonly nameTaken: string;
  readonly nameRefused: string;
  readonly full: string;
  readonly entered: TextOf<[name: string]>;
  readonly share: string;
  readonly copy: string;
  readonly wall: string;
  readonly players: string;
  readonly waits: string;
  readonly ready: TextOf<[opponent: string]>;
  readonly play: string;
  readonly free: string;
  readonly round: TextOf<[round: number, rounds: number]>;
  readonly playing: string;
  readonly bye: string;
  readonly standings: string;
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
  readonly begin: string;
  readonly nextRound: string;
  readonly end: string;
  readonly withdraw: string;
  readonly comeBack: string;
  readonly withdrawn: string;
  readonly result: string;
  readonly correct: string;
}

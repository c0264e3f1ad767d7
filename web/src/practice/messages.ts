// Messages between practice and its workers: one plays the board by the rules, another thinks for the machine.
import type { HostMessage } from '../engine-messages';
import type { LocalState } from '../game/local-game';
import type { WorkerRequest, WorkerResponse } from '../lib/worker-client';
import type { Zones } from '../lib/zones';

/** The files of a ruleset by their path. */
export type Files = Readonly<Record<string, string>>;

/** A board after a message. */
export interface Step {
  state: LocalState;
  /** The messages that made the moves of the game. */
  messages: readonly HostMessage[];
  /** Why the message was refused; null where it was not. */
  refusal: string | null;
}

/** The board of rules that load. */
export interface Opened extends Step {
  zones: Zones | null;
}

/** A move that the machine has found. */
export interface Found {
  message: HostMessage;
  /** The move as it is shown: in the notation of the game's players, where the ruleset names one. */
  text: string;
}

/** A question to the machine. */
export interface Question {
  /** The messages that made the moves of the game. */
  messages: readonly HostMessage[];
  level: number;
  seed: number;
  /** The longest time that thinking may take. */
  milliseconds: number;
}

/** Requests by their name, with what they ask and what is answered. */
export interface Requests {
  /** Loads rules for a board and makes the moves of an earlier game, up to the first that is refused. */
  board: { ask: { files: Files; messages: readonly HostMessage[] }; answer: Opened };
  /** Sends a message to the board. */
  send: { ask: HostMessage; answer: Step };
  /** Loads rules for the machine, which finds out what their pieces are worth. */
  machine: { ask: Files; answer: null };
  /** Asks the machine for a move; null where the game is over. */
  choose: { ask: Question; answer: Found | null };
}

export type Request = WorkerRequest<Requests>;
export type Response = WorkerResponse<Requests, never>;

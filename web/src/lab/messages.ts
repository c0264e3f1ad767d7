// Messages between the rule lab and its worker.
import type { HostMessage } from '../engine-messages';
import type { LocalState } from '../game/local-game';
import type { WorkerRequest, WorkerResponse } from '../lib/worker-client';
import type { Zones } from '../lib/zones';
import type { Diagnostic, Files } from './folder';

/** Rules that load, with the board that begins by them. */
export interface Opened {
  manifest: string;
  state: LocalState;
  zones: Zones | null;
  /** The number of given messages that could be played. */
  played: number;
}

export interface Checked {
  diagnostics: readonly Diagnostic[];
  /** Figures of rules that load. */
  figures: { pieces: number; rows: number } | null;
}

export interface Counted {
  /** Each first move and the number of its lines. */
  moves: readonly (readonly [string, number])[];
  total: number;
  /** False while the count goes on. */
  done: boolean;
}

/** Requests by their name, with what they ask and what is answered. */
export interface Requests {
  /** Loads rules and plays the given messages up to the first that they refuse; null if they do not load, and then the earlier ones stay. */
  open: { ask: { files: Files; played: readonly HostMessage[] }; answer: Opened | null };
  /** Checks the files that were opened last. */
  check: { ask: null; answer: Checked };
  send: { ask: HostMessage; answer: LocalState | null };
  /** The squares to which a lone piece goes. */
  ways: { ask: { first: boolean; qpi: string; from: string }; answer: readonly string[] };
  /** Counts lines of moves from a position; parts of the count come before the answer. */
  count: { ask: { feen: string; depth: number }; answer: Counted | null };
}

export type Name = keyof Requests;

export type Request<N extends Name = Name> = WorkerRequest<Requests, N>;
export type Response = WorkerResponse<Requests, Counted>;

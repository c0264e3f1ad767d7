// A game as one who only watches is told it, and how a frame of the server changes that. What is late comes late: nothing here looks ahead.
import { changed, type Change } from '../lib/track';
import type { Announcement, DuelFought, GameState, MoveMade } from '../wire';
import { logOf, type PlyOfLog } from './log';
import type { Heard } from './state';
import { bidsOf, updateOf, viewOf, withMoves, type Bids } from './told';

export interface Watched {
  state: GameState;
  heard: readonly Announcement[];
  moves: readonly MoveMade[];
  bids: Bids | null;
  /** The duel that ended last, until the next one begins. */
  outcome: DuelFought | null;
  change: Change;
  seq: number;
}

/** What came before the first state: nothing but the number of the last event, if there was one. */
export type Before = Watched | null;

const NOTHING: Change = { from: [], to: [], lost: [] };

/** Answers `gap` when something between was missed. */
export function watched(before: Before, frame: Heard): Before | 'gap' {
  const seq = 'sequence' in frame ? frame.sequence : undefined;
  if (seq === undefined) return before;
  if (before && seq <= before.seq) return before;
  if (before && seq > before.seq + 1) return 'gap';
  if (frame.type === 'gameState.update') return stated(before, frame);
  if (!before) return null;
  switch (frame.type) {
    case 'duel.initiated':
      return { ...before, seq, outcome: null };
    case 'duel.outcome':
      return { ...before, seq, outcome: frame };
    default:
      // The state that follows says it all.
      return { ...before, seq };
  }
}

function stated(before: Before, frame: { type: 'gameState.update' } & GameState): Watched {
  const heard = before?.heard ?? [];
  const moved = before !== null && frame.ply !== before.state.ply;
  return {
    state: frame,
    heard: [...heard, ...updateOf(frame, heard).newAnnouncements],
    moves: withMoves(before?.moves ?? [], frame.newMoves),
    bids: bidsOf(frame, before?.bids ?? null),
    outcome: frame.phase === 'duel_allocation' ? null : (before?.outcome ?? frame.fought ?? null),
    change: moved ? changed(viewOf(before.state).pieces, viewOf(frame).pieces, 'w') : (before?.change ?? NOTHING),
    seq: frame.sequence,
  };
}

/** A ply of the log: the move as it is written, and what was said of it. */
export interface WatchedPly extends PlyOfLog {
  notation: string | null;
}

/** The log of who watches. A ply of which they may hear nothing is left out: a number alone says nothing. */
export function watchedLog(heard: readonly Announcement[], moves: readonly MoveMade[]): WatchedPly[] {
  const entries = new Map(logOf(heard, [], [], moves).map((group) => [group.ply, group.entries]));
  const notations = new Map(moves.flatMap(({ ply, notation }) => (notation === undefined ? [] : [[ply, notation]] as const)));
  return [...new Set([...entries.keys(), ...notations.keys()])]
    .sort((a, b) => a - b)
    .map((ply) => ({ ply, notation: notations.get(ply) ?? null, entries: entries.get(ply) ?? [] }));
}

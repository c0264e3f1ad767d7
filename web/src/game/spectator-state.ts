// The game as a spectator receives it, and the pure function by which a frame changes it. Delayed frames stay delayed: nothing here looks ahead.
import type { Kinds } from '../lib/kinds';
import { changed, type Change } from '../lib/track';
import type { Announcement, DuelFought, GameState, MoveMade } from '../wire';
import { buildLog, type LogPly } from './log';
import type { ServerFrame } from './state';
import { bidsOf, updateOf, viewOf, withMoves, type Bids } from './snapshot';

export interface SpectatorState {
  state: GameState;
  announcements: readonly Announcement[];
  moves: readonly MoveMade[];
  bids: Bids | null;
  /** The last duel, until the next one begins. */
  outcome: DuelFought | null;
  change: Change;
  seq: number;
}

const NOTHING: Change = { from: [], to: [], lost: [] };

/** Returns the state after a frame; `gap` when a frame between was missed; null before the first whole state. */
export function reduceSpectator(before: SpectatorState | null, frame: ServerFrame): SpectatorState | null | 'gap' {
  const seq = 'sequence' in frame ? frame.sequence : undefined;
  if (seq === undefined) return before;
  if (before && seq <= before.seq) return before;
  if (before && seq > before.seq + 1) return 'gap';
  if (frame.type === 'gameState.update') return withState(before, frame);
  if (!before) return null;
  switch (frame.type) {
    case 'duel.initiated':
      return { ...before, seq, outcome: null };
    case 'duel.outcome':
      return { ...before, seq, outcome: frame };
    default:
      // The state that follows contains everything.
      return { ...before, seq };
  }
}

function withState(before: SpectatorState | null, frame: { type: 'gameState.update' } & GameState): SpectatorState {
  const known = before?.announcements ?? [];
  const moved = before !== null && frame.ply !== before.state.ply;
  return {
    state: frame,
    announcements: [...known, ...updateOf(frame, known).newAnnouncements],
    moves: withMoves(before?.moves ?? [], frame.newMoves),
    bids: bidsOf(frame, before?.bids ?? null),
    outcome: frame.phase === 'duel_allocation' ? null : (before?.outcome ?? frame.fought ?? null),
    change: moved ? changed(viewOf(before.state).pieces, viewOf(frame).pieces, 'w') : (before?.change ?? NOTHING),
    seq: frame.sequence,
  };
}

/** Builds the log of a spectator: announcements, duels, and each move in notation. Refusals are not marked, for they are not the viewer's. */
export function buildSpectatorLog(announcements: readonly Announcement[], moves: readonly MoveMade[], kinds?: Pick<Kinds, 'move'>): LogPly[] {
  const plies = new Map<number, LogPly>();
  for (const { ply, entries } of buildLog(announcements, [], [], moves)) {
    plies.set(ply, { ply, entries: entries.map((entry) => (entry.kind === 'announcement' ? { ...entry, refusal: false } : entry)) });
  }
  for (const { ply, by, notation: san, gameNotation } of moves) {
    if (san !== undefined) plies.set(ply, { ply, notation: kinds?.move({ by, san, ...(gameNotation && { gameNotation }) }) ?? san, entries: plies.get(ply)?.entries ?? [] });
  }
  return [...plies.values()].sort((a, b) => a.ply - b.ply);
}

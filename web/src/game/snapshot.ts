// Conversion of whole states (`gameState.update`) into the page's view, so that games with bids and games by updates share one table.
import type { OwnMove } from './log';
import type {
  Announcement, BoardView, Color, DuelState, EndReason, GamePhase, GameState, MoveMade, PeerPresence, PieceView, Pools, RetreatState, Update,
} from '../wire';

/** The part of the state that only games with bids have. */
export interface Bids {
  /** Id of the gambit profile. */
  gambit: string;
  phase: GamePhase;
  /** Points of both sides; null where the viewer may not know. */
  pools: Pools;
  duel: DuelState | null;
  retreat: RetreatState | null;
  moves: readonly MoveMade[];
}

export function viewOf({ pieces, hands, inCheck, movesLeft, turn }: GameState): BoardView {
  const standing = pieces.map(({ position, color, type, qpi, points, neutral }): [string, PieceView] => [
    position,
    { color, type, qpi, ...(points !== undefined && { points }), ...(neutral && { neutral }) },
  ]);
  return { pieces: Object.fromEntries(standing), toMove: turn, inCheck, ...(hands && { hands }), ...(movesLeft !== undefined && { movesLeft }) };
}

/** Converts the state into an update, without announcements that were received before. */
export function updateOf(state: GameState, known: readonly Announcement[]): Update {
  const { ack, clock, drawOffer, endReason, gameStatus, ply, record, sequence, tally, timestamp, touchedDrop, touchedPiece, winner } = state;
  return {
    view: viewOf(state),
    newAnnouncements: withoutKnown(state.newAnnouncements, known),
    drawOffer, gameStatus, ply, tally,
    seq: sequence,
    now: timestamp,
    ...(ack !== undefined && { ack }),
    ...(clock && { clock }),
    ...(endReason && { endReason }),
    ...(record && { record }),
    ...(touchedDrop !== undefined && { touchedDrop }),
    ...(touchedPiece !== undefined && { touchedPiece }),
    ...(winner && { winner }),
  };
}

/** Removes announcements that are known: a new connection may send all of them again. */
function withoutKnown(announcements: readonly Announcement[], known: readonly Announcement[]): Announcement[] {
  const key = ({ ply, at, text }: Announcement) => `${ply} ${at} ${text}`;
  const keys = new Set(known.map(key));
  return announcements.filter((announcement) => !keys.has(key(announcement)));
}

/** Returns the bids of a state, with the moves received before; null where the game has no bids. */
// Requirement gambit-41.
export function bidsOf(state: GameState, before: Bids | null): Bids | null {
  if (state.gambit === undefined) return null;
  return {
    gambit: state.gambit,
    phase: state.phase,
    pools: state.bp ?? { w: null, b: null },
    duel: state.duel ?? null,
    retreat: state.retreat ?? null,
    moves: withMoves(before?.moves ?? [], state.newMoves),
  };
}

/** Returns the squares to which the viewer's repulsed piece may retreat, with their costs. */
// Requirement gambit-47.
export function retreatOptionsOf(bids: Bids | null | undefined): ReadonlyMap<string, number> {
  const retreat = bids?.phase === 'tactical_retreat' ? bids.retreat : null;
  return new Map(retreat?.validPositions.map((cell, index) => [cell, retreat.costs[index] ?? 0]));
}

/** Returns whether a game ended because a capture failed that should have ended a check: mate, and the last move was the loser's failed capture. */
export function hasFailedDefence(play: { endReason: EndReason | null; winner: Color | null; bids: Bids | null } | null): boolean {
  const last = play?.bids?.moves.at(-1);
  return play?.endReason === 'checkmate' && last?.duel?.result === 'failed' && last.by !== play.winner;
}

/** Merges moves by ply; a move received again replaces the earlier one. */
export function withMoves<M extends { ply: number }>(before: readonly M[], received: readonly M[]): readonly M[] {
  if (received.length === 0) return before;
  const moves = new Map([...before, ...received].map((move) => [move.ply, move]));
  return [...moves.values()].sort((a, b) => a.ply - b.ply);
}

export function peerOf(state: GameState, you: Color): PeerPresence {
  const peer = state.players.find(({ color }) => color !== you);
  if (!peer) return { connected: false };
  return peer.graceUntil === undefined
    ? { connected: peer.connected }
    : { connected: peer.connected, graceUntil: peer.graceUntil };
}

export type Names = Readonly<Partial<Record<Color, string>>>;

export const namesOf = ({ players }: Pick<GameState, 'players'>): Names =>
  Object.fromEntries(players.flatMap(({ color, name }) => (name === undefined ? [] : [[color, name]])));

/** Returns the moves of a side, as its log shows them. */
export function ownMovesOf(moves: readonly MoveMade[], you: Color): OwnMove[] {
  return moves.flatMap(({ by, ply, from, to, duel }) =>
    by === you && from !== undefined && to !== undefined
      ? [{ ply, from, to, ...(duel?.result === 'failed' && { repulsed: true as const }) }]
      : [],
  );
}

// What the whole states of games with bids say, as the table knows it from the updates of other games: one table for both.
import type {
  Announcement, BoardView, Color, DuelState, EndReason, GamePhase, GameState, MoveMade, PeerPresence, PieceView, Pools, RetreatState, Update,
} from '../wire';

/** The part of a game that only games with bids have. */
export interface Bids {
  /** The id of the way to play with bids. */
  gambit: string;
  phase: GamePhase;
  /** How many points the sides have; null is what the viewer may not know. */
  pools: Pools;
  duel: DuelState | null;
  retreat: RetreatState | null;
  moves: readonly MoveMade[];
}

/** A move of one's own that the page shows in the log. */
export interface OwnMoveTold {
  ply: number;
  from: string;
  to: string;
  repulsed?: true;
}

export function viewOf({ pieces, inCheck, movesLeft, turn }: GameState): BoardView {
  const standing = pieces.map(({ position, color, type, qpi, points }): [string, PieceView] => [
    position,
    { color, type, qpi, ...(points !== undefined && { points }) },
  ]);
  return { pieces: Object.fromEntries(standing), toMove: turn, inCheck, ...(movesLeft !== undefined && { movesLeft }) };
}

/** The state as an update; what was heard before is not heard again. */
export function updateOf(state: GameState, heard: readonly Announcement[]): Update {
  const { ack, clock, drawOffer, endReason, gameStatus, ply, record, sequence, tally, timestamp, touchedPiece, winner } = state;
  return {
    view: viewOf(state),
    newAnnouncements: newOnes(state.newAnnouncements, heard),
    drawOffer, gameStatus, ply, tally,
    seq: sequence,
    now: timestamp,
    ...(ack !== undefined && { ack }),
    ...(clock && { clock }),
    ...(endReason && { endReason }),
    ...(record && { record }),
    ...(touchedPiece !== undefined && { touchedPiece }),
    ...(winner && { winner }),
  };
}

/** On a new socket the whole story may be told again. */
function newOnes(told: readonly Announcement[], heard: readonly Announcement[]): Announcement[] {
  const key = ({ ply, at, text }: Announcement) => `${ply} ${at} ${text}`;
  const known = new Set(heard.map(key));
  return told.filter((announcement) => !known.has(key(announcement)));
}

/** The bids of a state, together with the moves that were told before; null where the game has none. */
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

/** What a repulsed piece of the viewer's is offered: each square with its cost. */
export function offersOf(bids: Bids | null | undefined): ReadonlyMap<string, number> {
  const retreat = bids?.phase === 'tactical_retreat' ? bids.retreat : null;
  return new Map(retreat?.validPositions.map((cell, index) => [cell, retreat.costs[index] ?? 0]));
}

/** Whether a game ended because a capture failed that was to end a check: mate, and the loser's own capture was the last. */
export function hasFailedDefence(play: { endReason: EndReason | null; winner: Color | null; bids: Bids | null } | null): boolean {
  const last = play?.bids?.moves.at(-1);
  return play?.endReason === 'checkmate' && last?.duel?.result === 'failed' && last.by !== play.winner;
}

/** What is told anew of a move takes the place of what was told before. */
export function withMoves(before: readonly MoveMade[], told: readonly MoveMade[]): readonly MoveMade[] {
  if (told.length === 0) return before;
  const moves = new Map([...before, ...told].map((move) => [move.ply, move]));
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

/** The moves of a side, as its log tells them. */
export function ownMovesOf(moves: readonly MoveMade[], you: Color): OwnMoveTold[] {
  return moves.flatMap(({ by, ply, from, to, duel }) =>
    by === you && from !== undefined && to !== undefined
      ? [{ ply, from, to, ...(duel?.result === 'failed' && { repulsed: true as const }) }]
      : [],
  );
}

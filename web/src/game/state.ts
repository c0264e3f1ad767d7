// The game as this player knows it, and the pure function by which a frame changes it.
import { changed, type Change } from '../lib/track';
import { capturesBetween, inferencesBetween, type Inference } from './inference';
import type { ChatEvent } from './chat-log';
import { capturedUpTo } from './review';
import { bidsOf, namesOf, peerOf, updateOf, withMoves, type Bids, type Names } from './snapshot';
import type {
  Aids, Announcement, BoardView, ClockView, Color, DuelOutcome, EndReason, ErrorCode, Record as GameRecord, GameState, GameStatus, Joined, Mode, NotedMove, PeerPresence as Peer, RematchView,
  SeenMove, ServerEvent, ServerMessage, SharedMarks, SquareName as Square, Tally, Update,
} from '../wire';

/** A frame from the server: a message of the player protocol, or an event of games with bids, spectators and chat. */
export type ServerFrame = ServerMessage | ServerEvent;

export interface PlayerState {
  you: Color;
  mode: Mode;
  highlighting: boolean;
  /** Aids that both players agreed on, where not every piece is shown. */
  aids: Aids;
  ruleset: string;
  /** Ids of the house rules. */
  overlays: readonly string[];
  status: GameStatus;
  view: BoardView;
  ply: number;
  announcements: Announcement[];
  /** The latest announcements, which came together. */
  latest: Announcement[];
  /** The moves of an open game without bids in notation. */
  moves: readonly NotedMove[];
  /** The moves of a game by sight, as far as this player saw them. */
  seenMoves: readonly SeenMove[];
  touched: Square | null;
  /** The touched kind in the hand, by its identity. */
  touchedDrop?: string | null;
  drawOffer: Color | null;
  tally: Tally;
  peer: Peer;
  endReason: EndReason | null;
  winner: Color | null;
  record: GameRecord | null;
  clock: ClockView | null;
  rematch: RematchView | null;
  /** The marks that players have shared after the end. */
  sharedMarks?: SharedMarks | undefined;
  /** Id in the link for spectators; null if there are none. */
  watchId: string | null;
  /** The hash that promises the deal of covered pieces; null where none are. */
  commitment: string | null;
  /** True while the game waits although both seats are taken: a rematch begins once both players are there. */
  seatsTaken: boolean;
  /** Null in a game without bids. */
  bids: Bids | null;
  names: Names;
  seq: number;
  change: Change;
}

/** A consequence of a frame outside the state: a sound, a mark, a text, or something to store or send. */
export type Effect =
  | { kind: 'token'; token: string; watchId?: string | undefined; commitment?: string | undefined }
  | { kind: 'announced'; announcement: Announcement }
  | { kind: 'started' }
  | { kind: 'moved'; ply: number }
  | { kind: 'inferred'; inferences: readonly Inference[] }
  | { kind: 'touched'; square: Square }
  | { kind: 'draw_offered' }
  | { kind: 'draw_asked' }
  | { kind: 'draw_declined' }
  | { kind: 'ended' }
  | { kind: 'rematch_offered' }
  | { kind: 'rematch_seat'; gameId: string; token: string }
  | { kind: 'rematch_begins'; gameId: string }
  | { kind: 'duel' }
  | { kind: 'duel_ended'; outcome: DuelOutcome }
  | { kind: 'chat'; event: ChatEvent }
  | { kind: 'refused'; code: ErrorCode }
  | { kind: 'acknowledged'; id: string; code: ErrorCode | null }
  | { kind: 'ping' }
  | { kind: 'gap' };

const NOTHING: Change = { from: [], to: [], lost: [] };

// Requirements blind-68, gambit-48.
export function reduce(play: PlayerState | null, frame: ServerFrame): { play: PlayerState | null; effects: Effect[] } {
  switch (frame.type) {
    case 'ping':
      return { play, effects: [{ kind: 'ping' }] };
    case 'error':
      return { play, effects: [...acknowledgement(frame.ack, frame.code), { kind: 'refused', code: frame.code }] };
    case 'joined':
      return withSnapshot(play, frame);
    case 'chat.message':
      return { play, effects: [...acknowledgement(frame.ack, null), { kind: 'chat', event: frame }] };
    case 'chat.history':
    case 'spectator.joined':
    case 'spectator.left':
      return { play, effects: [{ kind: 'chat', event: frame }] };
    default:
      return numbered(play, frame);
  }
}

type Unnumbered = 'ping' | 'error' | 'joined' | 'chat.message' | 'chat.history' | 'spectator.joined' | 'spectator.left';

/** Handles a numbered frame. Numbers are consecutive: a gap means that a frame was missed. */
function numbered(play: PlayerState | null, frame: Exclude<ServerFrame, { type: Unnumbered }>): { play: PlayerState | null; effects: Effect[] } {
  const seq = 'seq' in frame ? frame.seq : 'sequence' in frame ? frame.sequence : undefined;
  const acknowledgements = 'ack' in frame ? acknowledgement(frame.ack, null) : [];
  // A newer server may send frames that this page does not know.
  if (seq === undefined) return { play, effects: [] };
  if (!play || seq <= play.seq) return { play, effects: acknowledgements };
  if (seq > play.seq + 1) return { play, effects: [{ kind: 'gap' }] };
  switch (frame.type) {
    case 'update':
      return withUpdate(play, frame);
    case 'gameState.update':
      return withState(play, frame);
    case 'peer-status': {
      const { color, connected, graceUntil } = frame;
      if (color === play.you) return { play: { ...play, seq }, effects: [] };
      return { play: { ...play, seq, peer: graceUntil === undefined ? { connected } : { connected, graceUntil } }, effects: [] };
    }
    case 'rematch': {
      const { rematch } = frame;
      return { play: { ...play, seq, rematch }, effects: [...acknowledgements, ...effectsOfRematch(play.you, play.rematch, rematch)] };
    }
    case 'shared-marks':
      return { play: { ...play, seq, sharedMarks: frame.marks }, effects: acknowledgements };
    case 'player.joined': {
      const names = frame.name === undefined ? play.names : { ...play.names, [frame.color]: frame.name };
      const peer = frame.color === play.you ? play.peer : { connected: true };
      return { play: { ...play, seq, names, peer }, effects: [] };
    }
    case 'player.left':
    case 'player.reconnected': {
      if (frame.playerId === play.you) return { play: { ...play, seq }, effects: [] };
      const connected = frame.type === 'player.reconnected';
      const graceUntil = 'graceUntil' in frame ? frame.graceUntil : undefined;
      return { play: { ...play, seq, peer: { connected, ...(graceUntil !== undefined && { graceUntil }) } }, effects: [] };
    }
    case 'duel.initiated':
      return { play: { ...play, seq }, effects: [{ kind: 'duel' }] };
    case 'duel.outcome':
      return { play: { ...play, seq }, effects: [{ kind: 'duel_ended', outcome: frame }] };
    default:
      // Everything else that has a number is also in the state that follows.
      return { play: { ...play, seq }, effects: [] };
  }
}

/** Applies a whole state. */
function withState(before: PlayerState, frame: { type: 'gameState.update' } & GameState): { play: PlayerState; effects: Effect[] } {
  const { play, effects } = withUpdate(before, updateOf(frame, before.announcements));
  const after: PlayerState = {
    ...play,
    bids: bidsOf(frame, before.bids),
    names: namesOf(frame),
    peer: peerOf(frame, play.you),
    rematch: frame.rematch ?? before.rematch,
    sharedMarks: frame.sharedMarks ?? before.sharedMarks,
  };
  return { play: after, effects };
}

const acknowledgement = (id: string | null | undefined, code: ErrorCode | null): Effect[] =>
  id === undefined || id === null ? [] : [{ kind: 'acknowledged', id, code }];

/** Applies the snapshot with which a connection begins. */
function withSnapshot(before: PlayerState | null, frame: Joined): { play: PlayerState | null; effects: Effect[] } {
  if (frame.you !== 'w' && frame.you !== 'b') return { play: null, effects: [{ kind: 'refused', code: 'spectators_disabled' }] };
  const known = before?.announcements.length ?? 0;
  const fresh = before ? frame.announcements.slice(known) : [];
  const play: PlayerState = {
    you: frame.you,
    mode: frame.mode,
    highlighting: frame.highlightingEnabled,
    aids: frame.aids ?? 'marks',
    ruleset: frame.ruleset,
    overlays: frame.overlays ?? [],
    status: frame.gameStatus,
    view: frame.view,
    ply: frame.ply,
    announcements: frame.announcements,
    latest: fresh.length > 0 ? fresh : (before?.latest ?? latestTogether(frame.announcements)),
    // A finished game has its moves in the record.
    moves: frame.moves ?? before?.moves ?? [],
    seenMoves: frame.seenMoves ?? before?.seenMoves ?? [],
    touched: frame.touchedPiece ?? null,
    touchedDrop: frame.touchedDrop ?? null,
    drawOffer: frame.drawOffer?.from ?? null,
    tally: frame.tally,
    peer: frame.peer,
    endReason: frame.endReason ?? null,
    winner: frame.winner ?? null,
    record: frame.record ?? null,
    clock: frame.clock ?? null,
    rematch: frame.rematch ?? null,
    ...(frame.sharedMarks && { sharedMarks: frame.sharedMarks }),
    watchId: frame.watchId ?? null,
    commitment: frame.commitment ?? null,
    seatsTaken: frame.seatsTaken ?? false,
    // The whole state follows at once.
    bids: before?.bids ?? null,
    names: frame.names ?? before?.names ?? {},
    seq: frame.seq,
    change: before?.ply === frame.ply ? before.change : NOTHING,
  };
  const effects: Effect[] = [{ kind: 'token', token: frame.token, watchId: frame.watchId, commitment: frame.commitment }];
  if (before) {
    effects.push(...fresh.map((announcement): Effect => ({ kind: 'announced', announcement })));
    effects.push(...effectsBetween(before, play));
  }
  effects.push(...(before ? effectsOfRematch(play.you, before.rematch, play.rematch) : seatIn(play.rematch)));
  return { play, effects };
}

/** Returns the token of the viewer's seat in the rematch, to be stored. */
const seatIn = (rematch: RematchView | null): Effect[] =>
  rematch?.state === 'accepted' && rematch.token !== undefined ? [{ kind: 'rematch_seat', gameId: rematch.gameId, token: rematch.token }] : [];

/** Returns the effects of a change of the rematch: news of an offer, or the way to the game that both agreed on. */
function effectsOfRematch(you: Color, before: RematchView | null, after: RematchView | null): Effect[] {
  if (after?.state === 'offered' && after.from !== you && before?.state !== 'offered') return [{ kind: 'rematch_offered' }];
  if (after?.state !== 'accepted' || before?.state === 'accepted') return [];
  return [...seatIn(after), { kind: 'rematch_begins', gameId: after.gameId }];
}

/** Returns the announcements that came together last, for a page that was reloaded. */
function latestTogether(announcements: Announcement[]): Announcement[] {
  const last = announcements.at(-1);
  return last ? announcements.filter(({ ply, at }) => ply === last.ply && at === last.at) : [];
}

function withUpdate(before: PlayerState, frame: Update): { play: PlayerState; effects: Effect[] } {
  const fresh = frame.newAnnouncements;
  const advanced = frame.ply !== before.ply;
  // After several plies at once, changes cannot be assigned to a side.
  const change = advanced && before.status === 'active' ? visibleChange(before, frame) : before.change;
  const inferences = frame.ply === before.ply + 1 ? inferencesOf(before, frame, change) : [];
  const play: PlayerState = {
    ...before,
    status: frame.gameStatus,
    view: frame.view,
    ply: frame.ply,
    announcements: [...before.announcements, ...fresh],
    latest: fresh.length > 0 ? fresh : advanced ? [] : before.latest,
    moves: withMoves(before.moves, frame.latestMove ? [frame.latestMove] : []),
    seenMoves: withMoves(before.seenMoves, frame.latestSeenMove ? [frame.latestSeenMove] : []),
    touched: frame.touchedPiece ?? null,
    touchedDrop: frame.touchedDrop ?? null,
    drawOffer: frame.drawOffer?.from ?? null,
    tally: frame.tally,
    endReason: frame.endReason ?? null,
    winner: frame.winner ?? null,
    record: frame.record ?? before.record,
    clock: frame.clock ?? null,
    names: frame.names ?? before.names,
    seq: frame.seq,
    change,
  };
  const effects: Effect[] = acknowledgement(frame.ack, null);
  if (inferences.length > 0) effects.push({ kind: 'inferred', inferences });
  effects.push(...fresh.map((announcement): Effect => ({ kind: 'announced', announcement })));
  effects.push(...effectsBetween(before, play));
  return { play, effects };
}

/** Returns the visible change. At the end the other army appears, which is no move: only what the mode showed before is compared. */
function visibleChange(before: PlayerState, frame: Update): Change {
  const ownOf = (pieces: BoardView['pieces']) => Object.fromEntries(Object.entries(pieces).filter(([, piece]) => piece.color === before.you));
  const own = ownOf(frame.view.pieces);
  if (before.mode === 'sight') return seenChange(changed(ownOf(before.view.pieces), own, before.you), frame.latestSeenMove);
  return changed(before.view.pieces, before.mode === 'blind' ? own : frame.view.pieces, before.you);
}

/** Returns the change of a game by sight: of the own pieces, and of the last move as far as it was seen. Fog that lifts or falls is no move. */
function seenChange({ from, to, lost }: Change, move: SeenMove | undefined): Change {
  const also = (cells: readonly Square[], cell: Square | undefined) => [...cells, ...(cell === undefined || cell === '*' || cells.includes(cell) ? [] : [cell])];
  return { from: also(from, move?.from), to: also(to, move?.to), lost };
}

/** Returns what one ply tells beyond its announcements. */
function inferencesOf(before: PlayerState, { ply, view, newAnnouncements, record, tally }: Update, change: Change): Inference[] {
  const lost = change.lost.flatMap((square) => {
    const piece = before.view.pieces[square];
    return piece ? [{ square, type: piece.type, covered: piece.covered }] : [];
  });
  const fell = newAnnouncements.some(({ text }) => text === (before.you === 'w' ? 'white_fell' : 'black_fell'));
  return [...inferencesBetween(before, before.view, view, ply, newAnnouncements), ...capturesBetween(talliedBefore(before, record, ply), tally, lost, ply, fell)];
}

/** Returns the tally before a ply. Some moderators tell no kinds, and then the record alone tells which captures were earlier than the last. */
function talliedBefore({ tally, you }: PlayerState, record: GameRecord | undefined, ply: number): Tally {
  if (!record) return tally;
  const captured = capturedUpTo(record, ply - 1);
  return { ...tally, byYou: atLeast(tally.byYou, captured[you]), byOpponent: atLeast(tally.byOpponent, captured[you === 'w' ? 'b' : 'w']) };
}

/** Returns counts of which none is less than another one for its type. */
const atLeast = (counts: Tally['byYou'], others: Record<string, number>): Tally['byYou'] =>
  Object.entries(others).reduce((most, [type, count]) => ({ ...most, [type]: Math.max(most[type] ?? 0, count) }), counts);

/** Returns the effects of the difference between two states. */
function effectsBetween(before: PlayerState, after: PlayerState): Effect[] {
  const effects: Effect[] = [];
  if (before.status === 'waiting' && after.status === 'active') effects.push({ kind: 'started' });
  if (before.view.toMove === before.you && after.ply === before.ply + 1) effects.push({ kind: 'moved', ply: after.ply });
  if (after.touched !== null && after.touched !== before.touched) effects.push({ kind: 'touched', square: after.touched });
  const theirs = after.you === 'w' ? 'b' : 'w';
  if (after.drawOffer === theirs && before.drawOffer !== theirs) effects.push({ kind: 'draw_offered' });
  if (after.drawOffer === after.you && before.drawOffer !== after.you) effects.push({ kind: 'draw_asked' });
  if (before.drawOffer === before.you && after.drawOffer === null && after.status === 'active' && after.ply === before.ply) {
    effects.push({ kind: 'draw_declined' });
  }
  if (before.status !== 'finished' && after.status === 'finished') effects.push({ kind: 'ended' });
  return effects;
}

// The game as this viewer knows it, and the one pure function that a frame of the server changes it by.
import { changed, type Change } from '../lib/track';
import { sightsOf, type Sight } from './sights';
import type { TalkEvent } from './talk';
import { bidsOf, namesOf, peerOf, updateOf, type Bids, type Names } from './told';
import type {
  Announcement, BoardView, ClockView, Color, DuelOutcome, EndReason, ErrorCode, Record as GameRecord, GameSpectator, GameState, GameStatus, Joined, Mode, PeerPresence as Peer, ServerEvent,
  ServerMessage, SquareName as Square, Tally, Update,
} from '../wire';

/** Whatever a socket may bring: the player protocol's messages, and the events of games with bids, watching and talking. */
export type Heard = ServerMessage | ServerEvent;

export interface Play {
  you: Color;
  mode: Mode;
  highlighting: boolean;
  ruleset: string;
  /** House rules, by id. */
  overlays: readonly string[];
  status: GameStatus;
  view: BoardView;
  ply: number;
  heard: Announcement[];
  /** What the moderator said last, in one breath. */
  latest: Announcement[];
  touched: Square | null;
  drawOffer: Color | null;
  tally: Tally;
  peer: Peer;
  endReason: EndReason | null;
  winner: Color | null;
  record: GameRecord | null;
  clock: ClockView | null;
  rematch: { gameId: string; from: Color } | null;
  /** Null where captures are not bid for. */
  bids: Bids | null;
  names: Names;
  seq: number;
  change: Change;
}

/** What a frame brought that is worth a sound, a mark or a word. */
export type Fact =
  | { kind: 'token'; token: string }
  | { kind: 'heard'; announcement: Announcement }
  | { kind: 'begun' }
  | { kind: 'moved'; ply: number }
  | { kind: 'seen'; sights: readonly Sight[] }
  | { kind: 'touched'; square: Square }
  | { kind: 'draw_offered' }
  | { kind: 'draw_declined' }
  | { kind: 'ended' }
  | { kind: 'rematch' }
  | { kind: 'duel' }
  | { kind: 'duel_over'; outcome: DuelOutcome }
  | { kind: 'retreat' }
  | { kind: 'watched'; spectators: readonly GameSpectator[] }
  | { kind: 'talk'; event: TalkEvent }
  | { kind: 'refused'; code: ErrorCode }
  | { kind: 'acknowledged'; id: string; code: ErrorCode | null }
  | { kind: 'ping' }
  | { kind: 'gap' };

const NOTHING: Change = { from: [], to: [], lost: [] };

export function reduce(play: Play | null, frame: Heard): { play: Play | null; facts: Fact[] } {
  switch (frame.type) {
    case 'ping':
      return { play, facts: [{ kind: 'ping' }] };
    case 'error':
      return { play, facts: [...acknowledged(frame.ack, frame.code), { kind: 'refused', code: frame.code }] };
    case 'joined':
      return joined(play, frame);
    case 'chat.message':
      return { play, facts: [...acknowledged(frame.ack, null), { kind: 'talk', event: frame }] };
    case 'spectator.joined':
    case 'spectator.left':
      return { play, facts: [{ kind: 'talk', event: frame }] };
    default:
      return numbered(play, frame);
  }
}

type Unnumbered = 'ping' | 'error' | 'joined' | 'chat.message' | 'spectator.joined' | 'spectator.left';

/** What has a number must come in its turn; a gap means that something was missed. */
function numbered(play: Play | null, frame: Exclude<Heard, { type: Unnumbered }>): { play: Play | null; facts: Fact[] } {
  const seq = 'seq' in frame ? frame.seq : 'sequence' in frame ? frame.sequence : undefined;
  const answered = 'ack' in frame ? acknowledged(frame.ack, null) : [];
  // A newer server may say what this page does not know.
  if (seq === undefined) return { play, facts: [] };
  if (!play || seq <= play.seq) return { play, facts: answered };
  if (seq > play.seq + 1) return { play, facts: [{ kind: 'gap' }] };
  switch (frame.type) {
    case 'update':
      return updated(play, frame);
    case 'gameState.update':
      return stated(play, frame);
    case 'peer-status': {
      const { color, connected, graceUntil } = frame;
      if (color === play.you) return { play: { ...play, seq }, facts: [] };
      return { play: { ...play, seq, peer: graceUntil === undefined ? { connected } : { connected, graceUntil } }, facts: [] };
    }
    case 'rematch': {
      const facts: Fact[] = answered;
      if (frame.from !== play.you) facts.push({ kind: 'rematch' });
      return { play: { ...play, seq, rematch: { gameId: frame.gameId, from: frame.from } }, facts };
    }
    case 'player.joined': {
      const names = frame.name === undefined ? play.names : { ...play.names, [frame.color]: frame.name };
      const peer = frame.color === play.you ? play.peer : { connected: true };
      return { play: { ...play, seq, names, peer }, facts: [] };
    }
    case 'player.left':
    case 'player.reconnected': {
      if (frame.playerId === play.you) return { play: { ...play, seq }, facts: [] };
      const connected = frame.type === 'player.reconnected';
      const graceUntil = 'graceUntil' in frame ? frame.graceUntil : undefined;
      return { play: { ...play, seq, peer: { connected, ...(graceUntil !== undefined && { graceUntil }) } }, facts: [] };
    }
    case 'duel.initiated':
      return { play: { ...play, seq }, facts: [{ kind: 'duel' }] };
    case 'duel.outcome':
      return { play: { ...play, seq }, facts: [{ kind: 'duel_over', outcome: frame }] };
    case 'retreat.options':
      return { play: { ...play, seq }, facts: [{ kind: 'retreat' }] };
    default:
      // Whatever else has a number is in the state that follows it, too.
      return { play: { ...play, seq }, facts: [] };
  }
}

/** The whole state of a game with bids. */
function stated(before: Play, frame: { type: 'gameState.update' } & GameState): { play: Play; facts: Fact[] } {
  const { play, facts } = updated(before, updateOf(frame, before.heard));
  const after: Play = {
    ...play,
    bids: bidsOf(frame, before.bids),
    names: namesOf(frame),
    peer: peerOf(frame, play.you),
    rematch: frame.rematch ?? before.rematch,
  };
  return { play: after, facts: [...facts, { kind: 'watched', spectators: frame.spectators }] };
}

const acknowledged = (id: string | null | undefined, code: ErrorCode | null): Fact[] =>
  id === undefined || id === null ? [] : [{ kind: 'acknowledged', id, code }];

function joined(before: Play | null, frame: Joined): { play: Play | null; facts: Fact[] } {
  if (frame.you !== 'w' && frame.you !== 'b') return { play: null, facts: [{ kind: 'refused', code: 'spectators_disabled' }] };
  const known = before?.heard.length ?? 0;
  const fresh = before ? frame.announcements.slice(known) : [];
  const play: Play = {
    you: frame.you,
    mode: frame.mode,
    highlighting: frame.highlightingEnabled,
    ruleset: frame.ruleset,
    overlays: frame.overlays ?? [],
    status: frame.gameStatus,
    view: frame.view,
    ply: frame.ply,
    heard: frame.announcements,
    latest: fresh.length > 0 ? fresh : (before?.latest ?? lastBreath(frame.announcements)),
    touched: frame.touchedPiece ?? null,
    drawOffer: frame.drawOffer?.from ?? null,
    tally: frame.tally,
    peer: frame.peer,
    endReason: frame.endReason ?? null,
    winner: frame.winner ?? null,
    record: frame.record ?? null,
    clock: frame.clock ?? null,
    rematch: frame.rematch ?? null,
    // Until the whole state comes, which follows at once.
    bids: before?.bids ?? null,
    names: frame.names ?? before?.names ?? {},
    seq: frame.seq,
    change: before?.ply === frame.ply ? before.change : NOTHING,
  };
  const facts: Fact[] = [{ kind: 'token', token: frame.token }];
  if (before) {
    facts.push(...fresh.map((announcement): Fact => ({ kind: 'heard', announcement })));
    facts.push(...between(before, play));
  }
  return { play, facts };
}

/** After a reload: the announcements that came together last. */
function lastBreath(heard: Announcement[]): Announcement[] {
  const last = heard.at(-1);
  return last ? heard.filter(({ ply, at }) => ply === last.ply && at === last.at) : [];
}

function updated(before: Play, frame: Update): { play: Play; facts: Fact[] } {
  const fresh = frame.newAnnouncements;
  const advanced = frame.ply !== before.ply;
  // More than one ply at once, and nobody can tell what was whose.
  const sights = frame.ply === before.ply + 1 ? sightsOf(before, before.view, frame.view, frame.ply, fresh) : [];
  const play: Play = {
    ...before,
    status: frame.gameStatus,
    view: frame.view,
    ply: frame.ply,
    heard: [...before.heard, ...fresh],
    latest: fresh.length > 0 ? fresh : advanced ? [] : before.latest,
    touched: frame.touchedPiece ?? null,
    drawOffer: frame.drawOffer?.from ?? null,
    tally: frame.tally,
    endReason: frame.endReason ?? null,
    winner: frame.winner ?? null,
    record: frame.record ?? before.record,
    clock: frame.clock ?? null,
    names: frame.names ?? before.names,
    seq: frame.seq,
    change: advanced && before.status === 'active' ? visible(before, frame) : before.change,
  };
  const facts: Fact[] = acknowledged(frame.ack, null);
  if (sights.length > 0) facts.push({ kind: 'seen', sights });
  facts.push(...fresh.map((announcement): Fact => ({ kind: 'heard', announcement })));
  facts.push(...between(before, play));
  return { play, facts };
}

/** At the end the other army appears; that is no move, so only what the mode showed before is compared. */
function visible(before: Play, frame: Update): Change {
  const own = Object.fromEntries(Object.entries(frame.view.pieces).filter(([, piece]) => piece.color === before.you));
  return changed(before.view.pieces, before.mode === 'blind' ? own : frame.view.pieces, before.you);
}

function between(before: Play, after: Play): Fact[] {
  const facts: Fact[] = [];
  if (before.status === 'waiting' && after.status === 'active') facts.push({ kind: 'begun' });
  if (before.view.toMove === before.you && after.ply === before.ply + 1) facts.push({ kind: 'moved', ply: after.ply });
  if (after.touched !== null && after.touched !== before.touched) facts.push({ kind: 'touched', square: after.touched });
  const theirs = after.you === 'w' ? 'b' : 'w';
  if (after.drawOffer === theirs && before.drawOffer !== theirs) facts.push({ kind: 'draw_offered' });
  if (before.drawOffer === before.you && after.drawOffer === null && after.status === 'active' && after.ply === before.ply) {
    facts.push({ kind: 'draw_declined' });
  }
  if (before.status !== 'finished' && after.status === 'finished') facts.push({ kind: 'ended' });
  return facts;
}

// A room in the terms of the player protocol: what a room says becomes frames for the page, and what the page sends becomes messages to the room.
import type { ClientMessage, Delta, ErrorCode as RoomErrorCode, GameEnd, Reason, ServerMessage, State, Winner } from '../room-messages';
import type { Announcement, BoardView, Color, EndReason, ErrorCode, Joined, Mode, ModeratorText, NotedMove, Tally, Update } from '../wire';
import type { ClientFrame } from './connection';
import { parseCell } from '../lib/geometry';
import { ROOM_RULESET, sideOf } from './room-envelope';
import { boardOf, checksGiven, factsOf, saidOfMove, takenBetween, tallyOf, tallyOfPieces, withFacts, type Facts } from './room-facts';
import { piecesOfFen, type RoomRules } from './room-rules';
import type { ServerFrame } from './state';

/** A seat in a room, as it is stored: the room does not tell all of it to a player who returns. */
export interface RoomSeat {
  you: Color;
  mode: Mode;
  /** Ids of the house rules. */
  overlays: readonly string[];
  /** Id of the ruleset; chess where none is stored. */
  ruleset?: string;
  /** Announcements of the page itself: own refused moves, and in an open room what the other side's moves did. */
  said: readonly Announcement[];
  /**
   * Letters of the captured pieces by number, as they were last: a pawn may have been promoted. In a game of another ruleset than chess the case of a
   * letter tells the side, and a piece of neither side has none.
   */
  taken: Readonly<Record<number, string>>;
  /** The moves of an open room that this page has seen, in notation. */
  moves?: readonly NotedMove[];
}

/** The result of a frame of the page: messages to the room, and frames that answer at once. */
export interface Translated {
  messages: ClientMessage[];
  frames: ServerFrame[];
}

const NOTHING: Translated = { messages: [], frames: [] };

const REASONS: Readonly<Record<Reason, EndReason | null>> = {
  checkmate: 'checkmate', stalemate: 'stalemate', '50-move': 'fifty_move', threefold: 'threefold', insufficient: 'insufficient', player_left: 'abandoned',
  captures: 'captures', promotions: 'promotions', checks: 'checks', arrival: 'arrival', extinction: 'extinction', passes: 'passes', facing: 'facing',
  full: 'full', other: null,
};

/** Errors of messages that the room does not take as they are. One that a newer server has is taken for one of these. */
type Malformed = 'ILLEGAL_MOVE' | 'VERSION_MISMATCH' | 'MSG_TOO_LARGE' | 'INVALID_MESSAGE';

/** The other errors as the page knows them. */
const ERRORS: Readonly<Record<Exclude<RoomErrorCode, Malformed>, ErrorCode>> = {
  NOT_YOUR_TURN: 'not_your_turn', GAME_OVER: 'wrong_phase', ROOM_NOT_FOUND: 'game_not_found', ROOM_FULL: 'game_not_found', SERVER_FULL: 'unavailable',
  RATE_LIMIT: 'rate_limited', BAD_TOKEN: 'game_not_found',
};

/** Decides whether the side to move is in check, where the whole board is seen; null while it is unknown. */
export type CheckFinder = (view: Omit<BoardView, 'inCheck'>) => boolean | null;

/** Finds the notation of the move between two boards, which the room writes as `written`; null while it is unknown. */
export type MoveNamer = (before: Omit<BoardView, 'inCheck'>, after: BoardView['pieces'], written: string | null) => Pick<NotedMove, 'san' | 'gameNotation'> | string | null;

/** A frame of the page that makes a move. */
export type MoveFrame = Extract<ClientFrame, { type: 'commit' | 'drop' | 'pass' }>;

/** Translates for one player in one room, over all sockets of the page. */
export class RoomTranslation {
  seat: RoomSeat | null;
  /** Why the room admits nobody from this page. */
  refusal: RoomErrorCode | null = null;
  /** The server's words beside the refusal, for a code that this page does not know. */
  refusalMessage = '';
  findCheck: CheckFinder = () => null;
  nameMove: MoveNamer = () => null;
  #token: string | null = null;
  #facts: Facts = new Map();
  #ply = 0;
  /** True once the game has begun. */
  #begun = false;
  /** True once the seat was confirmed on the present socket. */
  #admitted = false;
  #ending: { winner: Winner; reason: Reason; finalFen: string | null } | null = null;
  #seq = 0;
  /** The announcements of the moderator of a blind room. */
  #heard: readonly Announcement[] = [];
  #check: boolean | null = null;
  /** The move that waits for its answer, and the number of moves before it. */
  #pending: { id: string | undefined; ply: number } | null = null;
  #leaving: string | undefined;
  #left = false;

  constructor(
    readonly code: string,
    seat: RoomSeat | null,
  ) {
    this.seat = seat;
  }

  get over(): boolean {
    return this.#ending !== null;
  }

  /** True where the other side's pieces are not seen. */
  get blind(): boolean {
    return this.seat?.mode === 'blind';
  }

  get ruleset(): string {
    return this.seat?.ruleset ?? ROOM_RULESET;
  }

  /** Forgets what belonged to the socket before. */
  reopened(): void {
    this.#admitted = false;
  }

  // ---- from the room to the page

  /** Translates a message of the room; `ts` is when it was sent. */
  receive(message: ServerMessage, ts: number, rules: RoomRules): ServerFrame[] {
    switch (message.type) {
      case 'room.created':
      case 'room.joined': {
        const { color, mode = 'open', token, ruleset } = message.payload;
        const overlays = 'activeRules' in message.payload ? message.payload.activeRules : (this.seat?.overlays ?? []);
        this.#token = token;
        this.seat = { said: [], taken: {}, ...this.seat, you: sideOf(color), mode: mode === 'blind' ? 'blind' : 'vanilla', overlays, ...(ruleset !== undefined && { ruleset }) };
        // The state follows at once for one who joins.
        if (message.type === 'room.joined') return [];
        this.#admitted = true;
        return [{ ...this.#snapshot(rules), gameStatus: 'waiting' }];
      }
      case 'game.state':
        return this.#state(message.payload, rules, ts);
      case 'game.delta':
        return this.#delta(message.payload, rules, ts);
      case 'game.end':
        return this.#end(message.payload, rules);
      case 'heartbeat':
        // The page takes any frame for a sign of life.
        return [{ type: 'ping' }];
      case 'error':
        return this.#error(message.payload.code, message.payload.message, rules, ts);
    }
  }

  #state({ facts, ply, announcements, activeRules, moveHistory }: State, rules: RoomRules, ts: number): ServerFrame[] {
    if (!this.seat) return [];
    this.#facts = factsOf(facts);
    this.#ply = ply;
    this.#begun = this.#admitted = true;
    this.#heard = announcements ?? [];
    this.seat = { ...this.seat, overlays: activeRules };
    if (!this.blind) this.#sayMissed(ts);
    if (!this.blind && rules.named) this.seat = { ...this.seat, moves: rules.named.moves(moveHistory, this.seat.moves ?? []) };
    this.#check = this.#checkNow(rules);
    return [this.#snapshot(rules)];
  }

  /** Adds what the page of an open room has not seen happen: moves of the other side, and counted checks. */
  #sayMissed(at: number): void {
    const seat = this.seat as RoomSeat;
    const kept = seat.said.filter(({ ply }) => ply <= this.#ply + 1);
    for (const by of ['w', 'b'] as const) {
      const text: ModeratorText = by === 'w' ? 'black_in_check' : 'white_in_check';
      const known = kept.filter((one) => one.text === text).length;
      for (let count = known; count < checksGiven(this.#facts, by); count += 1) kept.push({ ply: this.#ply, text, audience: 'both', at });
    }
    this.seat = { ...seat, said: kept };
  }

  #delta(delta: Delta, rules: RoomRules, ts: number): ServerFrame[] {
    // A state already contains the deltas that follow it.
    if (!this.seat || delta.ply <= this.#ply) return [];
    const before = this.#facts;
    const mover = this.#turn();
    this.#facts = withFacts(before, delta);
    this.#ply = delta.ply;
    this.seat = { ...this.seat, taken: { ...this.seat.taken, ...takenBetween(before, this.#facts, rules) } };
    if (!this.blind) {
      const written = delta.moveNotation;
      const named = this.nameMove(boardOf(before, rules), boardOf(this.#facts, rules).pieces, written) ?? written;
      const noted = typeof named === 'string' ? { san: named } : named;
      if (noted) this.seat = { ...this.seat, moves: [...(this.seat.moves ?? []), { ply: delta.ply, by: mover, ...noted }] };
    }
    if (delta.gameOver) this.#ending = { ...delta.gameOver, finalFen: null };
    const fresh = this.blind ? (delta.announcements ?? []) : this.#sayOpen(before, delta, mover, rules, ts);
    if (this.blind) this.#heard = [...this.#heard, ...fresh];
    this.#check = this.#checkNow(rules);
    const isCounted = checksGiven(this.#facts, mover) > checksGiven(before, mover);
    if (!this.blind && (isCounted || (this.#check === true && !this.#ending))) fresh.push(this.#sayCheck(ts));
    const ack = mover === this.seat.you ? this.#answered() : undefined;
    return [this.#update(rules, fresh, ack)];
  }

  /** Looks for a check once it can be found: the page shows a position before it can ask about it. */
  checkAgain(rules: RoomRules, ts: number): ServerFrame[] {
    if (!this.#begun || this.blind || this.#ending || this.#check !== null) return [];
    this.#check = this.#checkNow(rules);
    const isTold = this.seat?.said.some(({ ply, text }) => ply === this.#ply && text.endsWith('_in_check'));
    return this.#check === null ? [] : [this.#update(rules, this.#check && !isTold ? [this.#sayCheck(ts)] : [], undefined)];
  }

  #sayCheck(at: number): Announcement {
    const said: Announcement = { ply: this.#ply, text: this.#turn() === 'w' ? 'white_in_check' : 'black_in_check', audience: 'both', at };
    this.#remember(said);
    return said;
  }

  #sayOpen(before: Facts, delta: Delta, mover: Color, rules: RoomRules, at: number): Announcement[] {
    if (mover === this.seat?.you) return [];
    const said = saidOfMove(before, delta, rules).map((one): Announcement => ({ ply: delta.ply, audience: 'both', at, ...one }));
    this.#remember(...said);
    return said;
  }

  #end({ winner, reason, finalFen }: GameEnd, rules: RoomRules): ServerFrame[] {
    if (!this.seat || this.#ending?.finalFen) return [];
    const isNews = this.#ending === null;
    this.#ending = { winner, reason, finalFen };
    // A delta that ended the game has shown everything.
    return isNews ? [this.#update(rules, [], this.#leaving)] : [];
  }

  #error(code: RoomErrorCode, text: string, rules: RoomRules, ts: number): ServerFrame[] {
    // A room that is over is gone; how it ended was heard on the socket before.
    if (code === 'ROOM_NOT_FOUND' && this.#ending && this.seat) return [this.#snapshot(rules)];
    // A player who returns tries again; the room closes the socket.
    if (code === 'RATE_LIMIT' && !this.#admitted && this.#token) return [];
    if (!this.#admitted) {
      [this.refusal, this.refusalMessage] = [code, text];
      return [{ type: 'error', code: 'game_not_found', message: text }];
    }
    // A room that is asked too often takes the same move after a while.
    const isPending = this.#pending !== null && code !== 'RATE_LIMIT';
    if (isPending && code === 'ILLEGAL_MOVE' && this.seat) {
      const refused: Announcement = { ply: this.#ply + 1, text: 'illegal_move', audience: this.seat.you, at: ts };
      this.#remember(refused);
      return [this.#update(rules, [refused], this.#answered())];
    }
    const ack = isPending ? this.#answered() : undefined;
    return [{ type: 'error', code: Object.hasOwn(ERRORS, code) ? ERRORS[code as keyof typeof ERRORS] : 'malformed', message: text, ...(ack !== undefined && { ack }) }];
  }

  #remember(...said: Announcement[]): void {
    if (this.seat) this.seat = { ...this.seat, said: [...this.seat.said, ...said] };
  }

  #answered(): string | undefined {
    const id = this.#pending?.id;
    this.#pending = null;
    return id;
  }

  // ---- the frames for the page

  #turn(): Color {
    return sideOf(this.#facts.get(0)?.Turn);
  }

  #checkNow(rules: RoomRules): boolean | null {
    const word: ModeratorText = this.#turn() === 'w' ? 'white_in_check' : 'black_in_check';
    if (this.blind) return this.#heard.some(({ ply, text }) => ply === this.#ply && text === word);
    return this.findCheck(boardOf(this.#facts, rules));
  }

  #view(rules: RoomRules): BoardView {
    if (!this.#begun) return { pieces: {}, toMove: 'w', inCheck: null };
    const board = boardOf(this.#facts, rules);
    const fen = this.#ending?.finalFen;
    return { ...board, ...(fen && (rules.named?.last(fen, board.hands) ?? { pieces: piecesOfFen(fen, rules) })), inCheck: this.#check };
  }

  #tally(rules: RoomRules, you: Color): Tally {
    if (!this.#begun) return { byYou: {}, byOpponent: {} };
    const fen = this.#ending?.finalFen;
    const taken = this.seat?.taken ?? {};
    if (rules.named) return rules.named.tally(this.#facts, you, taken, this.blind);
    return fen ? tallyOfPieces(piecesOfFen(fen, rules), rules, you) : tallyOf(this.#facts, rules, you, taken);
  }

  /** Everything said so far, in the order of the moves; a refused try precedes the move that followed. */
  #announcements(): Announcement[] {
    const said = this.seat?.said ?? [];
    const rank = ({ ply, text }: Announcement) => ply * 2 + (text === 'illegal_move' ? 0 : 1);
    return [...said, ...this.#heard].sort((a, b) => rank(a) - rank(b));
  }

  #common(rules: RoomRules) {
    const { you = 'w' } = this.seat ?? {};
    const ending = this.#ending;
    const reason = ending && (ending.reason === 'player_left' && this.#left ? 'resign' : REASONS[ending.reason]);
    this.#seq += 1;
    return {
      seq: this.#seq, view: this.#view(rules), ply: this.#ply, drawOffer: null,
      tally: this.#tally(rules, you),
      ...(reason && { endReason: reason }),
      ...(ending && ending.winner !== 'draw' && { winner: sideOf(ending.winner) }),
    };
  }

  #snapshot(rules: RoomRules): { type: 'joined' } & Joined {
    const { you, mode, overlays, moves = [] } = this.seat as RoomSeat;
    return {
      type: 'joined', ...this.#common(rules), you, mode, overlays: [...overlays], moves: [...moves], ruleset: this.ruleset, moderator: 'blind', highlightingEnabled: true,
      token: this.#token ?? '', announcements: this.#announcements(), gameStatus: this.#ending ? 'finished' : 'active', peer: { connected: true },
    };
  }

  #update(rules: RoomRules, newAnnouncements: Announcement[], ack: string | undefined): { type: 'update' } & Update {
    const latestMove = this.seat?.moves?.at(-1);
    return {
      type: 'update', ...this.#common(rules), gameStatus: this.#ending ? 'finished' : 'active', newAnnouncements, ...(latestMove && { latestMove }), ...(ack !== undefined && { ack }),
    };
  }

  // ---- from the page to the room

  #page(...frames: ServerFrame[]): Translated {
    return { messages: [], frames };
  }

  send(frame: ClientFrame, rules: RoomRules): Translated {
    switch (frame.type) {
      case 'hello':
        // The page knows no token before the first state; the room has told it already.
        this.#token = frame.token || this.#token;
        return { messages: [{ type: 'room.join', payload: { code: this.code } }], frames: [] };
      case 'commit':
      case 'drop':
      case 'pass':
        return this.#move(frame, rules);
      case 'resign':
        this.#leaving = frame.id;
        this.#left = true;
        return { messages: [{ type: 'room.leave', payload: {} }], frames: [] };
      case 'pong':
        return NOTHING;
      default: {
        const ack = 'id' in frame ? frame.id : undefined;
        return this.#page({ type: 'error', code: 'wrong_phase', message: 'rooms do not have this', ...(ack !== undefined && { ack }) });
      }
    }
  }

  #move(frame: MoveFrame, rules: RoomRules): Translated {
    const { id } = frame;
    // In a room no piece is touched. A move that was made is not made again, although its answer was lost with a socket.
    const isMade = this.#pending !== null && this.#pending.id === id && this.#pending.ply < this.#ply;
    const message = rules.named ? rules.named.message(frame) : frame.type === 'commit' ? messageOf(frame, rules) : null;
    if (message === null || isMade) {
      if (isMade) this.#pending = null;
      return this.#page(this.#update(rules, [], id));
    }
    if (!rules.named && frame.type === 'commit' && frame.promotion === undefined && this.#promotes(frame.from, frame.to ?? '', rules)) {
      return this.#page({ type: 'error', code: 'promotion_required', message: 'name what the piece becomes', ...(id !== undefined && { ack: id }) });
    }
    this.#pending = { id, ply: this.#ply };
    return { messages: [message], frames: [] };
  }

  /** Returns whether a pawn would reach its last rank. The room would take a queen without asking. */
  #promotes(from: string, to: string, rules: RoomRules): boolean {
    const piece = boardOf(this.#facts, rules).pieces[from];
    return piece?.type === 'p' && parseCell(to)?.rank === (piece.color === 'w' ? rules.shape.ranks - 1 : 0);
  }

  /** The token of the seat, for the envelope. */
  get token(): string | null {
    return this.#token;
  }
}

/** Returns the message of a move in a game of chess; null if the frame only touches a piece. */
function messageOf({ from, to, promotion }: Extract<MoveFrame, { type: 'commit' }>, { letters }: RoomRules): ClientMessage | null {
  const named = promotion && [...letters].find(([, letter]) => letter === promotion)?.[0];
  return to === undefined ? null : { type: 'game.move', payload: { from, to, ...(named && { promoteTo: named }) } };
}

// One game of a player on this page: its state, the commands on their way to the server, and the reactions to its frames.
import { openSocket } from '../lib/api';
import { isPlain, loadEngine, type Engine } from '../lib/engine';
import { PLAIN_RULESET } from '../lib/plain-ruleset';
import { shapeAround, type Shape } from '../lib/geometry';
import { cueOf, play as sound, type Cue } from '../lib/sound';
import { go } from '../lib/router.svelte';
import { setOf } from '../lib/sets';
import { settings } from '../lib/settings.svelte';
import { dealKey, load, noteVisit, seatKey, store, tokenKey } from '../lib/storage';
import type { SignedKey } from '../identity/key';
import type { Announcement, BoardView, DuelFought, ErrorCode, NotedMove, SquareName as Square } from '../wire';
import { errorText, isRefusal, tableTexts, type Context } from '../texts/table';
import type { Refusal } from '../texts/table/catalogue';
import { BoardInput } from './board-input.svelte';
import { Chat } from './chat.svelte';
import { ServerTime } from './clock';
import { Connection, type ClientFrame, type ConnectionState, type Socket } from './connection';
import { GameHouseRules } from './house-rules.svelte';
import { opponentMoves, type CapturedPiece, type MoveSquares, type WeakenedPiece } from './inference';
import { LocalHistory } from './local-history.svelte';
import type { OwnMove } from './log';
import { attemptOf, isMove, newId, pendingDecision, pendingMove, pendingRematch, withCommand, without, type Attempt, type Command, type Outbox } from './outbox';
import { hasFailedDefence, ownMovesOf, retreatOptionsOf } from './snapshot';
import type { Mind } from '../mind/mind.svelte';
import type { Moderation } from './moderation';
import type { RulesetPlay } from './ruleset-play.svelte';
import { reduce, type Effect, type PlayerState, type ServerFrame } from './state';
import { crossedOut } from './tries';

const SMALLEST_BOARD: Shape = { files: 8, ranks: 8 };
const SLOW_ANSWER_MS = 1_500;
/** Moderators whose announcements the page knows by themselves. */
const USUAL_MODERATORS: readonly string[] = ['blind', 'sight', 'table-fidelity'];
/** The longest time that a game waits for the words of another moderator. */
const WORDS_WAIT_MS = 5_000;

export class Game {
  play = $state.raw<PlayerState | null>(null);
  connection = $state.raw<ConnectionState>({ kind: 'connecting' });
  engine = $state.raw<Engine | null>(null);
  /** True while the engine is on its way, and with it the marks. */
  loadingEngine = false;
  /** Additions of other rules than those of plain chess; null until they are loaded, and in games that need none. */
  ruleset = $state.raw<RulesetPlay | null>(null);
  /** Additions of a moderator who answers attempts; null until they are loaded, and in games before another. */
  moderation = $state.raw<Moderation | null>(null);
  /** Beliefs of the player of the enemy's pieces; null until it is loaded, and in games that show them all. */
  mind = $state.raw<Mind | null>(null);
  /** Settled once the player's marks are there, in a game that has them. A part that waits for it comes after them, always. */
  mindLoaded: Promise<void> | undefined;
  outbox = $state.raw<Outbox>([]);
  /** A text of the page itself, shown in the moderator's place. */
  notice = $state<string | null>(null);
  /** The number of notices so far: it tells one from the next of the same words. */
  noticeCount = $state(0);
  /** Why the server does not admit this player. */
  refusal = $state<ErrorCode | null>(null);
  /** True while an answer takes long. */
  slow = $state(false);
  /** Why the latest announcements refuse a move, where the player may know; kept with them. */
  explained = $state.raw<{ latest: readonly Announcement[]; text: string } | null>(null);
  /** Why the last offer or answer about a rematch had no effect. */
  rematchError = $state<ErrorCode | null>(null);
  /** The last duel, until the player has seen its result. */
  outcome = $state.raw<DuelFought | null>(null);
  /** The retreat that waits for its confirmation, if the settings ask for one. */
  retreatTarget = $state<Square | null>(null);

  readonly active = $derived(this.play?.status === 'active');
  readonly phase = $derived(this.play?.bids?.phase ?? 'normal');
  readonly myTurn = $derived(this.active && this.phase === 'normal' && this.play?.view.toMove === this.play?.you);
  readonly touched = $derived(this.play?.touched ?? null);
  /** The move on its way. */
  readonly pending = $derived(pendingMove(this.outbox));
  /** The bid or retreat on its way. */
  readonly pendingDecision = $derived(pendingDecision(this.outbox));
  /** True while an offer of a rematch, or an answer to one, is on its way. */
  readonly rematching = $derived(pendingRematch(this.outbox));
  /** True while the player's repulsed piece has to retreat. */
  readonly retreating = $derived(this.phase === 'tactical_retreat' && (this.play?.bids?.retreat ?? null) !== null);
  /** The squares to which the piece may retreat, with their costs. */
  readonly retreatOptions = $derived(retreatOptionsOf(this.play?.bids));
  /** True while the game waits for this player: for a move, a bid or a retreat. */
  readonly awaited = $derived(
    this.myTurn || (this.phase === 'duel_allocation' && this.play?.bids?.duel?.yourBid === undefined) || this.retreating,
  );
  readonly shape = $derived<Shape>(
    this.engine?.shape ?? shapeAround(Object.keys(this.play?.view.pieces ?? {}), SMALLEST_BOARD),
  );
  readonly blind = $derived(this.play?.mode === 'blind' && this.play.status !== 'finished');
  /** The squares that the player sees; null where none is hidden by fog. */
  readonly seen = $derived<ReadonlySet<Square> | null>(this.play?.view.seen ? setOf(this.play.view.seen) : null);
  /** The own pieces and those of neither side, by which the engine tells what may be tried. */
  readonly known = $derived<BoardView['pieces']>(
    Object.fromEntries(Object.entries(this.play?.view.pieces ?? {}).filter(([, piece]) => piece.color === this.play?.you || piece.neutral)),
  );
  readonly own = $derived<BoardView['pieces']>(Object.fromEntries(Object.entries(this.known).filter(([, { neutral }]) => !neutral)));
  /** The player's own moves: from the server in a game with bids, otherwise from this page. */
  readonly ownMoves = $derived.by<readonly OwnMove[]>(() =>
    this.play?.bids ? ownMovesOf(this.play.bids.moves, this.play.you) : this.history.ownMoves,
  );
  /** The other side's moves by ply, where the board shows them. */
  readonly theirMoves = $derived.by<ReadonlyMap<number, MoveSquares>>(() =>
    opponentMoves(this.play, this.history.inferences, this.play?.record ?? null, this.play?.seenMoves.filter(({ by }) => by !== this.play?.you)),
  );
  /** The moves in notation by ply, where the board shows them. */
  readonly #sans = $derived.by<Readonly<Record<number, string>>>(() => {
    const { play } = this;
    const moves = play?.mode === 'vanilla' ? (play.record?.plies ?? play.moves) : [];
    return Object.fromEntries(moves.map(({ ply, san }) => [ply, san]));
  });
  /** Own pieces that lost points with the last move. */
  readonly weakened = $derived.by<readonly WeakenedPiece[]>(() =>
    this.history.inferences.filter((inference) => inference.kind === 'weaker' && inference.ply === this.play?.ply) as WeakenedPiece[],
  );
  /** Pieces captured with the last move. */
  readonly captured = $derived.by<readonly CapturedPiece[]>(() =>
    this.history.inferences.filter((inference) => inference.kind === 'captured' && inference.ply === this.play?.ply) as CapturedPiece[],
  );
  /** Squares and pieces that were refused in this turn. */
  readonly tried = $derived.by<readonly Square[]>(() =>
    this.myTurn ? crossedOut(this.history.tries, (this.play?.ply ?? 0) + 1, this.input.selected) : [],
  );
  /** The reason of the refusal that was announced last; null until it is known, and where there is none. */
  readonly reason = $derived(this.explained !== null && this.explained.latest === this.play?.latest ? this.explained.text : null);
  /** The moves of an open game in notation. */
  readonly notation = $derived.by<readonly NotedMove[]>(() => {
    const { play } = this;
    if (play?.mode !== 'vanilla') return [];
    return play.bids ? play.bids.moves.map(({ ply, by, notation = '…' }) => ({ ply, by, san: notation })) : play.moves;
  });
  /** True if the game was lost by a failed capture that should have ended a check. */
  readonly failedDefence = $derived(hasFailedDefence(this.play));

  /** True in a room, which has no draw offers, and does not tell whether the other player is connected. */
  readonly isRoom: boolean;
  readonly time = new ServerTime();
  readonly input = new BoardInput(this);
  readonly house = new GameHouseRules();
  readonly history: LocalHistory;
  readonly chat: Chat;
  readonly #connection: Connection;
  #lowTimeTold = false;
  /** True if the error that follows needs no notice: the chat shows its own, and the key of a seat is not the player's doing. */
  #isAnswered = false;
  #lastMove: Attempt | null = null;
  #slowTimer: ReturnType<typeof setTimeout> | undefined;
  #askedForEngine = false;
  #askedForMind = false;
  /** Frames that wait for the words of the moderator; null where none do. */
  #untold: ServerFrame[] | null = null;
  /** True while the state is that of a copy on this device. */
  #isCopy = false;

  /** A room has a socket of its own. */
  constructor(
    readonly id: string,
    room?: () => Socket,
    /** The key of a newcomer, shown with the wish to join. */
    readonly proof?: SignedKey,
  ) {
    this.isRoom = room !== undefined;
    this.history = new LocalHistory(id);
    this.chat = new Chat(id, (frame) => this.#connection.send(frame));
    this.#connection = new Connection(room ?? (() => openSocket(id)), {
      state: (state) => {
        this.connection = state;
        if (state.kind !== 'open') this.#watchSlowness();
      },
      hello: () => this.#hello(),
      frame: (frame) => this.#take(frame),
    });
  }

  start(): void {
    this.#connection.start();
  }

  stop(): void {
    clearTimeout(this.#slowTimer);
    this.#untold = null;
    this.#connection.stop();
  }

  /** Returns what the page knows of a ply besides its announcements. */
  contextOf(ply: number): Context {
    return { move: this.theirMoves.get(ply), san: this.#sans[ply], extinction: this.house.extinction, kinds: this.ruleset?.kinds ?? null, particulars: this.moderation?.particulars };
  }

  // ---- frames from the server

  /** Takes a frame; the first one once the words of the moderator are there: a line whose words change later would be heard twice. */
  #take(frame: ServerFrame): void {
    if (this.#untold) {
      this.#untold.push(frame);
      return;
    }
    const asks = frame.type === 'joined' && !this.moderation && !USUAL_MODERATORS.includes(frame.moderator);
    const words = asks ? this.#loadModeration(frame.moderator).catch(() => undefined) : null;
    // A game that is on the screen goes on without them.
    if (words === null || this.play) {
      this.receive(frame);
      return;
    }
    const held = [frame];
    this.#untold = held;
    const late = new Promise((resolve) => setTimeout(resolve, WORDS_WAIT_MS));
    void Promise.race([words, late]).then(() => {
      if (this.#untold !== held) return;
      this.#untold = null;
      for (const untold of held) this.receive(untold);
    });
  }

  /** Shows a copy of a finished game until the server answers. */
  showCopy(play: PlayerState): void {
    this.play = play;
    this.#isCopy = true;
    this.#askForRules(play);
  }

  receive(frame: ServerFrame): void {
    // In which the first state differs from a copy is no event: a rematch that was agreed on, a player who is away.
    const before = this.#isCopy && frame.type === 'joined' ? null : this.play;
    if (frame.type === 'joined') this.#isCopy = false;
    if (frame.type === 'joined' || frame.type === 'update' || frame.type === 'peer-status') this.time.observe(frame.now);
    if (frame.type === 'gameState.update') {
      this.time.observe(frame.timestamp);
      this.chat.applyState(frame);
      // After a reload the opened bids of a pending retreat are shown again.
      if (!before?.bids && frame.fought) this.outcome = frame.fought;
    }
    const { play, effects } = reduce(before, frame);
    this.play = play;
    if (play && (play.ply !== before?.ply || play.status !== before.status)) this.input.clearAfterPly();
    for (const effect of effects) this.#apply(effect);
    // After the announcements: one of them may refuse the touch that this frame acknowledges.
    this.input.playDrop();
    this.input.playPremove();
    if (frame.type === 'joined') {
      this.#resend();
      this.chat.joined(play?.you ?? null, frame.chat ?? false);
    }
    // What the first states tell is no change: the other player may never have been there.
    if (before && before.status !== 'waiting' && play && this.chat.allowed && before.peer.connected !== play.peer.connected) {
      this.chat.receive({ type: 'presence', color: play.you === 'w' ? 'b' : 'w', connected: play.peer.connected });
    }
    if (before?.bids?.phase !== play?.bids?.phase) this.retreatTarget = null;
    if (play) this.#askForRules(play);
    this.mind?.observe();
    if (play && play.mode !== 'vanilla' && play.aids !== 'none' && play.status !== 'waiting' && !this.#askedForMind) this.mindLoaded = this.#loadMind();
    if (frame.type === 'joined' && play) void this.house.load(play.overlays);
  }

  #apply(effect: Effect): void {
    switch (effect.kind) {
      case 'token':
        store(tokenKey(this.id), effect.token);
        noteVisit(this.id);
        if (effect.watchId !== undefined) store(seatKey(effect.watchId), this.id);
        // The first one counts: a promise that changes later is none.
        if (effect.commitment !== undefined && load(dealKey(this.id)) === null) store(dealKey(this.id), effect.commitment);
        return;
      case 'announced': {
        const { text } = effect.announcement;
        this.notice = null;
        const cue = cueOf(text);
        if (cue) sound(cue);
        if (isRefusal(text)) this.#refused(text, effect.announcement.ply);
        return;
      }
      case 'started':
        this.tell(tableTexts.notice.begun, 'begin');
        return;
      case 'moved':
        this.notice = null;
        if (!this.play?.bids) this.#storeOwnMove(effect.ply);
        this.#lastMove = null;
        sound('move');
        return;
      case 'inferred':
        this.history.addInferences(effect.inferences);
        return;
      case 'touched':
        this.input.armed = null;
        sound('touch');
        return;
      case 'draw_offered':
        this.tell(tableTexts.notice.drawOffered, 'offer');
        return;
      case 'draw_asked':
        this.tell(tableTexts.notice.drawAsked);
        return;
      case 'draw_declined':
        this.tell(tableTexts.notice.drawDeclined);
        return;
      case 'ended':
        this.notice = null;
        this.input.clear();
        if (!this.play?.latest.some(({ text }) => cueOf(text) === 'end')) sound('end');
        return;
      case 'rematch_offered':
        sound('offer');
        return;
      case 'rematch_seat': {
        noteVisit(effect.gameId);
        store(tokenKey(effect.gameId), effect.token);
        return;
      }
      case 'rematch_begins':
        go(`/g/${effect.gameId}`);
        return;
      case 'duel':
        this.outcome = null;
        sound('offer');
        return;
      case 'duel_ended':
        this.outcome = effect.outcome;
        sound(effect.outcome.result === 'success' ? 'capture' : 'refusal');
        return;
      case 'chat':
        this.chat.receive(effect.event);
        return;
      case 'acknowledged':
        this.#acknowledge(effect.id, effect.code);
        return;
      case 'refused':
        if (!this.#isAnswered) this.#showError(effect.code);
        this.#isAnswered = false;
        return;
      case 'ping':
        this.#connection.send({ type: 'pong' });
        return;
      case 'gap':
        this.#connection.resync();
        return;
    }
  }

  #acknowledge(id: string, code: ErrorCode | null): void {
    const isChat = this.chat.acknowledge(id, code);
    if (this.chat.nameRejected && code === 'name_refused') this.tell(errorText(code));
    this.#isAnswered = isChat && code !== null;
    if (isChat) return;
    const command = this.outbox.find((outgoing) => outgoing.id === id)?.command;
    // The first move was faster than the key: the player has done nothing wrong.
    if (command?.type === 'identify') this.#isAnswered = code !== null;
    this.outbox = without(this.outbox, id);
    this.#watchSlowness();
    if (command?.type === 'offer-rematch' || command?.type === 'respond-rematch') this.rematchError = code;
    if (!isMove(command)) return;
    // A move that the server did not take has no answer: a refusal that comes later is one of the other side.
    this.#lastMove = code === null ? attemptOf(command) : null;
    if (command.type !== 'pass') this.input.answer(command, code);
  }

  #showError(code: ErrorCode): void {
    if (code === 'game_not_found' || code === 'spectators_disabled') {
      // A finished game that the server has forgotten can be read on.
      if (this.play?.status !== 'finished') this.refusal = code;
      this.#connection.refuse();
    } else {
      this.tell(errorText(code), code === 'promotion_required' ? undefined : 'refusal');
    }
  }

  #hello(): ClientFrame {
    const token = load(tokenKey(this.id));
    return token === null
      ? { type: 'hello', gameId: this.id, joinAs: 'auto', ...this.proof }
      : { type: 'hello', gameId: this.id, token };
  }

  async #loadModeration(id: string): Promise<void> {
    const [{ Moderation }, { moderatorOf }] = await Promise.all([import('./moderation'), import('../lib/moderators')]);
    const summary = await moderatorOf(id);
    if (summary?.attempts) this.moderation = new Moderation(this, summary);
  }

  async #loadMind(): Promise<void> {
    this.#askedForMind = true;
    const { Mind } = await import('../mind/mind.svelte');
    this.mind = new Mind(this);
  }

  /** Loads the rules of a game that goes on, and of a finished one of other rules: it has zones on its board, and maybe points. */
  #askForRules(play: PlayerState): void {
    const needsRules = play.status === 'active' || (play.status === 'finished' && play.ruleset !== PLAIN_RULESET);
    if (needsRules && !this.#askedForEngine) this.#loadEngine(play);
  }

  #loadEngine({ ruleset, overlays }: PlayerState): void {
    this.#askedForEngine = this.loadingEngine = true;
    // After the first paint: the board does not wait for the engine.
    setTimeout(() => {
      loadEngine(ruleset, overlays)
        .then(
          async (engine) => {
            this.engine = engine;
            if (!engine || (isPlain(engine.manifest) && !this.play?.view.hands && this.play?.mode !== 'sight')) return;
            const { RulesetPlay } = await import('./ruleset-play.svelte');
            this.ruleset = new RulesetPlay(this, engine);
          },
          () => {
            this.#askedForEngine = false;
          },
        )
        .catch(() => undefined)
        .finally(() => {
          this.loadingEngine = false;
          this.input.marksReady();
        });
    }, 50);
  }

  /** Shows a refusal at its square, and stores what was tried. A refusal of the other side, where it is announced, answers no move of this page. */
  #refused(text: Refusal, ply: number): void {
    // Only the side to move is refused. The server answers a move again that was sent again, also once it was taken.
    const attempt = this.myTurn ? this.#lastMove : null;
    this.#lastMove = null;
    this.input.refuseAt(attempt === null || attempt.to === '*' ? null : attempt.to);
    if (!attempt) return;
    const { from, drop } = attempt;
    const to = attempt.to === from ? null : attempt.to;
    if (to !== null && to !== '*') void this.#explain(attempt);
    this.history.addTry({ ply, from, to, text, ...(drop !== undefined && { drop }) });
  }

  /** Lets the engine tell why a move is refused, in an open game alone. */
  async #explain(attempt: Attempt): Promise<void> {
    const { play } = this;
    if (play?.mode !== 'vanilla') return;
    const loaded = await import('./refusal-reason').catch(() => null);
    if (play.latest === this.play?.latest && this.myTurn) loaded?.explain(this, attempt);
  }

  #storeOwnMove(ply: number): void {
    const move = this.#lastMove;
    if (!move) return;
    // After a hit the piece is where it was: its target has points left.
    const hit = this.own[move.from]?.points !== undefined && this.own[move.to] === undefined;
    this.history.addOwnMove({ ply, ...move, ...(hit && { hit }) });
  }

  // ---- commands to the server

  send(command: Command): void {
    const id = newId();
    if (isMove(command)) this.#lastMove = attemptOf(command);
    this.outbox = withCommand(this.outbox, id, command);
    const sent = this.#connection.send({ ...command, id });
    if (!sent) this.tell(tableTexts.notice.notSent);
    this.#watchSlowness();
  }

  #resend(): void {
    for (const { command } of this.outbox) this.#connection.send(command);
    this.#watchSlowness();
  }

  #watchSlowness(): void {
    clearTimeout(this.#slowTimer);
    if (this.outbox.length === 0) {
      this.slow = false;
    } else if (this.connection.kind !== 'open') {
      this.slow = true;
    } else {
      this.#slowTimer = setTimeout(() => {
        this.slow = true;
      }, SLOW_ANSWER_MS);
    }
  }

  /** Sends the bid, once and for good. */
  bid(amount: number): void {
    if (this.phase === 'duel_allocation' && this.play?.bids?.duel?.yourBid === undefined && !this.pendingDecision) {
      this.send({ type: 'duel.allocate', gameId: this.id, amount });
    }
  }

  /** Sends the retreat, for good; with confirmation the square is chosen twice. A lost piece is removed from where it stands. */
  retreatTo(cell: Square): void {
    const isLost = this.retreating && this.retreatOptions.size === 0 && this.play?.bids?.retreat?.piece.position === cell;
    if (this.pendingDecision || !(isLost || this.retreatOptions.has(cell))) return;
    if (settings.confirm && !isLost && this.retreatTarget !== cell) {
      this.retreatTarget = cell;
      return;
    }
    this.retreatTarget = null;
    this.send({ type: 'retreat.select', gameId: this.id, position: cell });
  }

  resign(): void {
    this.send({ type: 'resign' });
  }

  offerDraw(): void {
    this.send({ type: 'offer-draw' });
  }

  answerDraw(accept: boolean): void {
    this.notice = null;
    this.send({ type: 'respond-draw', accept });
  }

  retry(): void {
    this.#connection.resync();
  }

  takeOver(): void {
    this.#connection.takeOver();
  }

  offerRematch(): void {
    this.send({ type: 'offer-rematch' });
  }

  answerRematch(accept: boolean): void {
    this.send({ type: 'respond-rematch', accept });
  }

  // ---- notices

  tell(text: string, cue?: Cue): void {
    this.notice = text;
    this.noticeCount += 1;
    if (cue) sound(cue);
  }

  /** Warns once that little time is left. */
  warnOfTime(): void {
    if (this.#lowTimeTold) return;
    this.#lowTimeTold = true;
    this.tell(tableTexts.notice.lowTime, 'low');
  }
}

// One game on this page: what is known, what is half done with the finger, and what is on its way to the server.
import { createGame, houseRules, sideWord, socketUrl } from '../lib/api';
import { loadEngine, type Engine } from '../lib/engine';
import { shapeAround, type Shape } from '../lib/geometry';
import type { Reach } from '../lib/legal';
import { cueOf, play as sound, type Cue } from '../lib/sound';
import { settings } from '../lib/settings.svelte';
import { byName, extinctionOf, groundOf } from '../lib/house';
import { keep, movesKey, recall, recallList, sightsKey, tokenKey } from '../lib/storage';
import { readTyped, type Typed } from '../lib/typed';
import type {
  BoardView, DuelFought, ErrorCode, HouseRule, PieceType, SquareName as Square,
} from '../wire';
import { errorText, isRefusal, words } from '../words';
import { ServerTime } from './clock';
import { attemptOf, newId, pendingDuty, pendingMove, withCommand, without, type Attempt, type Command, type Outbox } from './outbox';
import { passages, type Passage, type Sight, type Weaker } from './sights';
import { Link, type LinkState, type Said } from './socket';
import { reduce, type Fact, type Heard, type Play } from './state';
import { Lounge } from './lounge.svelte';
import { hasFailedDefence, offersOf, ownMovesOf } from './told';

/** A move of one's own: the server tells only the other side of it, so the log keeps it here. */
export interface OwnMove {
  ply: number;
  from: Square;
  to: Square;
  promotion?: string;
  /** It was no more than a hit: both pieces stayed. */
  hit?: true;
  /** A capture that failed. */
  repulsed?: true;
}

const LEAST: Shape = { files: 8, ranks: 8 };
const ANY_PROMOTION: PieceType[] = ['q', 'r', 'b', 'n'];
const SLOW_ANSWER_MS = 1_500;

export class Game {
  play = $state.raw<Play | null>(null);
  link = $state.raw<LinkState>({ kind: 'connecting' });
  engine = $state.raw<Engine | null>(null);
  outbox = $state.raw<Outbox>([]);
  /** The piece taken up, which may still be put back. */
  armed = $state<Square | null>(null);
  /** A move that waits for the choice of a piece. */
  choosing = $state.raw<{ from: Square; to: Square; choices: PieceType[] } | null>(null);
  /** A move that waits for its confirmation, when that is asked for. */
  confirming = $state.raw<Attempt | null>(null);
  /** What the page itself has to say, in the moderator's place. */
  notice = $state<string | null>(null);
  /** The square at which something was refused just now. */
  refused = $state.raw<{ cell: Square; count: number } | null>(null);
  /** Why the server will not have us at all. */
  refusal = $state<ErrorCode | null>(null);
  ownMoves = $state.raw<OwnMove[]>([]);
  /** What was seen between two views: like the own moves, nobody tells it again. */
  sights = $state.raw<readonly Sight[]>([]);
  /** The answer is taking long: say so. */
  slow = $state(false);
  /** What people call the house rules of this game. */
  house = $state.raw<readonly string[]>([]);
  /** What they are, as far as the server tells. */
  houseRules = $state.raw<readonly HouseRule[]>([]);
  rematching = $state<'idle' | 'asking' | 'failed'>('idle');
  /** The duel that ended last, until it has been looked at. */
  outcome = $state.raw<DuelFought | null>(null);
  /** The square to fall back to that waits for its confirmation, when that is asked for. */
  fallingBack = $state<Square | null>(null);

  readonly active = $derived(this.play?.status === 'active');
  /** What is waited for: a move, bids, or where to fall back to. */
  readonly phase = $derived(this.play?.bids?.phase ?? 'normal');
  readonly myTurn = $derived(this.active && this.phase === 'normal' && this.play?.view.toMove === this.play?.you);
  /** A bid or a choice that is on its way. */
  readonly duty = $derived(pendingDuty(this.outbox));
  /** Whether this player's piece was repulsed and has yet to fall back, if it can. */
  readonly retreating = $derived(this.phase === 'tactical_retreat' && (this.play?.bids?.retreat ?? null) !== null);
  /** What a repulsed piece is offered: each square with its cost. */
  readonly offers = $derived(offersOf(this.play?.bids));
  /** Whether something is waited for that this player does: a move, a bid, or a choice of where to fall back to. */
  readonly asked = $derived(
    this.myTurn || (this.phase === 'duel_allocation' && this.play?.bids?.duel?.yourBid === undefined) || this.retreating,
  );
  /** One's own moves: as the server tells them, or as they were kept here. */
  readonly movesMade = $derived<readonly OwnMove[]>(
    this.play?.bids ? ownMovesOf(this.play.bids.moves, this.play.you) : this.ownMoves,
  );
  readonly touched = $derived(this.play?.touched ?? null);
  readonly pending = $derived(pendingMove(this.outbox));
  readonly selected = $derived(this.touched ?? this.armed);
  readonly shape = $derived<Shape>(
    this.engine?.shape ?? shapeAround(Object.keys(this.play?.view.pieces ?? {}), LEAST),
  );
  readonly blind = $derived(this.play?.mode === 'blind' && this.play.status !== 'finished');
  readonly own = $derived<BoardView['pieces']>(
    Object.fromEntries(Object.entries(this.play?.view.pieces ?? {}).filter(([, piece]) => piece.color === this.play?.you)),
  );
  readonly reach = $derived.by<readonly Reach[]>(() => {
    const { play, engine, selected } = this;
    if (!play?.highlighting || !engine || selected === null || !this.active || this.own[selected] === undefined) return [];
    return this.#reachOf(engine, play, selected);
  });

  /** Where the other side moved, as far as the board shows it. */
  readonly theirMoves = $derived<ReadonlyMap<number, Passage>>(passages(this.play, this.sights, this.play?.record ?? null));
  /** The own pieces that the last move took points from. */
  readonly weaker = $derived<readonly Weaker[]>(
    this.sights.filter((sight) => sight.kind === 'weaker' && sight.ply === this.play?.ply) as Weaker[],
  );
  /** Whether the game was lost by a capture that was to end a check and failed. */
  readonly failedDefence = $derived(hasFailedDefence(this.play));
  /** What the house rules lay on the squares of the board. */
  readonly ground = $derived(groundOf(this.houseRules));
  /** Whose loss ends the game, for saying it. */
  readonly extinction = $derived(extinctionOf(this.houseRules));

  /** By which a clock is counted down. */
  readonly time = new ServerTime();
  readonly lounge: Lounge;
  readonly #link: Link;
  #warned = false;
  #refusals = 0;
  /** The last answer was to something said in the talk, which tells of it itself. */
  #beside = false;
  /** Set between a drag's drop and the answer to its start. */
  #afterTouch: Attempt | null = null;
  #lastMove: Attempt | null = null;
  #slowTimer: ReturnType<typeof setTimeout> | undefined;
  #loading = false;

  constructor(readonly id: string) {
    this.ownMoves = recallList<OwnMove>(movesKey(id));
    this.sights = recallList<Sight>(sightsKey(id));
    this.lounge = new Lounge(id, (said) => this.#link.send(said));
    this.#link = new Link(socketUrl(id), {
      state: (state) => this.#linked(state),
      hello: () => this.#hello(),
      frame: (frame) => this.receive(frame),
    });
  }

  start(): void {
    this.#link.start();
  }

  stop(): void {
    clearTimeout(this.#slowTimer);
    this.#link.stop();
  }

  // ---- what comes from the server

  receive(frame: Heard): void {
    const before = this.play;
    if (frame.type === 'joined' || frame.type === 'update') this.time.hear(frame.now);
    if (frame.type === 'gameState.update') {
      this.time.hear(frame.timestamp);
      this.lounge.state(frame);
      // Who comes back finds the bids open that nothing has come of yet.
      if (!before?.bids && frame.fought) this.outcome = frame.fought;
    }
    const { play, facts } = reduce(before, frame);
    this.play = play;
    if (play && (play.ply !== before?.ply || play.status !== before.status)) this.#tidy();
    for (const fact of facts) this.#learn(fact);
    if (frame.type === 'joined') {
      this.#resend();
      this.lounge.joined(play?.you ?? null, frame.chat ?? false);
    }
    if (before?.bids?.phase !== play?.bids?.phase) this.fallingBack = null;
    if (play?.status === 'active' && !this.#loading) this.#loadEngine(play);
    if (frame.type === 'joined' && play && play.overlays.length > this.house.length) void this.#nameHouse(play.overlays);
  }

  #learn(fact: Fact): void {
    switch (fact.kind) {
      case 'token':
        keep(tokenKey(this.id), fact.token);
        return;
      case 'heard': {
        this.notice = null;
        const cue = cueOf(fact.announcement.text);
        if (cue) sound(cue);
        if (isRefusal(fact.announcement.text)) this.#refuseAt(this.#lastMove?.to ?? this.#lastMove?.from ?? null);
        return;
      }
      case 'begun':
        this.notice = words.notice.begun;
        sound('begin');
        return;
      case 'moved':
        this.notice = null;
        if (!this.play?.bids) this.#keepMove(fact.ply);
        sound('move');
        return;
      case 'seen':
        this.sights = [...this.sights.filter(({ ply }) => fact.sights.every((sight) => sight.ply !== ply)), ...fact.sights];
        keep(sightsKey(this.id), JSON.stringify(this.sights));
        return;
      case 'touched':
        this.armed = null;
        sound('touch');
        return;
      case 'draw_offered':
        this.#tell(words.notice.drawOffered, 'offer');
        return;
      case 'draw_declined':
        this.#tell(words.notice.drawDeclined);
        return;
      case 'ended':
        this.notice = null;
        this.armed = null;
        this.choosing = this.confirming = null;
        if (!this.play?.latest.some(({ text }) => cueOf(text) === 'end')) sound('end');
        return;
      case 'rematch':
        this.#tell(words.actions.rematchAsked, 'offer');
        return;
      case 'duel':
        this.outcome = null;
        sound('offer');
        return;
      case 'duel_over':
        this.outcome = fact.outcome;
        sound(fact.outcome.result === 'success' ? 'capture' : 'refusal');
        return;
      case 'retreat':
        return;
      case 'watched':
        return;
      case 'talk':
        this.lounge.hear(fact.event);
        return;
      case 'acknowledged':
        this.#acknowledged(fact.id, fact.code);
        return;
      case 'refused':
        if (!this.#beside) this.#errored(fact.code);
        this.#beside = false;
        return;
      case 'ping':
        this.#link.send({ type: 'pong' });
        return;
      case 'gap':
        this.#link.resync();
        return;
    }
  }

  #acknowledged(id: string, code: ErrorCode | null): void {
    this.#beside = this.lounge.answered(id, code);
    if (this.lounge.nameRefused && code === 'name_refused') this.#tell(errorText(code));
    if (this.#beside) return;
    const command = this.outbox.find((outgoing) => outgoing.id === id)?.command;
    this.outbox = without(this.outbox, id);
    this.#watchSlowness();
    if (command?.type !== 'commit') return;
    const attempt = attemptOf(command);
    this.#lastMove = attempt;
    if (code === 'promotion_required' && command.to !== undefined) {
      this.choosing = { from: command.from, to: command.to, choices: this.#choices(command.from, command.to, ANY_PROMOTION) };
    } else if (code !== null) {
      this.#refuseAt(attempt.to);
    }
    const after = this.#afterTouch;
    if (after && command.to === undefined) {
      this.#afterTouch = null;
      if (this.touched === after.from) this.#attempt(after.from, after.to);
    }
  }

  #errored(code: ErrorCode): void {
    if (code === 'game_not_found' || code === 'spectators_disabled') {
      this.refusal = code;
      this.#link.refuse();
    } else {
      this.#tell(errorText(code), code === 'promotion_required' ? undefined : 'refusal');
    }
  }

  /** After a move nothing half done stays, except what was armed while waiting and still stands. */
  #tidy(): void {
    if (this.armed !== null && this.own[this.armed] === undefined) this.armed = null;
    this.choosing = this.confirming = null;
    this.refused = null;
  }

  #linked(state: LinkState): void {
    this.link = state;
    if (state.kind !== 'open') this.#watchSlowness();
  }

  #hello(): Said {
    const token = recall(tokenKey(this.id));
    return token === null
      ? { type: 'hello', gameId: this.id, joinAs: 'auto' }
      : { type: 'hello', gameId: this.id, token };
  }

  async #nameHouse(overlays: readonly string[]): Promise<void> {
    this.house = overlays;
    const known = await houseRules();
    this.house = overlays.map((id) => known.find((rule) => rule.id === id)?.name ?? id);
    this.houseRules = byName(known.filter(({ id }) => overlays.includes(id)));
  }

  #loadEngine({ ruleset, overlays }: Play): void {
    this.#loading = true;
    // After the first paint: the board must not wait for the rules.
    setTimeout(() => {
      loadEngine(ruleset, overlays).then(
        (engine) => {
          this.engine = engine;
        },
        () => {
          this.#loading = false;
        },
      );
    }, 50);
  }

  // ---- what goes to the server

  #say(command: Command): void {
    const id = newId();
    if (command.type === 'commit') this.#lastMove = attemptOf(command);
    this.outbox = withCommand(this.outbox, id, command);
    const sent = this.#link.send({ ...command, id });
    if (!sent) this.notice = words.notice.notSent;
    this.#watchSlowness();
  }

  #resend(): void {
    for (const { command } of this.outbox) this.#link.send(command);
    this.#watchSlowness();
  }

  #watchSlowness(): void {
    clearTimeout(this.#slowTimer);
    if (this.outbox.length === 0) {
      this.slow = false;
    } else if (this.link.kind !== 'open') {
      this.slow = true;
    } else {
      this.#slowTimer = setTimeout(() => {
        this.slow = true;
      }, SLOW_ANSWER_MS);
    }
  }

  // ---- the finger

  isOwn(cell: Square): boolean {
    return this.own[cell] !== undefined;
  }

  /** A tap, or Enter: arms, disarms, or plays to the square. */
  tap(cell: Square): void {
    if (!this.active || this.pending) return;
    this.refused = null;
    if (this.phase !== 'normal') {
      this.fallBack(cell);
      return;
    }
    if (this.choosing || this.confirming) {
      this.cancel();
      return;
    }
    const { touched, armed } = this;
    if (touched !== null) {
      if (cell === touched) this.#tell(words.notice.bound);
      else if (this.isOwn(cell)) this.#refuse(words.errors.must_move_touched_piece, cell);
      else this.#attempt(touched, cell);
    } else if (armed !== null && !this.isOwn(cell)) {
      if (this.#isDestination(armed, cell)) this.#attempt(armed, cell);
      else this.cancel();
    } else {
      this.armed = this.isOwn(cell) && cell !== armed ? cell : null;
      this.notice = null;
    }
  }

  /** A finger has begun to drag: that touches the piece, for good. Answers whether there is something to drag. */
  lift(cell: Square): boolean {
    if (!this.active || this.pending || this.choosing || this.confirming || !this.isOwn(cell)) return false;
    this.refused = null;
    if (!this.myTurn) {
      this.#refuse(words.errors.not_your_turn, cell);
      return false;
    }
    if (this.touched !== null) {
      if (cell === this.touched) return true;
      this.#refuse(words.errors.must_move_touched_piece, cell);
      return false;
    }
    this.armed = cell;
    this.notice = null;
    // With confirmation on nothing is touched before it is given.
    if (!settings.confirm) this.#say({ type: 'commit', from: cell });
    return true;
  }

  drop(from: Square, cell: Square | null): void {
    if (cell === null || cell === from || this.isOwn(cell)) return;
    if (this.pending) this.#afterTouch = { from, to: cell };
    else if (this.selected === from) this.#attempt(from, cell);
  }

  /** Puts back what can still be put back. */
  cancel(): void {
    this.choosing = this.confirming = null;
    this.armed = null;
    this.notice = null;
  }

  choose(promotion: PieceType): void {
    const choosing = this.choosing;
    this.choosing = null;
    if (choosing) this.#request({ from: choosing.from, to: choosing.to, promotion });
  }

  confirm(): void {
    const attempt = this.confirming;
    this.confirming = null;
    if (attempt) this.#commit(attempt);
  }

  /** A move typed in words; answers what it was read as, so that a fault can be shown where it was typed. */
  typed(text: string): Typed {
    const { play, engine } = this;
    if (!play) return { kind: 'unreadable' };
    const tries = engine ? (from: Square) => this.#reachOf(engine, play, from).map(({ to }) => to) : null;
    const read = readTyped(text, { you: play.you, pieces: this.own, shape: this.shape, tries });
    if (read.kind === 'move' && !this.pending) {
      this.refused = null;
      if (read.promotion) this.#request(read as Attempt);
      else this.#attempt(read.from, read.to);
    }
    return read;
  }

  #reachOf(engine: Engine, play: Play, from: Square): readonly Reach[] {
    if (play.mode === 'blind') return engine.tries(play.you, this.own, from).map((to) => ({ to, capture: false }));
    // What mechanics allow only the server knows: shown is where the piece might go.
    if (engine.mechanics) {
      const isEnemy = (to: Square) => play.view.pieces[to] !== undefined && play.view.pieces[to].color !== play.you;
      return engine.tries(play.you, this.own, from).map((to) => ({ to, capture: isEnemy(to) }));
    }
    return engine.legal(play.view.pieces, play.you, from);
  }

  /**
   * With marks on, a tap off the marks puts the piece back: it is more likely a slip than a try. A step of two files
   * along the rank by the royal piece stays a try, because castling is never marked.
   */
  #isDestination(from: Square, to: Square): boolean {
    if (this.reach.length === 0 || this.reach.some((reach) => reach.to === to)) return true;
    const piece = this.own[from];
    const files = Math.abs(from.charCodeAt(0) - to.charCodeAt(0));
    return piece !== undefined && piece.qpi.includes('^') && files === 2 && from.slice(1) === to.slice(1);
  }

  #choices(from: Square, to: Square, otherwise: PieceType[]): PieceType[] {
    const { play, engine } = this;
    if (!play || !engine) return otherwise;
    const choices = engine.choices(play.you, this.own, from, to);
    return choices.length > 0 ? choices : otherwise;
  }

  #attempt(from: Square, to: Square): void {
    if (!this.myTurn) {
      this.#refuse(words.errors.not_your_turn, to);
      return;
    }
    const choices = this.#choices(from, to, []);
    if (choices.length > 0) this.choosing = { from, to, choices };
    else this.#request({ from, to });
  }

  #request(attempt: Attempt): void {
    if (!this.myTurn) this.#refuse(words.errors.not_your_turn, attempt.to);
    else if (settings.confirm) this.confirming = attempt;
    else this.#commit(attempt);
  }

  #commit(attempt: Attempt): void {
    this.armed = null;
    this.notice = null;
    this.#say({ type: 'commit', ...attempt });
  }

  #refuse(text: string, cell: Square): void {
    this.#tell(text, 'refusal');
    this.#refuseAt(cell);
  }

  #refuseAt(cell: Square | null): void {
    this.#refusals += 1;
    this.refused = cell === null ? null : { cell, count: this.#refusals };
  }

  #tell(text: string, cue?: Cue): void {
    this.notice = text;
    if (cue) sound(cue);
  }

  /** Little time is left: that is said once. */
  warnOfTime(): void {
    if (this.#warned) return;
    this.#warned = true;
    this.#tell(words.notice.lowTime, 'low');
  }

  // ---- bids

  /** Once, and for good. */
  bid(amount: number): void {
    if (this.phase === 'duel_allocation' && this.play?.bids?.duel?.yourBid === undefined && !this.duty) {
      this.#say({ type: 'duel.allocate', gameId: this.id, amount });
    }
  }

  /** Where the repulsed piece goes, for good; with confirmation on the same square is chosen twice. A piece that is lost goes from where it stands. */
  fallBack(cell: Square): void {
    const isLost = this.retreating && this.offers.size === 0;
    if (this.duty || !(isLost || this.offers.has(cell))) return;
    if (settings.confirm && !isLost && this.fallingBack !== cell) {
      this.fallingBack = cell;
      return;
    }
    this.fallingBack = null;
    this.#say({ type: 'retreat.select', gameId: this.id, position: cell });
  }

  // ---- the rest of a game

  resign(): void {
    this.#say({ type: 'resign' });
  }

  offerDraw(): void {
    this.#say({ type: 'offer-draw' });
  }

  answerDraw(accept: boolean): void {
    this.notice = null;
    this.#say({ type: 'respond-draw', accept });
  }

  retry(): void {
    this.#link.resync();
  }

  takeOver(): void {
    this.#link.takeOver();
  }

  /** Makes a new game with sides changed, tells the other player, and answers with its id. */
  async rematch(): Promise<string | null> {
    const play = this.play;
    if (!play || this.rematching === 'asking') return null;
    this.rematching = 'asking';
    try {
      const side = sideWord(play.you === 'w' ? 'b' : 'w');
      const gameId = await createGame({
        mode: play.mode,
        side,
        highlightingEnabled: play.highlighting,
        overlays: [...play.overlays],
        ...(play.bids && { gambit: play.bids.gambit }),
        ...(play.clock && { clock: play.clock.control }),
      });
      this.#say({ type: 'rematch', gameId });
      return gameId;
    } catch {
      this.rematching = 'failed';
      return null;
    }
  }

  /** When everything said has been answered, or after a while in which it was not. */
  async settled(): Promise<void> {
    for (let waited = 0; this.outbox.length > 0 && waited < 2_000; waited += 50) {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  #keepMove(ply: number): void {
    const move = this.#lastMove;
    if (!move || this.ownMoves.some((kept) => kept.ply === ply)) return;
    // The piece is where it was: what it was to capture has points left.
    const hit = this.own[move.from]?.points !== undefined && this.own[move.to] === undefined;
    this.ownMoves = [...this.ownMoves, { ply, ...move, ...(hit && { hit }) }];
    keep(movesKey(this.id), JSON.stringify(this.ownMoves));
  }
}

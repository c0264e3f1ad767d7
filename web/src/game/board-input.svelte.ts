// Input at the board: from taps, drags, keys and typed text to a move, with the choices and confirmations on the way.
import type { Reach } from '../lib/legal';
import { offeredFrom } from '../lib/offered';
import { retakes } from '../lib/retakes';
import { settings } from '../lib/settings.svelte';
import { parseTypedMove, type ParsedMove } from '../lib/typed-move';
import type { ErrorCode, PieceType, SquareName as Square } from '../wire';
import { tableTexts } from '../texts/table';
import type { Game } from './game.svelte';
import { attemptOf, commandOf, type Attempt, type Command } from './outbox';
import { Premove } from './premove.svelte';

/** How a typed move was taken; `busy` while another move is on its way, `told` with a reply of its own. */
export type TypedMove = ParsedMove | { kind: 'busy' } | { kind: 'told'; text: string };

const ANY_PROMOTION: PieceType[] = ['q', 'r', 'b', 'n'];
/** The longest time that a tap waits for the marks of its piece. */
const MARKS_WAIT_MS = 5_000;

export class BoardInput {
  /** The selected piece, which may still be put back. */
  armed = $state<Square | null>(null);
  /** A move that waits for the choice of a promotion. */
  choosing = $state.raw<{ from: Square; to: Square; choices: PieceType[] } | null>(null);
  /** A move that waits for its confirmation, if the settings ask for one. */
  confirming = $state.raw<Attempt | null>(null);
  /** The square of the latest refusal; `count` tells one from the next. */
  refused = $state.raw<{ cell: Square; count: number } | null>(null);

  readonly premove: Premove;
  readonly #game: Game;
  #refusals = 0;
  /** A drop that waits for the answer to the touch of its drag. */
  #afterTouch: Attempt | null = null;
  /** A tap on a destination that waits for the marks, which decide whether it is a move. */
  #afterMarks: Attempt | null = null;
  #marksTimer: ReturnType<typeof setTimeout> | undefined;

  /** The touched or armed piece. */
  readonly selected = $derived.by(() => this.#game.touched ?? this.armed);
  /** The marked squares of the selected piece. */
  // Requirement blind-105.
  readonly reach = $derived.by<readonly Reach[]>(() => {
    const { selected } = this;
    const { play, active, own, ruleset } = this.#game;
    if (ruleset?.spots.length) return ruleset.spots.map((to) => ({ to, capture: false }));
    if (!play?.highlighting || selected === null || !active || own[selected] === undefined) return [];
    // Requirements blind-97, blind-106.
    const elsewhere = (this.#reachOf(selected) ?? []).filter(({ to }) => to !== selected && !this.#game.tried.includes(to));
    return this.#changesInPlace(selected) ? [...elsewhere, { to: selected, capture: false }] : elsewhere;
  });

  constructor(game: Game) {
    this.#game = game;
    this.premove = new Premove(game);
  }

  /** Handles a tap or Enter: arms or disarms a piece, or plays to the square. While marks are on their way, a tap on a destination waits for them. */
  // Requirement blind-12.
  tap(cell: Square): void {
    const game = this.#game;
    if (!game.active || game.pending) return;
    this.refused = null;
    this.#afterMarks = null;
    if (this.premove.forget(cell)) return;
    if (game.phase !== 'normal') {
      game.retreatTo(cell);
      return;
    }
    if (game.ruleset?.tap(cell)) return;
    if (this.choosing || this.confirming) {
      this.cancel();
      return;
    }
    const { armed } = this;
    const { touched } = game;
    if (touched !== null) {
      if (cell === touched && !this.#changesInPlace(cell)) game.tell(tableTexts.notice.bound);
      else if (cell !== touched && this.#isOwn(cell) && !this.#goesOnto(touched, cell)) this.#refuse(tableTexts.errors.must_move_touched_piece, cell);
      else this.#attempt(touched, cell);
    } else if (armed !== null && cell !== armed && (!this.#isOwn(cell) || this.#goesOnto(armed, cell))) {
      if (game.myTurn && game.play?.highlighting && game.loadingEngine) this.#awaitMarks({ from: armed, to: cell });
      else this.#attemptOrCancel({ from: armed, to: cell });
    } else if (cell === armed && this.#changesInPlace(cell)) {
      this.#attempt(cell, cell);
    } else {
      this.armed = this.#isOwn(cell) && cell !== armed ? cell : null;
      game.notice = null;
    }
  }

  /** Handles the start of a drag, which touches the piece for good. Returns whether there is something to drag. */
  // Requirement blind-13.
  lift(cell: Square): boolean {
    const game = this.#game;
    game.ruleset?.cancel();
    if (!game.active || game.pending || this.choosing || this.confirming || !this.#isOwn(cell)) return false;
    this.refused = null;
    this.premove.forget();
    if (this.premove.allowed) {
      this.armed = cell;
      return true;
    }
    if (!game.myTurn) {
      this.#refuse(tableTexts.errors.not_your_turn, cell);
      return false;
    }
    if (game.touched !== null) {
      if (cell === game.touched) return true;
      this.#refuse(tableTexts.errors.must_move_touched_piece, cell);
      return false;
    }
    this.armed = cell;
    game.notice = null;
    // With confirmation nothing is touched before it is given.
    if (!settings.confirm) game.send({ type: 'commit', from: cell });
    return true;
  }

  /** Handles the end of a drag. */
  drop(from: Square, cell: Square | null): void {
    // The own piece there may be captured first: what a premove is for.
    if (cell === null || cell === from || (this.#isOwn(cell) && !this.premove.allowed && !this.#goesOnto(from, cell))) return;
    if (this.#game.pending) this.#afterTouch = { from, to: cell };
    else if (this.selected === from) this.#attempt(from, cell);
  }

  /** Puts back what can still be put back. */
  cancel(): void {
    this.#game.ruleset?.cancel();
    this.premove.forget();
    this.clear();
    this.#game.notice = null;
  }

  choose(promotion: PieceType): void {
    const { choosing } = this;
    this.choosing = null;
    if (choosing) this.request({ from: choosing.from, to: choosing.to, promotion });
  }

  confirm(): void {
    const attempt = this.confirming;
    this.confirming = null;
    if (attempt) this.#commit(attempt);
  }

  /** Plays a typed move. Returns how it was taken, so that an error can be shown beside the text. */
  type(text: string): TypedMove {
    const { play, engine, own, shape, pending } = this.#game;
    if (!play) return { kind: 'unreadable' };
    const { ruleset } = this.#game;
    const special = ruleset?.type(text);
    if (special) return special;
    const tries = engine ? (from: Square) => (this.#reachOf(from) ?? []).map(({ to }) => to) : null;
    const parsed = parseTypedMove(ruleset?.kinds.squares.read(text) ?? text, { you: play.you, pieces: own, shape, tries });
    if (parsed.kind === 'move') {
      if (pending) return { kind: 'busy' };
      this.refused = null;
      const { from, to, promotion } = parsed;
      if (promotion) this.request({ from, to, promotion });
      else this.#attempt(from, to);
    }
    return parsed;
  }

  // ---- answers of the server

  /** Drops everything that is not sent, at the game end. */
  clear(): void {
    this.#afterTouch = this.#afterMarks = null;
    this.choosing = this.confirming = null;
    this.armed = null;
  }

  /** Drops everything that is not sent after a ply, but keeps an armed piece that is still there. */
  clearAfterPly(): void {
    if (this.armed !== null && !this.#isOwn(this.armed)) this.armed = null;
    this.#afterTouch = this.#afterMarks = null;
    this.choosing = this.confirming = null;
    this.refused = null;
  }

  /** Handles the answer to a commit. */
  answer(command: Extract<Command, { type: 'commit' | 'drop' }>, code: ErrorCode | null): void {
    const { from, to } = attemptOf(command);
    if (code === 'promotion_required' && this.#game.ruleset) {
      this.#game.ruleset.demand(attemptOf(command));
    } else if (code === 'promotion_required' && from !== to) {
      this.choosing = { from, to, choices: this.#choices(from, to, ANY_PROMOTION) };
    } else if (code !== null) {
      this.refuseAt(attemptOf(command).to);
    }
  }

  /** Plays the drop of a drag whose touch was answered and not refused. Without the touch-move rule no piece is bound by it. */
  playDrop(): void {
    const next = this.#afterTouch;
    if (!next || this.#game.pending) return;
    this.#afterTouch = null;
    this.#attempt(next.from, next.to);
  }

  /** Handles the tap that waited for the marks: they are there, or there will be none. */
  marksReady(): void {
    clearTimeout(this.#marksTimer);
    const next = this.#afterMarks;
    this.#afterMarks = null;
    if (next && this.armed === next.from && this.#game.active && !this.#game.pending) this.#attemptOrCancel(next);
  }

  /** Makes the premove, if it is due and still legal. */
  playPremove(): void {
    const next = this.premove.due();
    if (!next) return;
    if (!this.#isLegal(next)) this.#game.tell(tableTexts.notice.premoveOff);
    else if (next.promotion !== undefined || next.choice !== undefined) this.#commit(next);
    else if (next.drop !== undefined) this.#game.ruleset?.attempt(next);
    else this.#attempt(next.from, next.to);
  }

  #isLegal(move: Attempt): boolean {
    const { from, to, drop, choice } = move;
    if (drop !== undefined || choice !== undefined) return this.#game.ruleset?.allows(move) === true;
    return this.#isOwn(from) && this.#reachOf(from)?.some((reach) => reach.to === to) === true;
  }

  refuseAt(cell: Square | null): void {
    this.#afterTouch = null;
    this.#refusals += 1;
    this.refused = cell === null ? null : { cell, count: this.#refusals };
  }

  // ---- from squares to a command

  #isOwn(cell: Square): boolean {
    return this.#game.own[cell] !== undefined;
  }

  /** Returns whether a piece may change where it stands, which has not been refused in this turn: a second tap on it is that move. */
  #changesInPlace(cell: Square): boolean {
    return this.#game.ruleset?.changesInPlace(cell) === true && !this.#game.tried.includes(cell);
  }

  /** Returns whether a piece may go to the square of another own piece, as where a king castles onto its rook, or where a premove takes back. */
  #goesOnto(from: Square, to: Square): boolean {
    return this.#isOwn(to) && (this.#reachOf(from)?.some((reach) => reach.to === to) === true || this.#game.ruleset?.goesOnto(from, to) === true);
  }

  /** Returns the squares that a piece may reach, as far as this player may know; null without an engine. */
  #reachOf(from: Square): readonly Reach[] | null {
    const { play, engine, known } = this.#game;
    if (play?.mode === 'sight') return offeredFrom(play.view, play.you, from);
    if (!play || !engine) return null;
    if (play.mode !== 'blind' && !engine.mechanics && !this.premove.allowed) return engine.legal(play.view.pieces, play.you, from, play.view.hands);
    // In a blind game, and with mechanics, only the server knows what is legal, and for a premove nobody: marked is where the piece may try to go.
    const isEnemy = (to: Square) => play.mode !== 'blind' && (play.view.pieces[to]?.color ?? play.you) !== play.you;
    const cells = engine.tries(play.you, known, from);
    if (this.premove.allowed) cells.push(...retakes(engine, play.view, play.you, from));
    return cells.map((to) => ({ to, capture: isEnemy(to) }));
  }

  /**
   * Returns whether a tap on `to` is a move. With marks, a tap elsewhere puts the piece back: it is more likely a slip than a try. A step of two files
   * along the rank by the royal piece remains a try, because castling is never marked.
   */
  #isDestination(from: Square, to: Square): boolean {
    if (this.reach.length === 0 || this.reach.some((reach) => reach.to === to) || this.#goesOnto(from, to)) return true;
    const piece = this.#game.own[from];
    const files = Math.abs(from.charCodeAt(0) - to.charCodeAt(0));
    return piece !== undefined && piece.qpi.includes('^') && files === 2 && from.slice(1) === to.slice(1);
  }

  #awaitMarks(attempt: Attempt): void {
    this.#afterMarks = attempt;
    clearTimeout(this.#marksTimer);
    this.#marksTimer = setTimeout(() => this.marksReady(), MARKS_WAIT_MS);
  }

  #attemptOrCancel({ from, to }: Attempt): void {
    if (this.#isDestination(from, to)) this.#attempt(from, to);
    else this.cancel();
  }

  #choices(from: Square, to: Square, otherwise: PieceType[]): PieceType[] {
    const { play, engine, own } = this.#game;
    // Of other pieces than those seen, the server alone knows whether a choice is due.
    if (play?.mode === 'sight') return otherwise;
    const choices = play && engine ? engine.choices(play.you, own, from, to) : [];
    return choices.length > 0 ? choices : otherwise;
  }

  #attempt(from: Square, to: Square): void {
    const isPremove = this.premove.allowed;
    if (!this.#game.myTurn && !isPremove) {
      this.#refuse(tableTexts.errors.not_your_turn, to);
      return;
    }
    if (this.#game.ruleset) {
      // Its choices are made when it is due.
      if (isPremove) this.request({ from, to });
      else this.#game.ruleset.attempt({ from, to });
      return;
    }
    const choices = this.#choices(from, to, []);
    if (choices.length > 0) this.choosing = { from, to, choices };
    else this.request({ from, to });
  }

  /** Plays a move whose choices are made, after its confirmation where the settings ask for one. */
  request(attempt: Attempt): void {
    if (this.premove.allowed) this.#keep(attempt);
    else if (!this.#game.myTurn) this.#refuse(tableTexts.errors.not_your_turn, attempt.to);
    else if (settings.confirm) this.confirming = attempt;
    else this.#commit(attempt);
  }

  #keep(attempt: Attempt): void {
    if (attempt.from === attempt.to) {
      this.#refuse(tableTexts.typed.none_reaches, attempt.to);
      return;
    }
    this.armed = null;
    this.premove.keep(attempt);
  }

  #commit(attempt: Attempt): void {
    this.armed = null;
    this.#game.notice = null;
    this.#game.send(commandOf(attempt));
  }

  #refuse(text: string, cell: Square): void {
    this.#game.tell(text, 'refusal');
    this.refuseAt(cell);
  }
}

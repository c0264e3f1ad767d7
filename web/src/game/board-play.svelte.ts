// Play on one board for both sides: the position, and the input at the board. The rules are those of the engine alone.
import type { HostMessage } from '../engine-messages';
import { handsOf, type HandPiece } from '../lib/hands';
import type { Kinds } from '../lib/kinds';
import { spotsOf, stageOf, wordOf, type Stage } from '../lib/move-choice';
import { play as sound } from '../lib/sound';
import type { Color, SquareName as Square } from '../wire';
import { marksOf, type LocalState } from './local-game';
import type { Marks } from './marks';

/** The engine for a board; one that runs elsewhere answers later. A refused message changes nothing. */
export interface BoardEngine {
  send(message: HostMessage): LocalState | Promise<LocalState | null>;
}

export class BoardPlay {
  state = $state.raw<LocalState | null>(null);
  /** The kinds of the pieces, once the rules are loaded. */
  kinds = $state.raw<Kinds | null>(null);
  /** True if pieces come into hands in this game. */
  handled = $state(false);
  /** The chosen promotion of a move that still waits for another choice. */
  #promotion = $state<string | undefined>();
  /** The square or, in a hand, the name of the chosen piece. */
  armed = $state.raw<{ from: Square } | { drop: string } | null>(null);
  protected engine: BoardEngine | null = null;

  readonly over = $derived((this.state?.ending ?? null) !== null);
  readonly armedSquare = $derived<Square | null>(this.armed && 'from' in this.armed ? this.armed.from : null);
  readonly armedDrop = $derived<string | null>(this.armed && 'drop' in this.armed ? this.armed.drop : null);
  /** The choice for which the pending move waits. */
  readonly stage = $derived<Stage | null>(this.state?.pending ? stageOf(this.state.pending.choices, this.#promotion) : null);
  /** Squares of the pieces that the pending move may place. */
  readonly spots = $derived<readonly Square[]>(spotsOf(this.stage));
  /** The square of a piece that passes; null where nobody can pass. */
  readonly passing = $derived<Square | null>(this.state?.passing ?? null);
  /** Squares that the chosen piece can reach, or on which the pending move may place a piece. */
  readonly reach = $derived.by<readonly Square[]>(() => {
    const { state, armed } = this;
    if (state?.pending) return this.spots;
    if (!state || !armed) return [];
    return 'from' in armed ? (state.moves[armed.from] ?? []).filter((to) => to !== armed.from || state.inPlace.has(to)) : (state.drops[armed.drop] ?? []);
  });
  readonly marks = $derived<Marks>(this.state ? marksOf(this.state, this.armedSquare, this.reach) : {});

  // ---- input at the board

  tap(cell: Square): void {
    const { state } = this;
    if (!state || this.over) return;
    if (state.pending) {
      const there = this.stage?.kind === 'placing' ? this.stage.options.filter(({ square }) => square === cell) : [];
      if (there[0] !== undefined && there.length === 1) this.choose(there[0].word);
      else if (there.length === 0) this.undo();
    } else if (this.reach.includes(cell)) {
      this.#playTo(cell);
    } else {
      this.armed = state.moves[cell] && cell !== this.armedSquare ? { from: cell } : null;
    }
  }

  lift(cell: Square): boolean {
    if (this.over || this.state?.pending || !this.state?.moves[cell]) return false;
    this.armed = { from: cell };
    return true;
  }

  drop(from: Square, cell: Square | null): void {
    if (cell !== null && from === this.armedSquare && this.reach.includes(cell)) this.#playTo(cell);
  }

  /** Returns the pieces that a side can drop or holds: those in its hand, and those of which it has as many as it wants. */
  handOf(color: Color): HandPiece[] {
    const held = this.state ? handsOf(this.state.feen)[color] : [];
    const supplies = this.kinds?.list.filter(({ supply }) => supply) ?? [];
    return [...held, ...supplies.flatMap((kind) => this.kinds?.piece(kind, color) ?? [])];
  }

  /** Returns how the engine calls a piece of the hand. */
  #dropName(qpi: string): string | null {
    const name = this.kinds?.nameOf(qpi);
    const found = Object.keys(this.state?.drops ?? {}).find((drop) => drop === name || drop.replace(/^[+-]/, '') === name);
    return found ?? null;
  }

  /** Returns whether a piece of the hand can be dropped now. */
  canDrop(qpi: string): boolean {
    const name = this.#dropName(qpi);
    return !this.over && !this.state?.pending && name !== null && (this.state?.drops[name]?.length ?? 0) > 0;
  }

  /** Takes a piece from the hand, or puts it back. */
  take(qpi: string): void {
    const name = this.#dropName(qpi);
    this.armed = name === null || this.armedDrop === name ? null : { drop: name };
  }

  /** Handles the start of a drag from the hand. */
  liftHeld(qpi: string): boolean {
    const name = this.canDrop(qpi) ? this.#dropName(qpi) : null;
    if (name !== null) this.armed = { drop: name };
    return name !== null;
  }

  /** Handles the end of a drag from the hand. */
  dropHeld(cell: Square | null): void {
    if (cell !== null && this.reach.includes(cell)) this.#playTo(cell);
  }

  /** Returns whether a piece of the hand is chosen. */
  holds(qpi: string): boolean {
    return this.armedDrop !== null && this.#dropName(qpi) === this.armedDrop;
  }

  pass(): void {
    const { passing } = this;
    if (passing !== null) this.send({ message_type: 'piece_move', from: passing, to: passing });
  }

  /** Puts back the chosen piece, or takes back the move that waits for a choice. */
  cancel(): void {
    if (this.state?.pending) this.undo();
    else this.armed = null;
  }

  #playTo(to: Square): void {
    const { armed } = this;
    if (!armed) return;
    this.send('from' in armed ? { message_type: 'piece_move', from: armed.from, to } : { message_type: 'piece_drop', piece: armed.drop, to });
  }

  /** Chooses a promotion: it is played, or the piece that the move places is chosen next. */
  promote(name: string): void {
    const word = wordOf(this.state?.pending?.choices ?? [], name);
    if (word === null) this.#promotion = name;
    else this.choose(word);
  }

  /** Chooses in the engine's words. */
  choose(word: string): void {
    this.send({ message_type: 'piece_promotion_choice', piece_choice: word });
  }

  // ---- actions

  undo(): void {
    this.send({ message_type: 'undo' });
  }

  newGame(): void {
    this.send({ message_type: 'new_game' });
  }

  /** The side to move gives up. */
  resign(): void {
    const { state } = this;
    if (state) this.send({ message_type: 'resign', side: state.sides[state.toMove] });
  }

  agreeDraw(): void {
    this.send({ message_type: 'draw', action: 'agree' });
  }

  /** Sends a message to the engine, and shows what follows. */
  protected send(message: HostMessage): void {
    if (!this.engine) return;
    this.armed = null;
    this.#promotion = undefined;
    const answer = this.engine.send(message);
    if (answer instanceof Promise) void answer.then((state) => state && this.#show(state));
    else this.#show(answer);
  }

  #show(state: LocalState): void {
    const before = this.state;
    this.state = state;
    this.#sound(before, state);
  }

  #sound(before: LocalState | null, after: LocalState): void {
    if (after.ending && !before?.ending) sound('end');
    else if (after.history.length > (before?.history.length ?? 0)) sound(after.checks.length > 0 ? 'check' : after.last?.captured ? 'capture' : 'move');
  }
}

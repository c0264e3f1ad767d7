// Play on one screen: the chosen rules, the position, and the input at the board for both sides. The rules are those of the engine alone.
import type { HostMessage } from '../engine-messages';
import { hasMechanics, loadRules } from '../lib/engine';
import { play as sound } from '../lib/sound';
import type { PieceType, SquareName as Square } from '../wire';
import { LocalEngine, marksOf, type LocalState } from './local-game';
import type { Marks } from './marks';

/** The names of the pieces that the page can draw as choices; the engine names pieces, the page's pieces have letters. */
const LETTERS: Readonly<Record<string, PieceType>> = { queen: 'q', rook: 'r', bishop: 'b', knight: 'n' };

/** Why there is no game: no engine, no such rules, or rules that the engine of browsers cannot play. */
export type LocalFailure = 'failed' | 'mechanics';

export class LocalPlay {
  state = $state.raw<LocalState | null>(null);
  failure = $state<LocalFailure | null>(null);
  /** The square or, in a hand, the name of the chosen piece. */
  armed = $state.raw<{ from: Square } | { drop: string } | null>(null);
  #engine: LocalEngine | null = null;
  #loads = 0;

  readonly over = $derived((this.state?.ending ?? null) !== null);
  readonly armedSquare = $derived<Square | null>(this.armed && 'from' in this.armed ? this.armed.from : null);
  readonly armedDrop = $derived<string | null>(this.armed && 'drop' in this.armed ? this.armed.drop : null);
  /** Squares of the pieces that the pending move may place: the last word of such a choice is one. */
  readonly spots = $derived<readonly Square[]>(this.state?.pending?.choices.flatMap((choice) => / ([a-z]+\d+)$/.exec(choice)?.[1] ?? []) ?? []);
  /** Squares that the chosen piece can reach, or on which the pending move may place a piece. */
  readonly reach = $derived.by<readonly Square[]>(() => {
    const { state, armed } = this;
    if (state?.pending) return this.spots;
    if (!state || !armed) return [];
    return ('from' in armed ? state.moves[armed.from] : state.drops[armed.drop]) ?? [];
  });
  /** Choices of a promotion that the page can draw, by letter; null if there is no choice, or one of other pieces. */
  readonly letters = $derived.by<PieceType[] | null>(() => {
    const found = this.state?.pending?.choices.map((name) => LETTERS[name]);
    return found?.every((letter) => letter !== undefined) ? found : null;
  });
  readonly marks = $derived<Marks>(this.state ? marksOf(this.state, this.armedSquare, this.reach) : {});

  /** Loads a ruleset and sets up its board. The latest call wins. */
  async load(ruleset: string): Promise<void> {
    const load = (this.#loads += 1);
    this.armed = null;
    try {
      const loaded = await loadRules(ruleset, []);
      if (load !== this.#loads) return;
      if (!loaded) throw new Error('no engine');
      this.failure = hasMechanics(loaded.manifest) ? 'mechanics' : null;
      this.#engine = new LocalEngine(loaded.rules.engine());
      this.state = this.failure ? null : this.#engine.send({ message_type: 'new_game' });
    } catch {
      if (load !== this.#loads) return;
      this.failure = 'failed';
      this.state = null;
    }
  }

  // ---- input at the board

  tap(cell: Square): void {
    const { state } = this;
    if (!state || this.over) return;
    if (state.pending) {
      const there = state.pending.choices.filter((choice) => choice.endsWith(` ${cell}`));
      if (there[0] !== undefined && there.length === 1) this.choose(there[0]);
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

  /** Takes a piece from the hand, or puts it back. */
  take(piece: string): void {
    this.armed = this.armedDrop === piece ? null : { drop: piece };
  }

  /** Puts back the chosen piece, or takes back the move that waits for a choice. */
  cancel(): void {
    if (this.state?.pending) this.undo();
    else this.armed = null;
  }

  #playTo(to: Square): void {
    const { armed } = this;
    if (!armed) return;
    this.#send('from' in armed ? { message_type: 'piece_move', from: armed.from, to } : { message_type: 'piece_drop', piece: armed.drop, to });
  }

  /** Chooses a promotion by the letter of its piece. */
  chooseLetter(letter: PieceType): void {
    const name = this.state?.pending?.choices.find((choice) => LETTERS[choice] === letter);
    if (name !== undefined) this.choose(name);
  }

  /** Chooses a promotion by the name of its piece. */
  choose(name: string): void {
    this.#send({ message_type: 'piece_promotion_choice', piece_choice: name });
  }

  // ---- actions

  undo(): void {
    this.#send({ message_type: 'undo' });
  }

  newGame(): void {
    this.#send({ message_type: 'new_game' });
  }

  /** The side to move gives up. */
  resign(): void {
    const { state } = this;
    if (state) this.#send({ message_type: 'resign', side: state.sides[state.toMove] });
  }

  agreeDraw(): void {
    this.#send({ message_type: 'draw', action: 'agree' });
  }

  #send(message: HostMessage): void {
    if (!this.#engine) return;
    const before = this.state;
    this.armed = null;
    this.state = this.#engine.send(message);
    this.#sound(before, this.state);
  }

  #sound(before: LocalState | null, after: LocalState): void {
    if (after.ending && !before?.ending) sound('end');
    else if (after.history.length > (before?.history.length ?? 0)) sound(after.checks.length > 0 ? 'check' : after.last?.captured ? 'capture' : 'move');
  }
}

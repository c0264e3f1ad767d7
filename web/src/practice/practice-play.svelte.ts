// Practice against the machine: a board in one worker, the machine in another, and nothing of the game on any server.
import type { HostMessage } from '../engine-messages';
import { BoardPlay } from '../game/board-play.svelte';
import type { LocalState } from '../game/local-game';
import { kindsOfManifest } from '../lib/kinds';
import { fetchRules } from '../lib/engine';
import { WorkerError } from '../lib/worker-client';
import type { Color, SquareName as Square } from '../wire';
import { PracticeClient } from './client';
import { forget, keep, keptGame } from './kept';
import type { Files, Found, Step } from './messages';

/** The longest time that the machine thinks, as on a server: what bounds it first is the work of its level. */
const THINKING_MS = 1_000;
/** The shortest time between a move and the machine's answer: a move that comes at once looks as if it had been there before. */
const PAUSE_MS = 400;
/** The level that gives hints. */
const HINT_LEVEL = 6;

/** Settings of a new game. */
export interface NewGame {
  ruleset: string;
  name: string;
  you: Color;
  level: number;
}

/** Why there is no game: its rules or the engine could not be loaded. */
export type PracticeFailure = 'rules' | 'engine';

const newSeed = (): number => crypto.getRandomValues(new Uint32Array(1))[0] ?? 0;
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

export class PracticePlay extends BoardPlay {
  failure = $state<PracticeFailure | null>(null);
  you = $state<Color>('w');
  level = $state(1);
  ruleset = $state('');
  name = $state('');
  /** The machine is looking for its move, or for a hint. */
  thinking = $state<'move' | 'hint' | null>(null);
  /** Why the last input was refused, in the engine's words. */
  refusal = $state<string | null>(null);
  /** The move that the player could try. */
  hint = $state.raw<Found | null>(null);

  readonly yours = $derived(this.state !== null && !this.over && this.state.toMove === this.you);
  readonly #board = new PracticeClient();
  readonly #machine = new PracticeClient();
  #files: Files | null = null;
  /** Resolves once the machine knows the rules. */
  #prepared: Promise<unknown> | null = null;
  /** The moves of the game: the messages that made them, and their number. */
  #messages: readonly HostMessage[] = [];
  #plies = 0;
  #seed = 0;
  /** Counts the games and the questions to the machine, so that an answer that comes too late is known. */
  #games = 0;
  #questions = 0;

  constructor() {
    super();
    this.engine = { send: (message) => this.#carryOut(message) };
  }

  /** Continues the kept game of a ruleset, or else begins a new one. The latest call wins. */
  async open(game: NewGame): Promise<void> {
    const kept = keptGame(game.ruleset);
    await this.#begin(kept ?? game, kept?.seed ?? newSeed(), kept?.messages ?? []);
  }

  /** Begins a new game; the earlier one of these rules is forgotten. */
  async begin(game: NewGame): Promise<void> {
    forget(game.ruleset);
    await this.#begin(game, newSeed(), []);
  }

  /** Ends both workers. */
  close(): void {
    this.#games += 1;
    this.#board.end();
    this.#machine.end();
  }

  async #begin({ ruleset, name, you, level }: NewGame, seed: number, messages: readonly HostMessage[]): Promise<void> {
    const game = (this.#games += 1);
    this.#giveUp();
    this.armed = null;
    this.failure = null;
    [this.you, this.level, this.name, this.#seed] = [you, level, name, seed];
    try {
      if (ruleset !== this.ruleset || !this.#files) {
        this.state = null;
        this.#files = null;
        const files = await fetchRules(ruleset, []);
        if (game !== this.#games) return;
        [this.#files, this.ruleset] = [files, ruleset];
        this.#prepare();
      }
    } catch {
      if (game === this.#games) this.failure = 'rules';
      return;
    }
    try {
      const opened = await this.#board.ask('board', { files: this.#files, messages });
      if (game !== this.#games) return;
      const kinds = kindsOfManifest(this.#files['ruleset.json'] ?? '{}');
      this.kinds = opened.zones ? kinds.withZones(opened.zones) : kinds;
      this.handled = opened.state.dropping;
      this.state = opened.state;
      this.#took(opened);
    } catch (error) {
      if (game === this.#games) this.#failed(error);
    }
  }

  // ---- input of the player

  override tap(cell: Square): void {
    if (!this.yours) return;
    const from = this.armedSquare;
    const isOwn = this.state?.board?.pieces[cell]?.color === this.you;
    if (from !== null && from !== cell && !isOwn && !this.reach.includes(cell) && !this.state?.pending) void this.#askWhy(from, cell);
    super.tap(cell);
  }

  override lift(cell: Square): boolean {
    return this.yours && super.lift(cell);
  }

  override drop(from: Square, cell: Square | null): void {
    if (!this.yours) return;
    if (cell !== null && cell !== from && from === this.armedSquare && !this.reach.includes(cell)) void this.#askWhy(from, cell);
    super.drop(from, cell);
  }

  override pass(): void {
    if (this.yours) super.pass();
  }

  /** Takes back the player's last move with what followed it, or the move that waits for a choice. */
  override undo(): void {
    const { state } = this;
    if (!state) return;
    this.#giveUp();
    if (state.pending) return super.undo();
    const mine = state.history.findLastIndex(({ by }) => by === this.you);
    if (mine >= 0) this.send({ message_type: 'undo', plies: state.history.length - mine });
    // A game that was given up before the first move goes on.
    else if (this.over) void this.#begin(this, this.#seed, this.#messages);
  }

  readonly canUndo = $derived(this.state !== null && (this.state.pending !== null || this.over || this.state.history.some(({ by }) => by === this.you)));

  override resign(): void {
    const { state } = this;
    this.#giveUp();
    if (state && !this.over) this.send({ message_type: 'resign', side: state.sides[this.you] });
  }

  /** Asks the machine for a move that the player could try. */
  async suggest(): Promise<void> {
    if (!this.yours || this.thinking || this.state?.pending) return;
    this.refusal = null;
    const found = await this.#ask('hint', HINT_LEVEL);
    if (found) this.hint = found;
  }

  // ---- the board

  /** Asks the board for a move that is not legal, for the reason. */
  async #askWhy(from: Square, to: Square): Promise<void> {
    const game = this.#games;
    try {
      const { refusal } = await this.#board.ask('send', { message_type: 'piece_move', from, to });
      if (game === this.#games) this.refusal = refusal;
    } catch (error) {
      if (game === this.#games) this.#failed(error);
    }
  }

  async #carryOut(message: HostMessage): Promise<LocalState | null> {
    const game = this.#games;
    try {
      const step = await this.#board.ask('send', message);
      if (game !== this.#games) return null;
      this.#took(step);
      return step.state;
    } catch (error) {
      if (game === this.#games) this.#failed(error);
      return null;
    }
  }

  /** Keeps the game after a message, and lets the machine move where it is its turn. */
  #took({ state, messages, refusal }: Step): void {
    this.refusal = refusal;
    this.hint = null;
    this.#messages = messages;
    this.#plies = state.history.length;
    if (state.ending || messages.length === 0) forget(this.ruleset);
    else this.#keep();
    if (!state.ending && !state.pending && state.toMove !== this.you && refusal === null) void this.#move();
  }

  #keep(): void {
    keep({ ruleset: this.ruleset, name: this.name, you: this.you, level: this.level, seed: this.#seed, messages: this.#messages });
  }

  // ---- the machine

  async #move(): Promise<void> {
    const [found] = await Promise.all([this.#ask('move', this.level), pause(PAUSE_MS)]);
    if (found) this.send(found.message);
  }

  /** Asks for a move in the present position; null if it was given up meanwhile. */
  async #ask(what: 'move' | 'hint', level: number): Promise<Found | null> {
    const question = (this.#questions += 1);
    this.thinking = what;
    try {
      await (this.#prepared ?? this.#prepare());
      // Chance differs from move to move, as on a server.
      const seed = (this.#seed ^ this.#plies) >>> 0;
      const found = await this.#machine.ask('choose', { messages: this.#messages, level, seed, milliseconds: THINKING_MS });
      return question === this.#questions ? found : null;
    } catch (error) {
      if (question === this.#questions) this.#failed(error);
      return null;
    } finally {
      if (question === this.#questions) this.thinking = null;
    }
  }

  #prepare(): Promise<unknown> {
    const prepared = this.#files ? this.#machine.ask('machine', this.#files) : Promise.resolve();
    // A failure is told to who asks for a move.
    prepared.catch(() => undefined);
    return (this.#prepared = prepared);
  }

  /** Ends what the machine is thinking about. */
  #giveUp(): void {
    this.hint = null;
    this.refusal = null;
    this.#questions += 1;
    if (!this.thinking) return;
    this.thinking = null;
    this.#machine.end();
    this.#prepare();
  }

  #failed(error: unknown): void {
    if (error instanceof WorkerError && error.why === 'cancelled') return;
    this.failure = 'engine';
    this.#files = null;
    this.#prepared = null;
  }
}

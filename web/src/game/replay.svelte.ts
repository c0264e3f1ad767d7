// A finished game on the board: the step that is shown, from which perspective, and whether it plays by itself.
import type { Color, NotedMove, Record as GameRecord } from '../wire';
import { arrowsOf, capturedUpTo, dropsOf, indexAt, placeOfStep, stepsOf, visiblePieces, type Arrow, type Perspective, type Place, type Step } from './review';

export class Replay {
  perspective = $state<Perspective>('moderator');
  withTries = $state(true);
  playing = $state(false);
  /** True while the steps are drawn for an animation: they are not announced. */
  drawing = $state(false);
  /** The last position is shown until a step is chosen. The place is kept when the perspective changes. */
  #place = $state.raw<Place | null>(null);
  readonly #recordOf: () => GameRecord | null;

  readonly record = $derived.by<GameRecord | null>(() => this.#recordOf());
  readonly steps = $derived<readonly Step[]>(this.record ? stepsOf(this.record, this.perspective, this.withTries) : []);
  readonly last = $derived(Math.max(0, this.steps.length - 1));
  readonly index = $derived(this.record && this.#place ? indexAt(this.record, this.steps, this.#place) : this.last);
  readonly step = $derived<Step | undefined>(this.steps[this.index]);
  /** The number of plies on the board. */
  readonly ply = $derived(this.record && this.step ? placeOfStep(this.record, this.step).ply : 0);
  readonly pieces = $derived(this.step ? visiblePieces(this.step.board, this.perspective) : {});
  readonly arrows = $derived<readonly Arrow[]>(this.step ? arrowsOf(this.step, this.perspective) : []);
  /** The square of a dropped piece. */
  readonly drops = $derived<readonly string[]>(this.step ? dropsOf(this.step, this.perspective) : []);
  readonly captured = $derived<Record<Color, Record<string, number>>>(this.record ? capturedUpTo(this.record, this.ply) : { w: {}, b: {} });
  readonly moves = $derived<readonly NotedMove[]>(
    this.record?.plies.map(({ ply, by, notation, san, gameNotation }) => ({ ply, by, san: notation ?? san, ...(gameNotation && { gameNotation }) })) ?? [],
  );
  /** The position on the board, as FEEN. */
  readonly feen = $derived(this.record?.plies.findLast(({ ply }) => ply <= this.ply)?.feen ?? this.record?.initial ?? '');

  constructor(recordOf: () => GameRecord | null) {
    this.#recordOf = recordOf;
  }

  /** Shows a step. */
  to(index: number): void {
    const step = this.steps[Math.min(Math.max(index, 0), this.last)];
    if (this.record && step) this.#place = placeOfStep(this.record, step);
  }

  /** Shows the position after a ply. */
  toPly(ply: number): void {
    this.playing = false;
    this.#place = { ply, attempt: -1 };
  }

  /** Returns a function that shows the present position again, whatever is shown by then. */
  bookmark(): () => void {
    const place = this.#place;
    return () => {
      this.#place = place;
    };
  }

  /** Plays on by itself, from the start if the end is shown; or stops. */
  toggle(): void {
    if (!this.playing && this.index === this.last) this.to(0);
    this.playing = !this.playing;
  }

  /** Shows the next step, and stops playing at the last. */
  advance(): void {
    this.to(this.index + 1);
    if (this.index >= this.last) this.playing = false;
  }
}

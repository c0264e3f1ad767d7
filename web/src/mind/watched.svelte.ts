// The marks that players have shared, for a spectator of a finished game. Loaded once there are some.
import type { Replay } from '../game/replay.svelte';
import type { Kinds } from '../lib/kinds';
import MindMarks from '../parts/MindMarks.svelte';
import MindWatched from '../parts/MindWatched.svelte';
import { texts } from '../texts';
import { mindTexts } from '../texts/mind';
import type { Color, SharedMarks, SquareName as Square } from '../wire';
import { judgedAt, NOTHING_JUDGED, scoreAt, totalOf, type Held, type Judged } from './judged';
import { mapOf, Notebook } from './notebook';
import type { Score } from './verdicts';
import { beliefText } from './words';

const COLORS: readonly Color[] = ['w', 'b'];

export class WatchedMarks {
  readonly Marks = MindMarks;
  readonly Controls = MindWatched;
  /** The side whose marks are shown; null for the truth alone. */
  shown = $state<Color | null>(null);
  readonly #marksOf: () => SharedMarks | undefined;
  readonly #kindsOf: () => Kinds | null;
  readonly #held = $derived.by<readonly Held[]>(() =>
    COLORS.flatMap((by): Held[] => {
      const marks = this.#marksOf()?.[by];
      return marks ? [{ book: Notebook.ofShared(marks), by }] : [];
    }),
  );
  /** The sides that have shared their marks. */
  readonly sides = $derived<readonly Color[]>(this.#held.map(({ by }) => by));
  readonly #chosen = $derived<Held | undefined>(this.#held.find(({ by }) => by === this.shown));

  /** The sides that had shared their marks when the page was opened. */
  readonly #before: SharedMarks;

  constructor(marksOf: () => SharedMarks | undefined, kindsOf: () => Kinds | null, before: SharedMarks = {}) {
    this.#marksOf = marksOf;
    this.#kindsOf = kindsOf;
    this.#before = before;
  }

  /** Sentences about marks that came while the page was open, for a spectator who hears. */
  get arrivals(): readonly string[] {
    return this.sides.flatMap((side) => (this.#before[side] ? [] : [mindTexts.review.cameOf(this.sideText(side))]));
  }

  sideText(color: Color): string {
    return this.#kindsOf()?.sideText(color) ?? texts.side[color];
  }

  /** Returns the marks about the position of the review, with the truth of each; none unless a side is chosen. */
  judgedIn(replay: Replay): ReadonlyMap<Square, Judged> {
    return this.#chosen ? judgedAt(this.#chosen, replay) : NOTHING_JUDGED;
  }

  /** Returns the same in words. */
  notesIn(replay: Replay): ReadonlyMap<Square, string> {
    const { noteOf } = mindTexts.review;
    return mapOf(this.judgedIn(replay), ({ belief, verdict }) => noteOf[verdict](this.sideText(this.shown ?? 'w'), beliefText(belief, this.#kindsOf())));
  }

  scoreAt(replay: Replay): Score | null {
    return this.#chosen ? scoreAt(this.#chosen, replay) : null;
  }

  totalOf(replay: Replay): Score | null {
    return this.#chosen ? totalOf(this.#chosen, replay) : null;
  }
}

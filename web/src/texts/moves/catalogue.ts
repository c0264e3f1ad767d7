// Texts of moves that the rules of chess do not have, loaded with them.
import type { By, TextOf } from '../catalogue';
import type { Refusal } from '../table/catalogue';

export interface MoveTexts {
  /** Moves that chess does not have, of a side that the viewer sees, and the viewer's own. */
  readonly dropped: TextOf<[side: string, kind: string, square: string]>;
  readonly passed: TextOf<[side: string]>;
  readonly ownDropped: TextOf<[kind: string, square: string]>;
  readonly ownPassed: string;
  /** An own move that uncovers a piece where it stands. */
  readonly ownUncovered: TextOf<[square: string]>;
  /** An own move that changes its piece where it stands; what it became is said after it. */
  readonly ownInPlace: TextOf<[square: string]>;
  readonly touchedDrop: TextOf<[kind: string]>;
  /** Choices of a move, said after it. */
  readonly promotedTo: TextOf<[kind: string]>;
  readonly placed: TextOf<[kind: string, square: string]>;
  readonly tried: {
    readonly drop: By<Refusal, TextOf<[kind: string, square: string]>>;
    readonly pass: string;
  };
  /** Tries in the review. */
  readonly attempt: {
    readonly drop: By<Refusal, TextOf<[side: string, kind: string, square: string]>>;
    readonly pass: TextOf<[side: string]>;
  };
  /** The answer to the question for the hands; null for a hand that the viewer does not see. */
  readonly hands: TextOf<[yours: string, theirs: string | null]>;
  readonly counted: TextOf<[kind: string, count: number | null]>;
  readonly typed: By<'noHands' | 'notHeld'>;
}

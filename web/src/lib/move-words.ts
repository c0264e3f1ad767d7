// Sentences about moves that the rules of chess do not have: drops, passes, pieces that a move places, promotions to any kind. From a move in notation, or
// from the viewer's own move. Loaded with the moves of a ruleset.
import type { OwnMove } from '../game/log';
import type { OwnTry } from '../game/tries';
import type { Color, TryRecord } from '../wire';
import { isRefusal, tableTexts } from '../texts/table';
import { moveTexts } from '../texts/moves';
import type { HandPiece } from './hands';
import type { Kinds } from './kinds';
import { baseOf, parseChoice } from './move-choice';

/** A pass in notation. */
export const PASS = 'pass';
const DROPPED = /^([^@]*)@([a-z]{1,2}\d{1,2})/;
const PROMOTED = /=([+-]?[A-Z]+)/;
const PLACED = /\/([A-Z]*)([a-z]{1,2}\d{1,2})/;

export class MoveWords {
  readonly #kinds: Kinds;

  constructor(kinds: Kinds) {
    this.#kinds = kinds;
  }

  /** Returns what a side did by a move in notation, where two squares do not tell it; otherwise null. */
  seen(by: Color, san: string): string | null {
    const side = this.#kinds.sideText(by);
    if (san === PASS) return moveTexts.passed(side);
    const [, piece, square] = DROPPED.exec(san) ?? [];
    if (piece === undefined || square === undefined) return null;
    // A piece that was dropped as it was has become nothing else.
    const rest = PROMOTED.exec(san)?.[1] === piece ? [] : this.chosen(san);
    return [moveTexts.dropped(side, this.#named(piece), this.#kinds.square(square)), ...rest].join(' ');
  }

  /** Returns what was chosen with a move in notation: what the piece became, and what was placed. */
  chosen(san: string): string[] {
    const promotion = PROMOTED.exec(san)?.[1];
    const [, piece, square] = PLACED.exec(san) ?? [];
    return [
      ...(promotion === undefined ? [] : [moveTexts.promotedTo(this.#named(promotion))]),
      ...(piece === undefined || square === undefined ? [] : [moveTexts.placed(this.#named(piece), this.#kinds.square(square))]),
    ];
  }

  /** Returns the text of an own move, where two squares do not tell it; otherwise null. */
  own({ drop, choice, ...move }: OwnMove): string | null {
    const [from, to] = [this.#kinds.square(move.from), this.#kinds.square(move.to)];
    const { promotion: chosenKind = null, places = null } = choice === undefined ? {} : parseChoice(choice);
    const promotion = drop !== undefined && chosenKind === this.#held(drop) ? null : chosenKind;
    const chosen = [
      ...(promotion === null ? [] : [moveTexts.promotedTo(this.#kinds.spoken(promotion))]),
      ...(places === null ? [] : [moveTexts.placed(this.#kinds.spoken(places.piece), this.#kinds.square(places.square))]),
    ];
    if (drop !== undefined) return [moveTexts.ownDropped(this.#held(drop), to), ...chosen].join(' ');
    if (from === '*') return moveTexts.ownPassed;
    if (from === to) return chosen.length === 0 ? moveTexts.ownUncovered(from) : [moveTexts.ownInPlace(from), ...chosen].join(' ');
    return chosen.length === 0 ? null : [tableTexts.log.ownMove(from, to), ...chosen].join(' ');
  }

  /** Returns the text of an own try that two squares do not tell; otherwise null. */
  tried({ from, to, drop, text }: OwnTry): string | null {
    if (from !== '*') return null;
    if (drop === undefined) return moveTexts.tried.pass;
    return moveTexts.tried.drop[text](this.#held(drop), to === null ? '' : this.#kinds.square(to));
  }

  /** Returns the text of a try in the review that two squares do not tell; otherwise null. */
  attempt({ by, from, to, drop, text }: TryRecord): string | null {
    if (from !== '*') return null;
    const { attempt } = moveTexts;
    const side = this.#kinds.sideText(by);
    if (drop === undefined) return attempt.pass(side);
    return attempt.drop[isRefusal(text) ? text : 'illegal_move'](side, this.#held(drop), to === undefined ? '' : this.#kinds.square(to));
  }

  /** Says that a touched piece in the hand has to be dropped. */
  touched(qpi: string): string {
    return moveTexts.touchedDrop(this.#held(qpi));
  }

  /** Returns what is in both hands; null for a hand that the viewer does not see. */
  hands(yours: readonly HandPiece[], theirs: readonly HandPiece[] | null): string {
    const listed = (hand: readonly HandPiece[]) => hand.map(({ qpi, count = null }) => moveTexts.counted(this.#held(qpi), count)).join(', ');
    return moveTexts.hands(listed(yours), theirs && listed(theirs));
  }

  #held(qpi: string): string {
    return this.#kinds.called(qpi) ?? qpi;
  }

  /** Returns the name of a piece by its letters in notation. */
  #named(letters: string): string {
    const letter = baseOf(letters);
    const name = this.#kinds.list.find(({ type, san = type.toUpperCase() }) => san === letter)?.name;
    return name === undefined ? letters : this.#kinds.spoken(letters.slice(0, letters.length - letter.length) + name);
  }
}

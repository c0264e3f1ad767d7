// Deductions of a player from the announcements, from their own pieces and from what they tried, by the rules of chess. Each deduction is true whatever
// the enemy's pieces are, and no square of theirs is known here: it is what a careful player would work out on paper.
import type { CheckLine } from '../game/marks';
import type { OwnMove } from '../game/log';
import type { LocalHistory } from '../game/local-history.svelte';
import type { PlayerState } from '../game/state';
import type { OwnTry } from '../game/tries';
import { parseCell, type Shape } from '../lib/geometry';
import type { Announcement, BoardView, Color, Direction, PieceView as Piece, SquareName as Square } from '../wire';
import { ALL_WAYS, between, DIAGONAL, leaps, next, pinningSquares, ray, stepBetween, STRAIGHT, type Step } from './lines';

/** The facts that the frames to a player and their own commands tell. */
export interface KnownFacts {
  you: Color;
  /** Number of plies made. */
  ply: number;
  toMove: Color;
  /** True if the side to move is in check, null where it is not told. */
  inCheck: boolean | null;
  own: BoardView['pieces'];
  announcements: readonly Announcement[];
  /** The own piece that was captured with the last ply. */
  lost: { square: Square; type: string } | null;
  ownMoves: readonly OwnMove[];
  tries: readonly OwnTry[];
}

/** Reason for a deduction; its sentence is in the texts. */
export type Reason =
  | 'captured' | 'captured_passing' | 'castled' | 'promoted' | 'checked' | 'checking' | 'blocked' | 'pinned' | 'guarded' | 'no_capture' | 'pawn_capture' | 'no_pawn_capture' | 'moved_through';

/**
 * A deduction about the position on the board: an enemy piece stands on each square, or on at least one of them; the enemy's king on one of them; or no
 * enemy piece on any.
 */
export interface Deduction {
  claim: 'each' | 'some' | 'king' | 'none';
  squares: readonly Square[];
  /** The square at which it is shown, where that is another. */
  at?: Square;
  why: Reason;
  /** Squares or the directions that the sentence names. */
  about?: readonly string[];
}

/** Returns the line of an announced direction through a square. */
export type LineOf = (direction: Direction, square: Square, shape: Shape) => CheckLine;

const SHAPE: Shape = { files: 8, ranks: 8 };

const sideOf = (color: Color) => (color === 'w' ? 'white' : 'black');

/** Returns the deductions about the position on the board, each once. `lineOf` comes with a moderator who announces directions. */
export function deductionsOf(facts: KnownFacts, lineOf: LineOf | null): Deduction[] {
  const { own, toMove, you } = facts;
  const king = Object.entries(own).find(([, { type }]) => type === 'k')?.[0];
  if (king === undefined) return [];
  const board = new Board(facts, king, lineOf);
  const found = toMove === you ? [...board.captures(), ...board.castling(), ...board.promotion(), ...board.check(), ...board.pawnTries(), ...board.refusals()] : [...board.checkGiven(), ...board.path()];
  const known = new Set<string>();
  return found.filter((deduction) => {
    const key = JSON.stringify(deduction);
    return deduction.squares.length > 0 && !known.has(key) && known.add(key);
  });
}

class Board {
  readonly #facts: KnownFacts;
  readonly #king: Square;
  readonly #lineOf: LineOf | null;
  readonly #isOwn = (square: Square) => this.#facts.own[square] !== undefined;
  /** The direction in which own pawns go. */
  readonly #forward: number;

  constructor(facts: KnownFacts, king: Square, lineOf: LineOf | null) {
    this.#lineOf = lineOf;
    this.#facts = facts;
    this.#king = king;
    this.#forward = facts.you === 'w' ? 1 : -1;
  }

  /** Announcements about a side with the last ply, or before the move that follows it. */
  #said(color: Color, ...words: string[]): readonly Announcement[] {
    const { announcements, ply } = this.#facts;
    return announcements.filter((one) => (one.ply === ply || one.ply === ply + 1) && words.some((word) => one.text === `${sideOf(color)}_${word}`));
  }

  get #enemy(): Color {
    return this.#facts.you === 'w' ? 'b' : 'w';
  }

  #free(squares: readonly (Square | null)[]): Square[] {
    return squares.filter((square) => square !== null && !this.#isOwn(square)) as Square[];
  }

  // ---- the enemy's last move

  /** The enemy's piece that captured: where the lost piece stood, or in passing behind it. */
  captures(): Deduction[] {
    const { lost, ownMoves, ply } = this.#facts;
    if (!lost) return [];
    const [capture] = this.#said(this.#enemy, 'moved_captured', 'moved_captured_ep');
    if (!capture) return [];
    const behind = next(lost.square, [0, -this.#forward]);
    const { payload, text } = capture;
    if (text.endsWith('_ep') || (payload?.square !== undefined && payload.square !== lost.square)) {
      return behind === null ? [] : [{ claim: 'each', squares: [behind], why: 'captured_passing', about: [lost.square] }];
    }
    const last = ownMoves.find((move) => move.ply === ply - 1);
    // Not every moderator tells a capture in passing from another. Another device may have made the move.
    const passing = lost.type === 'p' && (!last || (last.to === lost.square && between(last.from, last.to).length === 1));
    if (passing && behind !== null && !this.#isOwn(behind)) return [{ claim: 'some', squares: [lost.square, behind], at: lost.square, why: 'captured', about: [lost.square] }];
    return [{ claim: 'each', squares: [lost.square], why: 'captured', about: [lost.square] }];
  }

  castling(): Deduction[] {
    const rank = this.#enemy === 'w' ? 1 : 8;
    const at = (files: string) => [...files].map((file) => `${file}${rank}`);
    const squares = this.#said(this.#enemy, 'castled_kingside').length > 0 ? at('gf') : this.#said(this.#enemy, 'castled_queenside').length > 0 ? at('cd') : [];
    return squares.length > 0 ? [{ claim: 'each', squares, why: 'castled', about: squares }] : [];
  }

  promotion(): Deduction[] {
    if (this.#said(this.#enemy, 'promoted').length === 0) return [];
    const rank = this.#enemy === 'w' ? 8 : 1;
    return [{ claim: 'some', squares: this.#free([...'abcdefgh'].map((file) => `${file}${rank}`)), why: 'promoted' }];
  }

  // ---- checks

  /** The enemy's pieces that give check: on the announced lines of the king, or on any. */
  check(): Deduction[] {
    const { inCheck } = this.#facts;
    if (inCheck !== true) return [];
    const directions = this.#said(this.#facts.you, 'in_check')[0]?.payload?.directions ?? null;
    const lineOf = this.#lineOf;
    if (!directions || !lineOf) return [{ claim: 'some', squares: [...ALL_WAYS.flatMap((step) => ray(this.#king, step, this.#isOwn)), ...leaps(this.#king, this.#isOwn)], why: 'checked' }];
    return directions.map((direction) => ({ claim: 'some', squares: this.#along(lineOf(direction, this.#king, SHAPE)), why: 'checked', about: [direction] }));
  }

  #along(line: CheckLine): Square[] {
    if (line === 'knight') return leaps(this.#king, this.#isOwn);
    return [[line.file, line.rank] as const, [-line.file, -line.rank] as const].flatMap((step) => ray(this.#king, step, this.#isOwn));
  }

  /** The enemy's king in check: on a square that own pieces look at. */
  checkGiven(): Deduction[] {
    const { inCheck, own } = this.#facts;
    if (inCheck !== true) return [];
    const directions = this.#said(this.#enemy, 'in_check')[0]?.payload?.directions ?? null;
    const lineOf = this.#lineOf;
    const looks = Object.entries(own).flatMap(([square, piece]) => this.#looksOf(square, piece));
    const squares = [...new Set(looks.map(([square]) => square))].filter(
      (square) => !directions || !lineOf || directions.every((direction) => looks.some(([seen, step]) => seen === square && fits(lineOf(direction, square, SHAPE), step))),
    );
    return [{ claim: 'king', squares, why: 'checking' }];
  }

  /** The squares that an own piece may attack, each with the step to it; null for the leap of a knight. */
  #looksOf(square: Square, { type }: Piece): [Square, Step | null][] {
    if (type === 'n') return leaps(square, this.#isOwn).map((seen) => [seen, null]);
    const rays = (steps: readonly Step[]) => steps.flatMap((step) => ray(square, step, this.#isOwn).map((seen): [Square, Step] => [seen, step]));
    if (type === 'p') return this.#pawnSteps.flatMap((step) => this.#free([next(square, step)]).map((seen): [Square, Step] => [seen, step]));
    return type === 'q' ? rays(ALL_WAYS) : type === 'r' ? rays(STRAIGHT) : type === 'b' ? rays(DIAGONAL) : [];
  }

  get #pawnSteps(): readonly Step[] {
    return [[1, this.#forward], [-1, this.#forward]];
  }

  // ---- pawn captures, as announced or asked for

  pawnTries(): Deduction[] {
    const { inCheck, own, you } = this.#facts;
    const [said] = this.#said(you, 'pawn_tries', 'has_any', 'no_any').slice(-1);
    if (!said) return [];
    const pawns = Object.entries(own).filter(([, { type }]) => type === 'p').map(([square]) => square);
    const { sources, tries } = said.payload ?? {};
    const can = sources ?? (said.text.endsWith('_no_any') || tries === 0 ? [] : null);
    const found: Deduction[] = [];
    if (sources) for (const source of sources) found.push({ claim: 'some', squares: this.#victims(source), why: 'pawn_capture', about: [source] });
    else if (can === null) found.push({ claim: 'some', squares: [...new Set(pawns.flatMap((pawn) => this.#victims(pawn)))], why: 'pawn_capture' });
    if (can !== null && inCheck === false) {
      const cannot = pawns.filter((pawn) => !can.includes(pawn));
      const squares = cannot.flatMap((pawn) => this.#captureSquares(pawn).filter((to) => !this.#mayExpose(pawn, to)));
      found.push({ claim: 'none', squares: [...new Set(squares)], why: 'no_pawn_capture' });
    }
    return found;
  }

  #captureSquares(pawn: Square): Square[] {
    return this.#free(this.#pawnSteps.map((step) => next(pawn, step)));
  }

  /** The squares on which a pawn may have something to capture, in passing too. */
  #victims(pawn: Square): Square[] {
    const rank = (parseCell(pawn)?.rank ?? 0) + 1;
    const passing = rank === (this.#forward > 0 ? 5 : 4) ? this.#free([next(pawn, [1, 0]), next(pawn, [-1, 0])]) : [];
    return [...this.#captureSquares(pawn), ...passing];
  }

  // ---- own tries of this turn

  /** Reasons why the tries of this turn were refused, as far as one reason is left. A king in check leaves too many. */
  refusals(): Deduction[] {
    const { inCheck, ply, tries, you } = this.#facts;
    // After an answer to a question the moderator may withhold moves that are legal.
    if (inCheck !== false || this.#said(you, 'has_any', 'no_any').length > 0) return [];
    return tries.filter((tried) => tried.ply === ply + 1 && tried.text === 'illegal_move').flatMap(({ from, to }) => (to === null ? [] : this.#refusal(from, to)));
  }

  #refusal(from: Square, to: Square): Deduction[] {
    const piece = this.#facts.own[from];
    if (!piece || this.#isOwn(to)) return [];
    const about = [from, to];
    const step = stepBetween(from, to);
    const passed = between(from, to);
    switch (piece.type) {
      case 'k':
        return ALL_WAYS.some((way) => next(from, way) === to) ? [{ claim: 'some', squares: this.#attackers(to, from), at: to, why: 'guarded', about: [to] }] : [];
      case 'n':
        if (!leaps(from, this.#isOwn).includes(to)) return [];
        return [{ claim: 'some', squares: pinningSquares(this.#king, from, to, this.#isOwn), why: 'pinned', about: [from] }];
      case 'p':
        return this.#mayExpose(from, to) ? [] : this.#pawnRefusal(from, to, about);
      default: {
        const straight = step !== null && (step[0] === 0 || step[1] === 0);
        const goes = step !== null && (piece.type === 'q' || straight === (piece.type === 'r')) && passed.every((square) => !this.#isOwn(square));
        if (!goes) return [];
        const pinning = pinningSquares(this.#king, from, to, this.#isOwn);
        // Blocked, or pinned: one of both alone is a deduction.
        if (pinning.length > 0) return passed.length === 0 ? [{ claim: 'some', squares: pinning, why: 'pinned', about: [from] }] : [];
        return [{ claim: 'some', squares: passed, why: 'blocked', about }];
      }
    }
  }

  #pawnRefusal(from: Square, to: Square, about: readonly string[]): Deduction[] {
    const one = next(from, [0, this.#forward]);
    const home = (parseCell(from)?.rank ?? 0) === (this.#forward > 0 ? 1 : 6);
    if (to === one) return [{ claim: 'some', squares: [to], why: 'blocked', about }];
    if (one !== null && home && to === next(one, [0, this.#forward])) return this.#isOwn(one) ? [] : [{ claim: 'some', squares: [one, to], why: 'blocked', about }];
    return this.#captureSquares(from).includes(to) ? [{ claim: 'none', squares: [to], why: 'no_capture', about }] : [];
  }

  /** Returns whether a move may uncover the own king. */
  #mayExpose(from: Square, to: Square): boolean {
    return pinningSquares(this.#king, from, to, this.#isOwn).length > 0;
  }

  /** The squares from which an enemy may attack a square that the king of `without` leaves. */
  #attackers(square: Square, without: Square): Square[] {
    const isOwn = (other: Square) => other !== without && this.#isOwn(other);
    return [...ALL_WAYS.flatMap((step) => ray(square, step, isOwn)), ...leaps(square, isOwn)].filter((other) => other !== without);
  }

  // ---- the own last move

  /** The squares through which the last move went: until the enemy moves nothing stands there. */
  path(): Deduction[] {
    const { own, ownMoves, ply } = this.#facts;
    const move = ownMoves.find((one) => one.ply === ply);
    const piece = move && own[move.to];
    if (!piece || piece.type === 'k') return [];
    const squares = between(move.from, move.to);
    return squares.length > 0 ? [{ claim: 'none', squares: this.#free(squares), why: 'moved_through', about: [move.from, move.to] }] : [];
  }
}

/** Returns whether an attack by a step, or the leap of a knight, is on a line of the king. */
function fits(line: CheckLine, step: Step | null): boolean {
  if (line === 'knight' || step === null) return line === 'knight' && step === null;
  return line.file * step[1] === line.rank * step[0];
}

/** Returns the facts of a game as its page knows them. */
export function factsOf({ announcements, ply, view, you }: PlayerState, { inferences, ownMoves, tries }: Pick<LocalHistory, 'inferences' | 'ownMoves' | 'tries'>): KnownFacts {
  const lost = inferences.find((one) => one.kind === 'captured' && one.own && one.ply === ply && one.square !== undefined);
  return {
    you, ply, toMove: view.toMove, inCheck: view.inCheck, announcements, ownMoves, tries,
    own: Object.fromEntries(Object.entries(view.pieces).filter(([, { color }]) => color === you)),
    lost: lost?.kind === 'captured' && lost.square !== undefined ? { square: lost.square, type: lost.type } : null,
  };
}

/** A sign at a square: for each claim one, and one for a square that is guarded. */
export type Marker = Deduction['claim'] | 'guarded';

const ORDER: readonly Marker[] = ['each', 'king', 'guarded', 'some', 'none'];

/** Returns the deductions about each square with their sign; the more certain one where there are several. */
export function markersOf(deductions: readonly Deduction[]): ReadonlyMap<Square, { marker: Marker; about: readonly Deduction[] }> {
  const markers = new Map<Square, { marker: Marker; about: readonly Deduction[] }>();
  for (const deduction of deductions) {
    const marker = deduction.why === 'guarded' ? 'guarded' : deduction.claim;
    for (const square of deduction.why === 'guarded' && deduction.at !== undefined ? [deduction.at] : deduction.squares) {
      const known = markers.get(square);
      const first = known && ORDER.indexOf(known.marker) < ORDER.indexOf(marker) ? known.marker : marker;
      markers.set(square, { marker: first, about: [...(known?.about ?? []), deduction] });
    }
  }
  return markers;
}

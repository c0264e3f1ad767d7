// The finished game as steps: each ply, and between them the refused tries.
import { parseFeen, type Board } from '../lib/feen';
import type { Color, PieceEffect, Record as GameRecord, PlyRecord, TryRecord, SquareName as Square } from '../wire';

export type Perspective = Color | 'moderator';

export type Step =
  | { kind: 'start'; board: Board }
  | { kind: 'ply'; ply: PlyRecord; board: Board }
  | { kind: 'try'; attempt: TryRecord; board: Board };

export interface Arrow {
  from: Square;
  to: Square;
  kind: 'move' | 'try';
}

const NOWHERE: Board = { shape: { files: 1, ranks: 1 }, pieces: {}, toMove: 'w' };

/** Returns the steps. Tries come before their ply; the perspective of a side has that side's tries only. */
export function stepsOf(record: GameRecord, perspective: Perspective, withTries: boolean): Step[] {
  let board = parseFeen(record.initial) ?? NOWHERE;
  const steps: Step[] = [{ kind: 'start', board }];
  const tries = withTries ? record.tries.filter(({ by }) => perspective === 'moderator' || by === perspective) : [];
  let next = 0;
  const triesUpTo = (ply: number) => {
    for (let attempt = tries[next]; attempt && attempt.ply <= ply; attempt = tries[++next]) {
      steps.push({ kind: 'try', attempt, board });
    }
  };
  for (const ply of record.plies) {
    triesUpTo(ply.ply);
    board = parseFeen(ply.feen) ?? board;
    steps.push({ kind: 'ply', ply, board });
  }
  triesUpTo(Infinity);
  return steps;
}

/** A place in the game that is the same from every perspective: the plies on the board, and the number of the try shown on it, or -1. */
export interface Place {
  ply: number;
  attempt: number;
}

export function placeOfStep(record: GameRecord, step: Step): Place {
  switch (step.kind) {
    case 'start':
      return { ply: 0, attempt: -1 };
    case 'ply':
      return { ply: step.ply.ply, attempt: -1 };
    case 'try':
      return { ply: step.attempt.ply - 1, attempt: record.tries.indexOf(step.attempt) };
  }
}

/** Returns the step at a place. A try that the perspective does not have is the position in which it was made. */
export function indexAt(record: GameRecord, steps: readonly Step[], { ply, attempt }: Place): number {
  const places = steps.map((step) => placeOfStep(record, step));
  const exact = places.findIndex((place) => place.ply === ply && place.attempt === attempt);
  return exact >= 0 ? exact : Math.max(0, places.findLastIndex((place) => place.attempt < 0 && place.ply <= ply));
}

/** Counts the pieces that each side has captured up to a ply, by kind. */
export function capturedUpTo(record: GameRecord, upTo: number): Record<Color, Record<string, number>> {
  const counts: Record<Color, Record<string, number>> = { w: {}, b: {} };
  for (const { ply, by, captured } of record.plies) {
    if (ply <= upTo && captured !== undefined) counts[by][captured] = (counts[by][captured] ?? 0) + 1;
  }
  return counts;
}

/** Returns the further effects of a move that the perspective may see: each kind with its squares. */
export function effectsOf({ happened = [] }: PlyRecord, by: Perspective): [PieceEffect, { square: Square; points: number }[]][] {
  const kinds = new Map<PieceEffect, { square: Square; points: number }[]>();
  for (const { what, color, square, points = 0 } of happened) {
    if (by !== 'moderator' && by !== color) continue;
    kinds.set(what, [...(kinds.get(what) ?? []), { square, points }]);
  }
  return [...kinds];
}

/** Returns the pieces that the perspective may see. */
export function visiblePieces(board: Board, by: Perspective): Board['pieces'] {
  if (by === 'moderator') return board.pieces;
  return Object.fromEntries(Object.entries(board.pieces).filter(([, piece]) => piece.color === by));
}

/** Returns an arrow between two squares; none for a drop, which comes from a hand, and for a pass, which goes nowhere. */
const arrow = (from: string, to: string | undefined, kind: Arrow['kind']): Arrow[] =>
  from === '*' || to === undefined || from === to ? [] : [{ from, to, kind }];

/** Returns the square on which a step drops a piece, to which no arrow goes. */
export function dropsOf(step: Step, by: Perspective): Square[] {
  if (step.kind !== 'ply') return [];
  const { by: side, from, to } = step.ply;
  return from === '*' && to !== undefined && to !== from && (by === 'moderator' || by === side) ? [to] : [];
}

export function arrowsOf(step: Step, by: Perspective): Arrow[] {
  switch (step.kind) {
    case 'start':
      return [];
    case 'ply': {
      const { by: side, duel, from, retreat, to } = step.ply;
      if (by !== 'moderator' && by !== side) return [];
      if (duel?.result !== 'failed') return arrow(from, to, 'move');
      // A failed capture is a try; its piece may have retreated elsewhere.
      return [...arrow(from, to, 'try'), ...arrow(from, retreat?.position, 'move')];
    }
    case 'try':
      return arrow(step.attempt.from, step.attempt.to, 'try');
  }
}

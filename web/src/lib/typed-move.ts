// Parser of typed moves: `e2e4`, `e7-e8=Q`, `Nf3`, `Rad1`, `exd5`, `O-O`. It knows the player's own pieces alone, so that it cannot tell anything about
// the other side.
import type { BoardView, Color, PieceType, SquareName as Square } from '../wire';
import { cellName, parseCell, type Shape } from './geometry';
import { parseQpi } from './qpi';

export type ParsedMove =
  | { kind: 'move'; from: Square; to: Square; promotion?: PieceType }
  | { kind: 'unreadable' }
  | { kind: 'off_board' }
  | { kind: 'no_piece' }
  | { kind: 'none_reaches' }
  | { kind: 'several'; from: Square[] }
  | { kind: 'needs_engine' };

export interface TypingContext {
  you: Color;
  pieces: BoardView['pieces'];
  shape: Shape;
  /** Returns the squares that an own piece may try; null while the engine is not loaded. */
  tries: ((from: Square) => readonly Square[]) | null;
}

const COORDINATES = /^([a-z]{1,2}[1-9][0-9]?)[-x ]?([a-z]{1,2}[1-9][0-9]?)(?:=?([a-zA-Z]))?$/;
const NAMED = /^([A-Z])?([a-z])?([1-9][0-9]?)?(x)?([a-z][1-9][0-9]?)(?:=?([A-Z]))?$/;
const CASTLING = /^[O0o]-?[O0o](-?[O0o])?$/;

const withPromotion = (from: Square, to: Square, letter: string | undefined): ParsedMove =>
  letter === undefined
    ? { kind: 'move', from, to }
    : { kind: 'move', from, to, promotion: letter.toLowerCase() as PieceType };

export function parseTypedMove(input: string, context: TypingContext): ParsedMove {
  const text = input.trim().replace(/[+#!?]+$/, '');
  const own = (cell: Square) => context.pieces[cell]?.color === context.you;
  const onBoard = (cell: Square) => {
    const at = parseCell(cell);
    return at !== null && at.file < context.shape.files && at.rank < context.shape.ranks;
  };

  const castling = CASTLING.exec(text);
  if (castling) return castle(castling[1] !== undefined, context);

  // `B2C3` is two squares typed with the shift key down, `B2c3` a bishop.
  const coordinates = COORDINATES.exec(/[a-z]/.test(text) ? text : text.toLowerCase());
  if (coordinates) {
    const [, from = '', to = '', letter] = coordinates;
    if (!onBoard(from) || !onBoard(to)) return { kind: 'off_board' };
    return own(from) ? withPromotion(from, to, letter) : { kind: 'no_piece' };
  }

  const named = NAMED.exec(text);
  if (!named) return { kind: 'unreadable' };
  const [, letter = 'P', file, rank, takes, to = '', promotion] = named;
  if (!onBoard(to)) return { kind: 'off_board' };
  const tries = context.tries;
  if (!tries) return { kind: 'needs_engine' };
  const isPawn = named[1] === undefined;
  const kin = Object.entries(context.pieces)
    .filter(([, piece]) => piece.color === context.you && parseQpi(piece.qpi)?.letter === letter)
    .map(([cell]) => cell)
    .filter((cell) => file === undefined || cell.startsWith(file))
    .filter((cell) => rank === undefined || cell.endsWith(rank));
  if (kin.length === 0) return { kind: 'no_piece' };
  // A pawn without a capture sign goes straight on: `e4` never means the pawn of the d file.
  const straight = isPawn && takes === undefined && file === undefined;
  const reaching = kin.filter((cell) => tries(cell).includes(to) && (!straight || cell.charAt(0) === to.charAt(0)));
  const [only, ...others] = reaching;
  if (only === undefined) return { kind: 'none_reaches' };
  return others.length > 0 ? { kind: 'several', from: reaching } : withPromotion(only, to, promotion);
}

/** Castling as the king's move of two files. The moderator decides whether it is legal. */
function castle(long: boolean, context: TypingContext): ParsedMove {
  const king = Object.entries(context.pieces).find(
    ([, piece]) => piece.color === context.you && parseQpi(piece.qpi)?.terminal,
  )?.[0];
  const at = king === undefined ? null : parseCell(king);
  if (king === undefined || !at) return { kind: 'no_piece' };
  const file = at.file + (long ? -2 : 2);
  if (file < 0 || file >= context.shape.files) return { kind: 'off_board' };
  return { kind: 'move', from: king, to: cellName({ file, rank: at.rank }) };
}

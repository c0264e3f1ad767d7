// Parser of typed moves that the rules of chess do not have: `P@e4`, `pass`, and two squares with a choice in the letters of notation, `b4b5+`, `a7a8=H`.
import type { SquareName as Square } from '../wire';
import { isPass, type LegalMove } from './legal';

export type RulesetMove =
  | { kind: 'pass' }
  /** A drop; `piece` has the letters of the notation, in upper case. */
  | { kind: 'drop'; piece: string; to: Square }
  /** A move with its choice: `+` for a promotion, `=` for none, otherwise the letters of the new piece. */
  | { kind: 'choice'; from: Square; to: Square; choice: string };

const DROP = /^([+-]?[a-z]{0,2})[@*]([a-z]{1,2}\d{1,2})$/i;
const CHOICE = /^([a-z]{1,2}\d{1,2})[-x ]?([a-z]{1,2}\d{1,2})(\+|=|=[+-]?[a-z]{1,2})$/i;

/** @param pass a pass as the players of the game write it */
export function parseRulesetMove(input: string, pass = 'pass'): RulesetMove | null {
  const text = input.trim().replace(/[#!?]+$/, '');
  if (['pass', '--', pass.toLowerCase()].includes(text.toLowerCase())) return { kind: 'pass' };
  const [, piece, onto] = DROP.exec(text.replace(/\+$/, '')) ?? [];
  if (piece !== undefined && onto !== undefined) return { kind: 'drop', piece: piece.toUpperCase(), to: onto.toLowerCase() };
  const [, from, to, choice] = CHOICE.exec(text) ?? [];
  if (from === undefined || to === undefined || choice === undefined) return null;
  return { kind: 'choice', from: from.toLowerCase(), to: to.toLowerCase(), choice: choice.length > 1 ? choice.slice(1).toUpperCase() : choice };
}

/** Returns castling as notation writes it, where a typed text is that; otherwise null. */
export function castlingIn(text: string): string | null {
  const [typed] = /^[o0](-?[o0]){1,2}$/i.exec(unmarked(text)) ?? [];
  return typed === undefined ? null : [...typed.replaceAll('-', '')].map(() => 'O').join('-');
}

const squeezed = (text: string): string => text.toLowerCase().replace(/\s+/g, '');

/**
 * Returns the legal moves that a typed text names: in the notation of the game's players, where a final `+` is a promotion, or else in algebraic notation.
 * @param read the text with the squares of the wire
 */
export function namedMoves(legal: readonly LegalMove[], text: string, read: string): readonly LegalMove[] {
  // A pass is typed in other words, and a piece is uncovered by a tap.
  const moves = legal.filter((move) => !isPass(move));
  // Marks are not looked at; a final `+` is none here.
  const typed = squeezed(text).replace(/[#!?]+$/, '');
  const own = moves.filter(({ game_notation: written }) => written && squeezed(written) === typed);
  if (own.length > 0) return own;
  const found = moves.filter(({ san }) => unmarked(san) === unmarked(read));
  // Where the players write a sign for a choice, a text without one leaves it open: it is asked for.
  const isOnly = ({ from, to, drop }: LegalMove) => moves.filter((other) => other.from === from && other.to === to && other.drop === drop).length === 1;
  return text === read || read.includes('=') ? found : found.filter(isOnly);
}

/** Returns a move in notation without the marks of check and of quality. */
export const unmarked = (san: string): string => san.trim().replace(/[+#!?]+$/, '');

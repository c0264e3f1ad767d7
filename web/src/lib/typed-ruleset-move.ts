// Parser of typed moves that the rules of chess do not have: `P@e4`, `pass`, and two squares with a choice in the letters of notation, `b4b5+`, `a7a8=H`.
import type { SquareName as Square } from '../wire';

export type RulesetMove =
  | { kind: 'pass' }
  /** A drop; `piece` has the letters of the notation, in upper case. */
  | { kind: 'drop'; piece: string; to: Square }
  /** A move with its choice: `+` for a promotion, `=` for none, otherwise the letters of the new piece. */
  | { kind: 'choice'; from: Square; to: Square; choice: string };

const DROP = /^([+-]?[a-z]{0,2})[@*]([a-z]{1,2}\d{1,2})$/i;
const CHOICE = /^([a-z]{1,2}\d{1,2})[-x ]?([a-z]{1,2}\d{1,2})(\+|=|=[+-]?[a-z]{1,2})$/i;

export function parseRulesetMove(input: string): RulesetMove | null {
  const text = input.trim().replace(/[#!?]+$/, '');
  if (/^(pass|--)$/i.test(text)) return { kind: 'pass' };
  const [, piece, onto] = DROP.exec(text.replace(/\+$/, '')) ?? [];
  if (piece !== undefined && onto !== undefined) return { kind: 'drop', piece: piece.toUpperCase(), to: onto.toLowerCase() };
  const [, from, to, choice] = CHOICE.exec(text) ?? [];
  if (from === undefined || to === undefined || choice === undefined) return null;
  return { kind: 'choice', from: from.toLowerCase(), to: to.toLowerCase(), choice: choice.length > 1 ? choice.slice(1).toUpperCase() : choice };
}

/** Returns a move in notation without the marks of check and of quality. */
export const unmarked = (san: string): string => san.trim().replace(/[+#!?]+$/, '');

// The choices of a move in the words of the engine: what the piece becomes, and which piece is placed where.
import type { PieceView, SquareName as Square } from '../wire';

/** The word for promoting to nothing, or placing nothing. */
export const NONE = 'none';

/** Returns the name of a kind without its state. */
export const baseOf = (words: string): string => words.replace(/^[+-]/, '');

interface ChoiceWord {
  word: string;
  /** The piece after its promotion; null where nothing is promoted. */
  promotion: string | null;
  places: { piece: string; square: Square } | null;
}

/** One choice that is offered: its word, its accessible name, and the piece that shows it; null for that of no piece. */
export interface MoveOption {
  id: string;
  label: string;
  piece: PieceView | null;
}

/** The choice that comes now: of a promotion, or of the piece that is placed and its square. */
export type Stage =
  | { kind: 'promotion'; options: readonly string[] }
  | { kind: 'placing'; options: readonly { word: string; piece: string; square: Square }[]; nothing: string | null };

const PLACED = /^(?:(.+), )?([^,]+) ([a-z]{1,2}[0-9]+)$/i;

export function parseChoice(word: string): ChoiceWord {
  const [, promotion, piece, square] = PLACED.exec(word) ?? [];
  if (piece !== undefined && square !== undefined) return { word, promotion: promotion ?? null, places: { piece, square: square.toLowerCase() } };
  return { word, promotion: word === NONE ? null : word, places: null };
}

/**
 * Returns what has to be chosen, after the promotion where one was chosen; null where the word is known, which `wordOf` returns.
 * @param promotion the chosen promotion; undefined before it is chosen
 */
export function stageOf(words: readonly string[], promotion?: string): Stage | null {
  const choices = words.map(parseChoice);
  const placing = choices.some(({ places }) => places !== null);
  const promotions = [...new Set(choices.map((choice) => choice.promotion ?? NONE))];
  if (!placing) return promotion === undefined ? { kind: 'promotion', options: promotions } : null;
  if (promotions.length > 1 && promotion === undefined) return { kind: 'promotion', options: promotions };
  const chosen = choices.filter((choice) => promotions.length === 1 || (choice.promotion ?? NONE) === promotion);
  if (chosen.length === 1) return null;
  return {
    kind: 'placing',
    options: chosen.flatMap(({ word, places }) => (places ? [{ word, ...places }] : [])),
    nothing: chosen.find(({ places }) => places === null)?.word ?? null,
  };
}

/** Returns the word of a promotion after which nothing is left to choose. */
export function wordOf(words: readonly string[], promotion: string): string | null {
  const left = words.map(parseChoice).filter((choice) => (choice.promotion ?? NONE) === promotion);
  return left.length === 1 ? (left[0]?.word ?? null) : null;
}

/** Returns the squares on which a piece can be placed. */
export const spotsOf = (stage: Stage | null): readonly Square[] =>
  stage?.kind === 'placing' ? [...new Set(stage.options.map(({ square }) => square))] : [];

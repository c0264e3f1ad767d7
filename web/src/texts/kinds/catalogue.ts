// Texts of pieces of any ruleset, of hands, and of the choices of a move; loaded with the kinds of a ruleset.
import type { Color } from '../../wire';
import type { By, TextOf } from '../catalogue';
import type { CharactersOf } from '../characters';

export interface KindTexts {
  /** A piece by the words of its rules. */
  readonly pieceOf: TextOf<[side: string, kind: string, promoted: boolean]>;
  readonly promoted: TextOf<[kind: string]>;
  /** A covered piece of a side, with the piece as which it moves. */
  readonly covered: TextOf<[side: string, kind: string]>;
  /** A covered piece, of which nothing else is known. */
  readonly coveredPiece: string;
  /** A move from the notation of the game's players. */
  readonly move: TextOf<[notation: string, by: Color, charactersOf: CharactersOf]>;
  readonly promoteTo: TextOf<[kind: string]>;
  readonly promoteNothing: string;
  readonly placing: string;
  readonly place: TextOf<[kind: string, square: string]>;
  readonly placeNothing: string;
  /** Pieces in hand; without a count there are as many as their owner wants. */
  readonly held: TextOf<[piece: string, count: number | null]>;
  readonly handOf: TextOf<[side: string]>;
  readonly pass: string;
  /** The answer to the question for a square of a board without colours. */
  readonly square: TextOf<[square: string, standing: string]>;
  /** The title of a board. */
  readonly title: By<'blind' | 'vanilla' | 'sight', TextOf<[game: string]>>;
  readonly sides: By<'white' | 'black'>;
  /** The side that the reader plays, where it is neither White nor Black. */
  readonly yourSide: TextOf<[side: string]>;
  /** A sentence about White and Black with the names that the sides have. */
  readonly renamed: TextOf<[sentence: string, white: string, black: string]>;
}

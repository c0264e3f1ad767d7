// The choices of a move as buttons: their names and their pieces.
import { kindTexts } from '../texts/kinds';
import type { Color, PieceView as Piece } from '../wire';
import type { Kinds } from './kinds';
import { baseOf, NONE, type MoveOption, type Stage } from './move-choice';

/**
 * Returns the options of a stage; empty where the pieces stand on many squares, which are chosen on the board.
 * @param mover the piece that moves, which stays as it is where nothing is promoted
 */
export function optionsOf(stage: Stage, kinds: Kinds, color: Color, mover: Piece | null, most: number): MoveOption[] {
  // The sign of another kind only marks that it came from this one.
  const ownWord = (word: string): string => (mover && kinds.nameOf(mover.qpi) !== baseOf(word) ? baseOf(word) : word);
  if (stage.kind === 'promotion') {
    return stage.options.map((word) =>
      word === NONE
        ? { id: word, label: kindTexts.promoteNothing, piece: mover }
        : { id: word, label: kindTexts.promoteTo(kinds.spoken(ownWord(word))), piece: kinds.pieceNamed(word, color) },
    );
  }
  if (stage.options.length > most) return [];
  const options = stage.options.map(({ word, piece, square }) => ({
    id: word, label: kindTexts.place(kinds.spoken(piece), kinds.square(square)), piece: kinds.pieceNamed(piece, color),
  }));
  return stage.nothing === null ? options : [...options, { id: stage.nothing, label: kindTexts.placeNothing, piece: null }];
}

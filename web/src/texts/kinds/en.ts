// English texts of pieces of any ruleset.
import type { KindTexts } from './catalogue';

export const en: KindTexts = {
  pieceOf: (side, kind, promoted) => `${side} ${promoted ? 'promoted ' : ''}${kind}`,
  promoted: (kind) => `promoted ${kind}`,
  covered: (side, kind) => `${side} covered piece, moves as ${kind}`,
  coveredPiece: 'covered piece',
  move: (notation) => notation,
  promoteTo: (kind) => `Promote to ${kind}`,
  promoteNothing: 'Do not promote',
  placing: 'Choose a marked square for the piece that this move places.',
  place: (kind, square) => `Place ${kind} on ${square}`,
  placeNothing: 'Place nothing',
  held: (piece, count) => (count === null ? `${piece}, as many as you like` : count === 1 ? `${piece} in hand` : `${count} × ${piece} in hand`),
  handOf: (side) => `Hand of ${side}`,
  pass: 'Pass',
  square: (square, standing) => `${square}: ${standing}.`,
  title: { blind: (game) => `${game}, blind`, vanilla: (game) => `${game}, open`, sight: (game) => `${game}, by sight` },
  sides: { white: 'White', black: 'Black' },
  yourSide: (side) => `Your side: ${side}.`,
  renamed: (sentence, white, black) =>
    sentence.replace(/\b(White|Black|white|black)\b/g, (word) => {
      const name = word.toLowerCase() === 'white' ? white : black;
      return word.charAt(0) === word.charAt(0).toLowerCase() ? name.charAt(0).toLowerCase() + name.slice(1) : name;
    }),
};

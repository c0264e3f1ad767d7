// Names that the players of a game give to its squares, such as `7g` in shogi. Commands, records and the engine keep those of the wire (`c3`).
import type { SquareName as Square, SquareNames } from '../wire';
import { cellName, fileName, parseCell } from './geometry';

/** Returns the form of a typed text with squares: a piece, a sign, one square or two, a choice, and marks. */
const formOf = (square: string): RegExp =>
  new RegExp(`^([+-]?[a-z]{0,2})([-@*x]?)(${square})(?:([- x]?)(${square}))?((?:=[+-]?[a-z]{1,2}|[+=])?[#!?+]*)$`, 'i');

/** The squares of a board by the names that players read and type: those of the wire where a ruleset names none. */
export class SquareNaming {
  readonly #names: SquareNames | undefined;
  /** Squares by their names in lower case. */
  readonly #squares = new Map<string, Square>();
  #form: RegExp | undefined;

  constructor(names?: SquareNames) {
    this.#names = names;
    for (const file of names?.files.keys() ?? []) {
      for (const rank of names?.ranks.keys() ?? []) this.#squares.set(this.#join(file, rank).toLowerCase(), cellName({ file, rank }));
    }
  }

  /** Returns the name of a square by the indexes of its file and its rank. */
  #join(file: number, rank: number): string {
    const parts = [this.file(file), this.rank(rank)];
    return (this.#names?.ranksFirst ? parts.reverse() : parts).join('');
  }

  /** Returns the name of a file by its index from zero. */
  file(index: number): string {
    return this.#names?.files[index] ?? fileName(index);
  }

  /** Returns the name of a rank by its index from zero. */
  rank(index: number): string {
    return this.#names?.ranks[index] ?? String(index + 1);
  }

  /** Returns the name of a square; anything else, such as `*` for the hand, as it is. */
  name(square: Square): string {
    const at = this.#names && parseCell(square);
    return at && this.#names?.files[at.file] !== undefined && this.#names.ranks[at.rank] !== undefined ? this.#join(at.file, at.rank) : square;
  }

  /** Returns the number of a rank by its name; any other text as it is. */
  rankNumber(name: string): string {
    const index = this.#names?.ranks.findIndex((rank) => rank.toLowerCase() === name.toLowerCase()) ?? -1;
    return index < 0 ? name : String(index + 1);
  }

  /** Returns a typed text with the squares of the wire in place of the game's own, `Pc4` for `P-7f`. A text that names none is left as it is. */
  read(text: string): string {
    if (this.#squares.size === 0) return text;
    // Names have letters and digits alone. The longest come first, because one may begin as another does.
    this.#form ??= formOf([...this.#squares.keys()].sort((a, b) => b.length - a.length).join('|'));
    const [, piece = '', sign = '', first, between = '', second, rest = ''] = this.#form.exec(text.trim()) ?? [];
    const squareOf = (name = '') => this.#squares.get(name.toLowerCase()) ?? '';
    if (first === undefined) return text;
    // After a piece the parsers of moves read no hyphen.
    return [piece, sign === '-' ? '' : sign, squareOf(first), piece !== '' && between !== 'x' ? '' : between, squareOf(second), rest].join('');
  }
}

// The kinds of pieces of a ruleset: their names, and pictures of them by the tables of `pieces/sets.json`.
import type { Component } from 'svelte';
import KindGround from '../parts/KindGround.svelte';
import KindShape from '../parts/KindShape.svelte';
import type { DrawnShape, Tile } from '../pieces/drawings';
import { kindTexts } from '../texts/kinds';
import tables from '../pieces/sets.json';
import type { Color, NotedMove, PieceView as Piece, RulesetDescription, SquareName as Square, SquareNames } from '../wire';
import { parseFeen } from './feen';
import { pieceName, sideName } from './names.svelte';
import { cellName, parseCell, type Shape } from './geometry';
import type { MoveWords } from './move-words';
import type { PointRules } from './point-values';
import { parseQpi } from './qpi';
import { settings } from './settings.svelte';
import { SquareNaming } from './square-names';
import type { Zones } from './zones';

/** A kind of piece, as a list of rulesets or the files of one describe it. */
export interface KindData {
  /** Letter of the kind and that of its style; case does not matter. */
  type: string;
  style: string;
  name: string;
  /** Letter in notation; empty for a piece that is written by its squares alone. */
  san?: string;
  /** Letter in the notation of the game's players, where it is another. */
  letter?: string;
  /** True for pieces of neither side. */
  neutral?: boolean;
  /** True if a side has as many of them as it wants. */
  supply?: boolean;
  /** The drawing that its ruleset brings. */
  drawing?: readonly DrawnShape[];
}

/** Source of the pictures and names of pieces. */
export interface KindsSource {
  /** Name of the family of games, such as that of its pieces' style. */
  family: string;
  pieces: readonly KindData[];
  /** The initial position as FEEN. */
  start: string;
  /** Names of both sides. */
  sides: Readonly<Record<Color, string>>;
  /** Covered pieces of the first side, or of neither. */
  covered?: readonly string[] | undefined;
  /** Names of the squares, where they are not those of the wire. */
  squares?: SquareNames | undefined;
  /** Values of pieces, and when they decide a game, where the rules are loaded and not only listed. */
  rules?: PointRules;
}

/** Squares of two tones, squares of one tone between lines, or points on which lines cross. */
export type GroundStyle = 'checkered' | 'lined' | 'points';

/** How a tile is inked: by the name of the side where that is a colour. */
export type Ink = 'dark' | 'red' | 'blue' | 'green';

/** A picture; `own` is drawn in place of its symbol. */
export type Picture = { promoted: boolean; neutral: boolean; second: boolean; own?: readonly DrawnShape[] } & (
  | { form: 'drawing'; symbol: string; badge: string | null }
  | { form: 'tile'; tile: Tile; ink: Ink; text: string | null; symbol: string | null; covered?: boolean }
);

/** A drawing by the name of a kind, alone or behind that of a family: one, or two of which the second is small. */
const drawingOf = new Map<string, string>();
for (const table of [tables.drawings, tables.compounds]) {
  for (const [drawing, names] of Object.entries(table)) for (const name of names) drawingOf.set(name, drawing);
}

interface TileSet {
  family: string;
  ground: string;
  tile: string;
  faces: Record<string, string[]>;
}
const SETS: readonly TileSet[] = tables.sets as unknown as readonly TileSet[];
/** Drawings of things, which look the same for both sides. */
const THINGS: readonly string[] = ['wall', 'hole', 'arrow', 'duck'];
/** The type of a captured piece that was covered, to players who do not know what it was. */
export const UNKNOWN_TYPE = '?';
const INKS: readonly Ink[] = ['red', 'blue', 'green'];

/** True if this device has the letters of traditional faces; null until it was asked. */
let hasFaces: boolean | null = null;

/** Compares a letter with one that no font has: where both are drawn alike, the letter is missing. */
function deviceHasFaces(): boolean {
  if (hasFaces !== null) return hasFaces;
  if (typeof document === 'undefined') return false;
  const pixels = (letter: string): string => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 24, height: 24 });
    const context = canvas.getContext('2d');
    if (!context) return '';
    context.font = '20px sans-serif';
    context.fillText(letter, 2, 20);
    return context.getImageData(0, 0, 24, 24).data.join();
  };
  return (hasFaces = pixels('歩') !== pixels('\u{10FFFD}'));
}

export class Kinds {
  /** The component that draws a picture, which comes with this module. */
  readonly Shape: Component<{ picture: Picture; up: boolean }> = KindShape;
  /** The component that draws lines and zones of the board. */
  readonly Ground = KindGround;
  readonly family: string;
  readonly ground: GroundStyle;
  readonly sides: Readonly<Record<Color, string>>;
  readonly list: readonly KindData[];
  readonly squares: SquareNaming;
  /** Sentences about moves, where they are loaded. */
  words: MoveWords | null = null;
  /** Values of pieces, and when they decide a game; empty where the rules are only listed. */
  pointRules: PointRules;
  readonly #source: KindsSource;
  readonly #kinds = new Map<string, KindData>();
  readonly #set: TileSet | undefined;
  /** Letters that have a right at the beginning, such as to castle: for them `+` says nothing about a promotion. */
  readonly #rights: ReadonlySet<string>;
  /** Letters of the pieces on the board and in the hands of the beginning. */
  readonly #standing: string;
  readonly #covered: ReadonlySet<string>;

  /** @param zones zones of the board, once the rules are loaded */
  constructor(source: KindsSource, readonly zones: Zones | null = null) {
    const { family, pieces, start, sides, covered = [], rules = {} } = source;
    this.#source = source;
    this.family = family.toLowerCase();
    this.sides = sides;
    this.list = pieces;
    this.squares = new SquareNaming(source.squares);
    this.pointRules = rules;
    for (const kind of pieces) this.#kinds.set(`${kind.style}:${kind.type}`.toUpperCase(), kind);
    this.#covered = new Set(covered.map((qpi) => qpi.toUpperCase()));
    this.#set = SETS.find((set) => set.family === this.family);
    this.ground = (this.#set?.ground ?? 'checkered') as GroundStyle;
    const [placement = '', hands = ''] = start.split(' ');
    this.#standing = `${placement} ${hands}`.toUpperCase();
    this.#rights = new Set([...placement.matchAll(/\+([A-Za-z])/g)].map(([, letter = '']) => letter.toUpperCase()));
  }

  /** The size of the board. */
  get shape(): Shape | undefined {
    return parseFeen(this.#source.start)?.shape;
  }

  isGoal(square: Square): boolean {
    return this.zones?.goals.some(({ squares }) => squares.includes(square)) === true;
  }

  /** Returns the same kinds on a board with zones. */
  withZones(zones: Zones): Kinds {
    return new Kinds(this.#source, zones);
  }

  /** Returns the name of a square as players read it. */
  square(square: Square): string {
    return this.squares.name(square);
  }

  /** Returns a move as players read it: where they read characters and have chosen them for the pieces, in characters. */
  move({ by, san, gameNotation = san }: Pick<NotedMove, 'by' | 'san' | 'gameNotation'>): string {
    return kindTexts.move(gameNotation, by, (letter, isPromoted, color) => {
      const name = this.list.find((kind) => (kind.letter ?? kind.san) === letter)?.name ?? '';
      const [traditional, , written = traditional] = this.#set?.faces[isPromoted ? `+${name}` : name] ?? [];
      if (written === undefined || settings.faces !== 'traditional' || !deviceHasFaces()) return null;
      // Some pieces are written otherwise by the second side; a promoted one may have two characters.
      return isPromoted || written.length === 1 ? written : written.charAt(color === 'b' ? 1 : 0);
    });
  }

  /** Returns the name of a square for an example: of one on the board where that is not. */
  example(square: Square): string {
    const { shape } = this;
    const at = parseCell(square);
    return this.square(shape && at ? cellName({ file: Math.min(at.file, shape.files - 1), rank: Math.min(at.rank, shape.ranks - 1) }) : square);
  }

  /** Returns the data of a piece's kind. */
  kindOf(qpi: string): KindData | undefined {
    const identity = parseQpi(qpi);
    return identity ? this.#kinds.get(`${identity.style}:${identity.letter}`) : undefined;
  }

  isNeutral(qpi: string): boolean {
    return this.kindOf(qpi)?.neutral === true;
  }

  /** Returns whether a piece is covered: its letter says how it moves, and not what it is. */
  isCovered(qpi: string): boolean {
    return this.#covered.has(qpi.toUpperCase());
  }

  /** Returns a covered piece of a side, for pictures; null in games without. */
  coveredPiece(color: Color): Piece | null {
    const [first] = this.#covered;
    const identity = first === undefined ? null : parseQpi(first);
    const kind = first === undefined ? undefined : this.kindOf(first);
    return identity && kind ? this.piece(kind, color, identity.state) : null;
  }

  /**
   * Returns whether a piece is shown as promoted. Where `+` is a right, `-` may say so, as in crazyhouse of a rook; of pawns it says that they have just moved
   * two squares, by a kind that does not stand at the beginning or has no letter in notation.
   */
  isPromoted(qpi: string): boolean {
    const { state, letter = '' } = parseQpi(qpi) ?? {};
    return state === '+' ? !this.#rights.has(letter) : state === '-' && this.#standing.includes(letter) && !this.isCovered(qpi) && this.kindOf(qpi)?.san !== '';
  }

  /** Returns the word of the rules for a piece's kind, without its side or state. */
  nameOf(qpi: string): string | undefined {
    return this.kindOf(qpi)?.name;
  }

  /** Returns what a piece's kind is called in the language in use. */
  called(qpi: string): string | undefined {
    const name = this.nameOf(qpi);
    return name === undefined ? undefined : pieceName(name, this.family);
  }

  /** Returns the words of the rules for a piece as they are said: `promoted silver` for `+silver`. */
  spoken(words: string): string {
    const name = pieceName(words.replace(/^[+-]/, ''), this.family);
    return this.isPromoted(this.pieceNamed(words, 'w')?.qpi ?? '') ? kindTexts.promoted(name) : name;
  }

  /** Returns the name of a kind by its letter; that of the first style that has it. */
  nameOfType(type: string): string | undefined {
    if (type === UNKNOWN_TYPE) return kindTexts.coveredPiece;
    const name = this.list.find((kind) => kind.type.toLowerCase() === type)?.name;
    return name === undefined ? undefined : pieceName(name, this.family);
  }

  /** Returns the own pieces of a hand that letters of notation name; those of the type count where notation has none. */
  written(letters: string, held: readonly Piece[]): readonly Piece[] {
    return held.filter(({ qpi, type }) => [this.kindOf(qpi)?.san, type.toUpperCase()].includes(letters));
  }

  /** Returns what is told of a square of a board without colours; null where squares have a colour. */
  squareText(square: string, standing: string): string | null {
    return this.ground === 'checkered' ? null : kindTexts.square(this.square(square), standing);
  }

  /** Returns what a piece is called with its side. */
  text({ color, qpi }: Piece): string | undefined {
    const name = this.called(qpi);
    if (name !== undefined && this.isCovered(qpi) && !this.isNeutral(qpi)) return kindTexts.covered(sideName(this.sides[color]), name);
    return name === undefined || this.isNeutral(qpi) ? name : kindTexts.pieceOf(sideName(this.sides[color]), name, this.isPromoted(qpi));
  }

  /** Returns the name of a side as it begins a sentence. */
  sideText(color: Color): string {
    const word = this.sides[color];
    const name = sideName(word);
    return word === 'white' || word === 'black' ? kindTexts.sides[word] : name.charAt(0).toUpperCase() + name.slice(1);
  }

  /** Returns the sentence that tells its reader which side is theirs; null where that is White or Black, for which the page has its own. */
  yourSideText(color: Color): string | null {
    const word = this.sides[color];
    return word === 'white' || word === 'black' ? null : kindTexts.yourSide(this.sideText(color));
  }

  /** Returns a sentence about White and Black with the names that the sides have in this game. */
  renamed(sentence: string): string {
    return kindTexts.renamed(sentence, this.sideText('w'), this.sideText('b'));
  }

  /** Returns a piece of a side by the words of the rules for it: a name, with a sign before it for a state. */
  pieceNamed(words: string, color: Color): Piece | null {
    const [, state = '', name = ''] = /^([+-]?)(.*)$/.exec(words) ?? [];
    const kind = this.list.find((other) => other.name === name);
    return kind ? this.piece(kind, color, state) : null;
  }

  /** Returns a piece by the letter of its kind; the first style that has it. */
  pieceOfType(type: string, color: Color): Piece | null {
    const kind = this.list.find((other) => other.type.toLowerCase() === type);
    return kind ? this.piece(kind, color) : null;
  }

  /** Returns the piece that stands for a side: a royal one of the initial position, or the first of the list. */
  emblem(color: Color): Piece | null {
    const [, letter] = (color === 'w' ? /([A-Z])\^/ : /([a-z])\^/).exec(this.#source.start) ?? [];
    return this.pieceOfType((letter ?? this.list.find(({ neutral }) => !neutral)?.type ?? '').toLowerCase(), color);
  }

  /** Returns a piece of a kind. */
  piece({ type, style, neutral }: KindData, color: Color, state = ''): Piece & { neutral?: boolean } {
    const cased = (text: string) => (color === 'w' ? text.toUpperCase() : text.toLowerCase());
    return { color, type: type.toLowerCase(), qpi: `${cased(style)}:${state}${cased(type)}`, ...(neutral && { neutral }) };
  }

  picture({ color, qpi, type }: Piece): Picture {
    const identity = parseQpi(qpi);
    const kind = this.kindOf(qpi);
    const promoted = this.isPromoted(qpi);
    const common = { promoted, neutral: kind?.neutral === true, second: color === 'b' };
    const name = kind?.name ?? '';
    const letter = identity?.letter ?? type.toUpperCase();
    if (this.isCovered(qpi)) {
      const ink = INKS.find((known) => known === this.sides[color] && !common.neutral) ?? 'dark';
      return { ...common, second: common.second && !common.neutral, form: 'tile', tile: (this.#set?.tile ?? 'disc') as Tile, ink, text: null, symbol: null, covered: true };
    }
    const own = kind?.drawing;
    if (this.#set && !common.neutral) {
      const { faces, tile } = this.#set;
      const [traditional = null, western = null] = (promoted && faces[`+${name}`]) || faces[name] || [];
      const ink = INKS.find((known) => known === this.sides[color]) ?? 'dark';
      const drawn = { ...common, form: 'tile' as const, tile: tile as Tile, ink };
      if (settings.faces === 'traditional' && traditional !== null && deviceHasFaces()) {
        return { ...drawn, text: [...traditional][color === 'b' ? 1 : 0] ?? traditional, symbol: null };
      }
      if (own) return { ...drawn, own, text: null, symbol: '' };
      const drawing = western ?? drawingOf.get(name)?.split('+')[0] ?? letter;
      const isLetter = /^[A-Z]$/.test(drawing);
      return { ...drawn, text: isLetter ? drawing : null, symbol: isLetter ? null : drawing };
    }
    if (own) return { ...common, own, form: 'drawing', symbol: '', badge: null };
    const [symbol, badge = null] = (drawingOf.get(`${this.family} ${name}`) ?? drawingOf.get(name))?.split('+') ?? [];
    return symbol === undefined
      ? { ...common, form: 'tile', tile: 'token', ink: 'dark', text: letter, symbol: null }
      : { ...common, form: 'drawing', symbol, badge, neutral: common.neutral || THINGS.includes(symbol) };
  }
}

/** The part of `ruleset.json` that tells its pieces, and the names of its squares. */
interface Manifest {
  styles: Record<string, string>;
  sides?: { first: string; second: string };
  pieces: Record<string, { name: string; san: string; neutral?: boolean; supply?: boolean }>;
  initial: string;
  covered?: { pieces: string[] };
  drawings?: Record<string, readonly DrawnShape[]>;
  notation?: Partial<SquareNames> & { ranks_first?: boolean; letters?: Record<string, string> };
}

/** Returns what pieces of one role share: style and letter. */
const roleOf = (qpi: string): string => {
  const { style = '', letter = '' } = parseQpi(qpi) ?? {};
  return `${style}:${letter}`;
};

/** Reads the kinds from the files of a ruleset. */
export function kindsOfManifest(manifest: string): Kinds {
  const rules = JSON.parse(manifest) as Manifest & PointRules;
  const { styles, sides, pieces, initial, covered, drawings = {}, notation: { files, ranks, ranks_first: ranksFirst = false, letters = {} } = {} } = rules;
  const drawn = new Map(Object.entries(drawings).map(([key, shapes]) => [roleOf(key), shapes]));
  return new Kinds({
    family: Object.values(styles)[0] ?? '',
    pieces: Object.entries(pieces).map(([key, { name, san, neutral, supply }]) => {
      const role = roleOf(key);
      const [style = '', type = ''] = role.split(':');
      const drawing = drawn.get(role);
      return { type, style, name, san, ...(drawing && { drawing }), ...(letters[key] !== undefined && { letter: letters[key] }), ...(neutral && { neutral }), ...(supply && { supply }) };
    }),
    start: initial,
    covered: covered?.pieces,
    squares: files && ranks && { files, ranks, ranksFirst },
    sides: { w: sides?.first ?? 'white', b: sides?.second ?? 'black' },
    rules,
  });
}

/** Reads the kinds from the list of rulesets. */
export const kindsOfCard = ({ family = '', pieces, start, sides, covered, squares }: RulesetDescription): Kinds =>
  new Kinds({ family, start, sides, covered, squares, pieces: pieces.map(({ qpi, ...kind }) => ({ ...kind, style: parseQpi(qpi)?.style ?? '' })) });

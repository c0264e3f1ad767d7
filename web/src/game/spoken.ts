// Answers to questions typed in the field for moves, for players who hear the game: what stands where, what was said, clocks and captures. They tell
// what the page shows, and no more.
import type { Shape } from '../lib/geometry';
import { cellName, isDark, parseCell } from '../lib/geometry';
import type { Kinds } from '../lib/kinds';
import type { BoardView, Color, PieceView, SquareName as Square, Tally } from '../wire';
import { texts } from '../texts';
import { kindText, pieceText, squareName, tableTexts } from '../texts/table';
import { later } from '../texts/later';
import type { Question } from '../texts/later/catalogue';
import { questionExamples } from './examples';

/** The parts of the page that can be asked for. */
export interface Shown {
  you: Color;
  pieces: BoardView['pieces'];
  shape: Shape;
  /** True if squares without a piece are unknown, not empty. */
  veiled: boolean;
  /** The seen squares of a board in fog. */
  seen?: ReadonlySet<Square> | null;
  /** Lines of the log by ply. */
  log: readonly { ply: number; lines: readonly string[] }[];
  tally: Tally;
  /** Both clocks, formatted; null where there are none. */
  clock: Record<Color, string> | null;
  /** The kinds of pieces of other rules than those of chess. */
  kinds?: Kinds | null;
  /** The pieces in both hands, in words; null in games without hands. */
  hands?: string | null;
}

const SAID = 5;
/** A square with a question mark, which is never a move; or the mark alone. */
const MARKED = /^([a-z]{1,2}\d{1,2})?\?$/;

/** Returns a text as it can be typed: in lower case, and without accents. */
const plain = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

/** Other forms of the words of English. */
const ALIASES: Readonly<Record<string, Question>> = { '?': 'commands', hand: 'hands' };

/** Returns the question that a word is, in English or in the language of the page. */
function questionOf(word: string): Question | undefined {
  const words = Object.entries(later.spoken.words) as [Question, string][];
  return ALIASES[word] ?? words.find((names) => names.map(plain).includes(word))?.[0];
}

/** Returns the words of a text, with the squares of the wire in place of the game's own. */
const tokens = (input: string, kinds?: Kinds | null): string[] => (kinds?.squares.read(plain(input)) ?? plain(input)).trim().split(/\s+/);

/** Returns whether a text is a question, and never a move. */
export function isQuestion(input: string, kinds?: Kinds | null): boolean {
  const words = tokens(input, kinds);
  return questionOf(words[0] ?? '') !== undefined || MARKED.test(words.join(' '));
}

/** Answers a question; null for anything else. */
export function answer(input: string, shown: Shown): string | null {
  const { kinds } = shown;
  const [word = '', argument = '', ...rest] = tokens(input, kinds);
  if (rest.length > 0) return null;
  const { spoken } = later;
  switch (questionOf(word)) {
    case 'last':
      return shown.log.at(-1)?.lines.join(' ') ?? tableTexts.log.empty;
    case 'said':
      return shown.log.flatMap(({ lines }) => lines).slice(-SAID).join(' ') || tableTexts.log.empty;
    case 'pieces':
      return pieces(shown, argument);
    case 'rank': {
      const number = kinds?.squares.rankNumber(argument) ?? argument;
      return /^[1-9]\d?$/.test(number) && Number(number) <= shown.shape.ranks ? rank(shown, Number(number) - 1) : spoken.noRank;
    }
    case 'clock':
      return shown.clock ? spoken.clocks(shown.clock[shown.you], shown.clock[shown.you === 'w' ? 'b' : 'w']) : texts.clock.none;
    case 'captured':
      return spoken.captured(counted(shown.tally.byYou, kinds), counted(shown.tally.byOpponent, kinds));
    case 'hands':
      return shown.hands ?? null;
    case 'commands': {
      const { last, said, pieces: all, rank: line, clock, captured } = spoken.words;
      const { letter, square: cell, rank: name } = questionExamples(kinds ?? null);
      return spoken.commands([last, said, all, `${all} ${letter}`, `${cell}?`, `${line} ${name}`, clock, captured].join(', '));
    }
    default:
      return argument === '' ? square(shown, word.replace(/\?$/, '')) : null;
  }
}

/** Returns what stands on a square; null where the text names none of the board. */
export function square(shown: Shown, name: string): string | null {
  const at = parseCell(name);
  if (!at || at.file >= shown.shape.files || at.rank >= shown.shape.ranks) return null;
  const stands = standing(shown, name);
  return shown.kinds?.squareText(name, stands) ?? later.spoken.square(squareName(name, shown.kinds), isDark(name), stands);
}

const standing = ({ pieces, veiled, seen, kinds }: Shown, cell: Square): string => {
  const piece = pieces[cell];
  return piece ? pieceText(piece, kinds) : veiled && !seen?.has(cell) ? tableTexts.cell.unseen : tableTexts.cell.empty;
};

function rank(shown: Shown, index: number): string {
  const cells = Array.from({ length: shown.shape.files }, (_, file) => cellName({ file, rank: index }));
  const occupied = cells.filter((cell) => shown.pieces[cell]).map((cell) => `${squareName(cell, shown.kinds)} ${standing(shown, cell)}`);
  return later.spoken.rank(shown.kinds?.squares.rank(index) ?? String(index + 1), occupied, shown.veiled);
}

/** Lists the pieces by kind, of one side after the other. The kind may be a letter or a word. */
function pieces({ you, pieces: standingPieces, kinds = null }: Shown, kind: string): string {
  const isKind = ({ type, qpi }: PieceView) => kind === '' || type === kind || [kind, kind.replace(/s$/, '')].includes(plain(kinds?.nameOf(qpi) ?? kindText(type)));
  const found = Object.entries(standingPieces).filter(([, piece]) => isKind(piece));
  const sides: readonly Color[] = you === 'w' ? ['w', 'b'] : ['b', 'w'];
  const lists = sides.flatMap((side) => {
    const listed = new Map<string, Square[]>();
    for (const [cell, piece] of found) {
      const name = pieceText(piece, kinds);
      if (piece.color === side) listed.set(name, [...(listed.get(name) ?? []), cell]);
    }
    return [...listed].map(([name, cells]) => `${name} ${cells.map((cell) => squareName(cell, kinds)).sort().join(', ')}`);
  });
  return lists.length > 0 ? `${lists.join('; ')}.` : later.spoken.none;
}

const counted = (tally: Readonly<Record<string, number>>, kinds: Kinds | null = null): string =>
  Object.entries(tally).filter(([, count]) => count > 0).map(([type, count]) => tableTexts.bar.took(count, kindText(type, kinds))).join(', ');

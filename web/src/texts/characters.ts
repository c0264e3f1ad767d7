// Moves in the characters that Japanese and Chinese players read, from the notation of a ruleset: `７六歩` for `P-7f`, `炮二平五` for `C2=5`, `02馬83` for
// `H02-83`.
import type { Color } from '../wire';

/** Returns the characters of a piece by its letter in notation; null where it has none. */
export type CharactersOf = (letter: string, isPromoted: boolean, color: Color) => string | null;

const NUMERALS = '〇一二三四五六七八九十';
const SIGNS: Readonly<Record<string, string>> = { '+': '进', '-': '退', '=': '平' };
const BY_SQUARES = /^(\+?)([A-Z]{1,2})((?:\d[a-z])?)([-x*])(\d)([a-z])([+=]?)$/;
const BY_FILES = /^([A-Z]{1,2})([+-]|\d)([+=-])(\d)(?:=([A-Z]{1,2}))?$/;
const LONG = /^([A-Z]{1,2})(\d\d)[-x][A-Z]*(\d\d)$/;

const wide = (digit: string): string => String.fromCharCode(Number(digit) + 0xff10);
const rankOf = (letter: string): number => letter.charCodeAt(0) - 96;

/** Returns the characters of a move; those of a form without characters stay letters. */
export function inCharacters(notation: string, by: Color, charactersOf: CharactersOf): string {
  const [, state = '', piece = '', from = '', sign, file = '', rank = '', choice = ''] = BY_SQUARES.exec(notation) ?? [];
  if (sign !== undefined) {
    const characters = charactersOf(piece, state === '+', by);
    if (characters === null) return notation;
    const chosen = { '+': '成', '=': '不成' }[choice] ?? '';
    // A source is written in digits: file and rank.
    const source = from === '' ? '' : `(${from.charAt(0)}${rankOf(from.charAt(1))})`;
    return `${wide(file)}${NUMERALS.charAt(rankOf(rank))}${characters}${chosen}${sign === '*' ? '打' : ''}${source}`;
  }
  const [, moved = '', source, arrival = ''] = LONG.exec(notation) ?? [];
  if (source !== undefined) {
    const characters = charactersOf(moved, false, by);
    return characters === null ? notation : source + characters + arrival;
  }
  const [, letter = '', place = '', direction = '', target = '', uncovered] = BY_FILES.exec(notation) ?? [];
  const characters = letter === '' ? null : charactersOf(letter, false, by);
  if (characters === null) return notation;
  const number = (digit: string) => (by === 'w' ? NUMERALS.charAt(Number(digit)) : wide(digit));
  const which = { '+': `前${characters}`, '-': `后${characters}` }[place] ?? characters + number(place);
  const face = uncovered === undefined ? '' : `=${charactersOf(uncovered, false, by) ?? uncovered}`;
  return which + (SIGNS[direction] ?? '') + number(target) + face;
}

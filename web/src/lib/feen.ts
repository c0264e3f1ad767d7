// FEEN positions: parsed for the review of a finished game, printed for the engine.
import type { BoardView, Color, PieceView as Piece, PieceType } from '../wire';
import { cellName, type Shape } from './geometry';
import { parseQpi } from './qpi';

export interface Board {
  shape: Shape;
  pieces: BoardView['pieces'];
  toMove: Color;
}

const TOKEN = /([0-9]+)|([+-]?)([A-Za-z])(\^?)('?)/y;
/** Parses one board of one or two dimensions; null when the text is anything else. */
export function parseFeen(feen: string): Board | null {
  const [placement, , turn] = feen.split(' ');
  if (!placement || !turn) return null;
  const styles = { w: turn.replace(/[^A-Z]/g, ''), b: turn.replace(/[^a-z]/g, '') };
  const rows = placement.split('/');
  const pieces: Record<string, Piece> = {};
  let files = 0;
  for (const [index, row] of rows.entries()) {
    const rank = rows.length - 1 - index;
    let file = 0;
    TOKEN.lastIndex = 0;
    while (TOKEN.lastIndex < row.length) {
      const token = TOKEN.exec(row);
      if (!token) return null;
      const [, gap, state = '', letter = '', terminal = '', foreign = ''] = token;
      if (gap !== undefined) {
        file += Number(gap);
        continue;
      }
      const color: Color = letter === letter.toUpperCase() ? 'w' : 'b';
      const other: Color = color === 'w' ? 'b' : 'w';
      const style = styles[foreign ? other : color];
      const qpi = `${style}:${state}${letter}${terminal}`;
      pieces[cellName({ file, rank })] = { color, type: letter.toLowerCase() as PieceType, qpi };
      file += 1;
    }
    files = Math.max(files, file);
  }
  const active = turn.charAt(0);
  return { shape: { files, ranks: rows.length }, pieces, toMove: active === active.toUpperCase() ? 'w' : 'b' };
}

/** Prints the position as FEEN, with empty hands. */
export function printFeen({ shape, pieces, toMove }: Board): string {
  const styles = { w: '', b: '' };
  const rows: string[] = [];
  for (let rank = shape.ranks - 1; rank >= 0; rank -= 1) {
    let row = '';
    let gap = 0;
    for (let file = 0; file < shape.files; file += 1) {
      const qpi = pieces[cellName({ file, rank })]?.qpi;
      const [style = '', pin = ''] = qpi?.split(':') ?? [];
      const piece = parseQpi(pin);
      if (!piece) {
        gap += 1;
        continue;
      }
      // The case of the style tells whose style it is; the case of the letter tells whose piece.
      const first = style === style.toUpperCase();
      styles[first ? 'w' : 'b'] = style;
      row += (gap > 0 ? String(gap) : '') + pin + (first === piece.first ? '' : "'");
      gap = 0;
    }
    rows.push(row + (gap > 0 ? String(gap) : ''));
  }
  const white = styles.w || styles.b.toUpperCase();
  const black = styles.b || styles.w.toLowerCase();
  return `${rows.join('/')} / ${toMove === 'w' ? `${white}/${black}` : `${black}/${white}`}`;
}

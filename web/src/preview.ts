// Picture of a player's board, drawn from the server's first message while the scripts of the page are on their way. It shows what the board will show
// and nothing else: it is a function of that message and of the settings. `index.html` has the shapes of the pieces, `styles/board.css` the colours.
import { cellName, fileName, isDark, pointOf, rowsOf, shapeAround, type Shape as Board } from './lib/geometry';
import { PLAIN_RULESET } from './lib/plain-ruleset';
import { parseQpi } from './lib/qpi';
import type { Color, ServerMessage } from './wire';

/** The settings that change the picture, as they are stored: anything. */
export interface Look {
  coordinates?: unknown;
  pieces?: unknown;
}

/** An element of the picture: its name, its attributes, and what is in it. */
export type Shape = readonly [name: string, attributes: Readonly<Record<string, string | number>>, ...inside: (Shape | string)[]];

export interface Preview {
  board: Board;
  /** The content of an SVG element, with squares of 10 by 10. */
  shapes: readonly Shape[];
}

/** The least board, until the rules are known. */
const SMALLEST: Board = { files: 8, ranks: 8 };

/** Returns the picture; null where the board needs more than the first message: other kinds of pieces, house rules, fog, bids, or a review. */
export function previewOf(message: ServerMessage, look: Look): Preview | null {
  if (message.type !== 'joined' || message.gameStatus !== 'active' || message.ruleset !== PLAIN_RULESET) return null;
  const { gambit, mode, overlays, view: { hands, pieces, seen }, you } = message;
  if (you === 'spectator-rejected' || (gambit ?? overlays ?? hands ?? seen) !== undefined || (look.pieces ?? 'round') !== 'round') return null;
  const board = shapeAround(Object.keys(pieces), SMALLEST);
  const at = (cell: string) => {
    const { x, y } = pointOf(cell, board, you) ?? { x: -2, y: -2 };
    return { x: x * 10, y: y * 10 };
  };
  const outline = (cells: readonly string[]) => cells.map((cell) => `M${at(cell).x} ${at(cell).y}h10v10h-10z`).join('');
  const cells = rowsOf(board, you).flat();
  const drawn: Shape[] = [];
  for (const [cell, { color, qpi }] of Object.entries(pieces)) {
    const { style, letter } = parseQpi(qpi) ?? {};
    if (style !== 'C' || !letter || !'PNBRQK'.includes(letter)) return null;
    const { x, y } = at(cell);
    drawn.push(['g', { class: `piece ${color}`, transform: `translate(${x} ${y})` }, ['use', { href: `#round-${letter.toLowerCase()}`, width: 10, height: 10 }]]);
  }
  const shapes: Shape[] = [
    ['rect', { class: 'light', width: board.files * 10, height: board.ranks * 10 }],
    ['path', { class: 'dark', d: outline(cells.filter(isDark)) }],
  ];
  if (mode === 'blind') shapes.push(HATCH, ['path', { fill: 'url(#preview-hatch)', d: outline(cells.filter((cell) => !pieces[cell])) }]);
  if (look.coordinates !== false) shapes.push(coordinates(board, you));
  return { board, shapes: [...shapes, ...drawn] };
}

const HATCH: Shape = [
  'pattern', { id: 'preview-hatch', width: 1.6, height: 1.6, patternUnits: 'userSpaceOnUse', patternTransform: 'rotate(45)' }, ['path', { class: 'hatch', d: 'M.4 0v1.6' }],
];

function coordinates({ files, ranks }: Board, bottom: Color): Shape {
  const white = bottom === 'w';
  const [file, rank] = white ? [0, 0] : [files - 1, ranks - 1];
  const text = (cell: string, name: string, x: number, y: number, label: string): Shape => ['text', { class: `${name}on-${isDark(cell) ? 'dark' : 'light'}`, x, y }, label];
  return ['g', { class: 'coordinates' },
    ...[...Array(ranks).keys()].map((at) => text(cellName({ file, rank: at }), '', 0.5, (white ? ranks - 1 - at : at) * 10 + 2.3, `${at + 1}`)),
    ...[...Array(files).keys()].map((at) => text(cellName({ file: at, rank }), 'file ', (white ? at : files - 1 - at) * 10 + 9.5, ranks * 10 - 0.6, fileName(at))),
  ];
}

function draw([name, attributes, ...inside]: Shape): SVGElement {
  const element = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, `${value}`);
  element.append(...inside.map((part) => (typeof part === 'string' ? part : draw(part))));
  return element;
}

const box = (className: string, ...inside: Element[]): HTMLElement => {
  const element = Object.assign(document.createElement('div'), { className });
  element.append(...inside);
  return element;
};

/** Shows the picture of a game over the page, where the board will stand. */
export function showPreview(game: string, message: ServerMessage, look: Look): void {
  const preview = previewOf(message, look);
  if (!preview) return;
  const { board: { files, ranks }, shapes } = preview;
  const picture = draw(['svg', { class: 'board', viewBox: `0 0 ${files * 10} ${ranks * 10}` }, ...shapes]);
  const table = box('table', box('upper'), box('board', picture), box('lower'));
  table.id = 'preview';
  table.dataset['game'] = game;
  table.setAttribute('aria-hidden', 'true');
  for (const [name, value] of Object.entries({ files, ranks })) table.style.setProperty(`--${name}`, `${value}`);
  document.body.append(table);
}

// The place of a magnifier above a finger on the board.
export interface LoupePlace {
  /** The position of the finger: on the screen in pixels, on the board in tenths of a square. */
  readonly screen: { readonly x: number; readonly y: number };
  readonly board: { readonly x: number; readonly y: number };
}

/** Squares narrower than this are enlarged under the finger: on boards of more than nine files those on which a finger hides its neighbours. */
const FINGERTIP_PX = { usual: 36, wide: 44 };
const USUAL_FILES = 9;

/** Returns the place of the magnifier for a pointer over a board; null for a mouse, and where squares are large enough. */
export function loupePlace({ pointerType, clientX: x, clientY: y }: PointerEvent, board: DOMRect, files: number): LoupePlace | null {
  const size = board.width / files;
  if (pointerType !== 'touch' || size >= (files > USUAL_FILES ? FINGERTIP_PX.wide : FINGERTIP_PX.usual)) return null;
  return { screen: { x, y }, board: { x: ((x - board.left) / size) * 10, y: ((y - board.top) / size) * 10 } };
}

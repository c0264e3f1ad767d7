// The drawn board as a picture of its own: it has no style sheet, so its colours are written out, and the shapes that it uses come along.
const SVG = 'http://www.w3.org/2000/svg';

/** Properties that a drawing has from style sheets, and that attributes of the same names have too. */
const PROPERTIES = [
  'color', 'display', 'dominant-baseline', 'fill', 'fill-opacity', 'font-family', 'font-size', 'font-weight', 'opacity', 'stroke', 'stroke-dasharray', 'stroke-linecap',
  'stroke-linejoin', 'stroke-width', 'text-anchor', 'transform',
] as const;

/** Pixels of a square. */
const SQUARE_PX = 64;

/** Returns the drawing of a board as the text of an SVG file. */
export function pictureOf(board: SVGSVGElement): string {
  const copy = board.cloneNode(true) as SVGSVGElement;
  const { width, height } = board.viewBox.baseVal;
  const [drawn, copies] = [[...board.querySelectorAll('*')], [...copy.querySelectorAll('*')]];
  for (const [index, element] of drawn.entries()) {
    const twin = copies[index];
    if (!twin) continue;
    const style = getComputedStyle(element);
    for (const name of PROPERTIES) {
      const value = style.getPropertyValue(name);
      if (value !== '' && !(name === 'transform' && value === 'none')) twin.setAttribute(name, value);
    }
    for (const name of ['class', 'style']) twin.removeAttribute(name);
  }
  const used = new Set(drawn.flatMap((element) => (element instanceof SVGUseElement ? [element.href.baseVal.slice(1)] : [])));
  const shapes = document.createElementNS(SVG, 'defs');
  for (const id of used) {
    const shape = document.getElementById(id)?.cloneNode(true);
    if (!(shape instanceof Element)) continue;
    // A shape has its colours from its place, but for lines within it and dots.
    for (const line of shape.querySelectorAll('.detail')) for (const [name, value] of [['fill', 'none'], ['stroke', 'currentColor'], ['stroke-width', '3']] as const) line.setAttribute(name, value);
    for (const dot of shape.querySelectorAll('.dot')) for (const [name, value] of [['fill', 'currentColor'], ['stroke', 'none']] as const) dot.setAttribute(name, value);
    shapes.append(shape);
  }
  copy.prepend(shapes);
  for (const name of ['class', 'style', 'aria-hidden', 'focusable']) copy.removeAttribute(name);
  for (const [name, pixels] of [['width', width], ['height', height]] as const) copy.setAttribute(name, String((pixels / 10) * SQUARE_PX));
  return new XMLSerializer().serializeToString(copy);
}

/** Saves a picture as a file. */
export function save(picture: Blob, name: string): void {
  const address = URL.createObjectURL(picture);
  Object.assign(document.createElement('a'), { href: address, download: name }).click();
  URL.revokeObjectURL(address);
}

// Contrast of the board, from the values of the tokens: of every board's squares with each other, with both armies and with marks.
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { BOARDS } from '../src/lib/settings.svelte';

const css = readFileSync(new URL('../src/styles/tokens.css', import.meta.url), 'utf8');

/** Returns the colour of a token: the first after `from`. */
function token(name: string, from = ''): string {
  const at = css.indexOf(from);
  const value = at < 0 ? undefined : new RegExp(`${name}: (#[0-9a-f]{6});`).exec(css.slice(at))?.[1];
  if (value === undefined) throw new Error(`no ${name} after ${from}`);
  return value;
}

const linear = (part: string) => {
  const value = parseInt(part, 16) / 255;
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
};
const luminance = (colour: string) =>
  0.2126 * linear(colour.slice(1, 3)) + 0.7152 * linear(colour.slice(3, 5)) + 0.0722 * linear(colour.slice(5, 7));

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

it.each(BOARDS)('the squares of %s differ from each other, from both armies and from marks', (board) => {
  const light = token('--square-light', `[data-board='${board}']`);
  const dark = token('--square-dark', `[data-board='${board}']`);
  expect(contrast(light, dark)).toBeGreaterThanOrEqual(1.8);
  for (const square of [light, dark]) {
    for (const army of ['--piece-white', '--piece-black']) expect(contrast(token(army), square), `${army} on ${square}`).toBeGreaterThanOrEqual(3);
    // Also the mark of a lost piece; with its dark line each mark stands out further.
    for (const mark of ['--mark', '--danger-mark']) expect(contrast(token(mark), square), `${mark} on ${square}`).toBeGreaterThanOrEqual(1.8);
    expect(contrast(token('--mark-line'), square)).toBeGreaterThanOrEqual(3);
  }
  for (const mark of ['--mark', '--danger-mark']) expect(contrast(token(mark), token('--mark-line'))).toBeGreaterThanOrEqual(7);
});

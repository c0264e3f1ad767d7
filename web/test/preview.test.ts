// The picture of a player's board from before the scripts of the page.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { previewOf, type Shape } from '../src/preview';
import type { PieceView, ServerMessage } from '../src/wire';
import { joinedTo } from './game-states';

const white = (qpi: string, type: PieceView['type']): PieceView => ({ color: 'w', type, qpi });
const pieces = { a1: white('C:R', 'r'), e1: white('C:K^', 'k'), e2: white('C:P', 'p') };
const view = { pieces, toMove: 'w', inCheck: null } as const;
const active = joinedTo({ mode: 'blind', moderator: 'blind', ruleset: 'chess', gameStatus: 'active', you: 'w', view });

/** Returns all elements of a picture by their name, in order. */
function named(name: string, message: ServerMessage, look: object = {}): Shape[] {
  const all = (shapes: readonly (Shape | string)[]): Shape[] => shapes.flatMap((shape) => {
    if (typeof shape === 'string') return [];
    const [, , ...inside] = shape;
    return [shape, ...all(inside)];
  });
  return all((previewOf(message, look) ?? expect.fail()).shapes).filter(([found]) => found === name);
}
const placed = (message: ServerMessage) => named('g', message).flatMap(([, { class: className, transform }, inside]) => (typeof inside === 'object' && transform ? [[className, transform, inside[1]['href']].join(' ')] : []));

describe('a picture', () => {
  it('has the pieces of the message, each on its square, and no others', () => {
    expect(previewOf(active, {})?.board).toEqual({ files: 8, ranks: 8 });
    expect(placed(active)).toEqual(['piece w translate(0 70) #round-r', 'piece w translate(40 70) #round-k', 'piece w translate(40 60) #round-p']);
    expect(named('use', active)).toHaveLength(3);
  });

  it('is turned for the second side', () => {
    expect(placed({ ...active, you: 'b' })[0]).toBe('piece w translate(70 0) #round-r');
  });

  it('hatches every square that is not seen in a blind game, and none in an open one', () => {
    const hatched = (message: ServerMessage) => named('path', message).filter(([, { fill }]) => fill).map(([, { d }]) => String(d).split('M').length - 1);
    expect(hatched(active)).toEqual([61]);
    expect(hatched({ ...active, mode: 'vanilla' })).toEqual([]);
  });

  it('depends on nothing of the message but what the board shows', () => {
    const other = previewOf({ ...active, ply: 9, announcements: [], now: 5, drawOffer: { by: 'b', onlyIfReceiverHasMove: false } as never, view: { ...view, toMove: 'b', inCheck: true } }, {});
    expect(other).toEqual(previewOf(active, {}));
  });

  it('has as many coordinates as the settings ask for', () => {
    expect(named('text', active)).toHaveLength(16);
    expect(named('text', active, { coordinates: false })).toEqual([]);
  });

  it('is of a larger board where a piece stands beyond', () => {
    expect(previewOf({ ...active, view: { ...view, pieces: { ...pieces, j9: white('C:R', 'r') } } }, {})?.board).toEqual({ files: 10, ranks: 9 });
  });
});

it.each<[string, Partial<typeof active>, object]>([
  ['of a game that waits', { gameStatus: 'waiting' }, {}],
  ['of a finished game', { gameStatus: 'finished' }, {}],
  ['of another ruleset', { ruleset: 'xiangqi' }, {}],
  ['with house rules', { overlays: ['poison'] }, {}],
  ['with bids', { gambit: 'classic' }, {}],
  ['in fog', { view: { ...view, seen: ['e4'] } }, {}],
  ['with hands', { view: { ...view, hands: { w: [], b: [] } as never } }, {}],
  ['with a kind of which the page has no picture', { view: { ...view, pieces: { ...pieces, d4: white('C:Z', 'p') } } }, {}],
  ['in another set of pieces', {}, { pieces: 'angular' }],
])('there is none %s', (_, more, look) => {
  expect(previewOf({ ...active, ...more }, look)).toBeNull();
});

it('there is none of a message that is no state', () => {
  expect(previewOf({ type: 'ping' }, {})).toBeNull();
});

it('every kind that is drawn has its shape in the page', () => {
  const page = readFileSync(new URL('../index.html', import.meta.url), 'utf8');
  for (const letter of 'pnbrqk') expect(page).toContain(`<symbol id="round-${letter}"`);
});

// The points of both sides at the end of a game, by the values of its rules.
import { expect, it } from 'vitest';
import { kindsOfManifest } from '../src/lib/kinds';
import { pointsText } from '../src/lib/points';
import type { GameEnd } from '../src/engine-messages';
import type { Color, EndReason } from '../src/wire';
import { manifestOf } from './engine';

const textOf = (manifest: string, feen: string, reason: EndReason | GameEnd['reason'], winner: Color | null) => pointsText(kindsOfManifest(manifest), feen, reason, winner);
const janggi = (feen: string, reason: EndReason, winner: Color) => textOf(manifestOf('janggi'), feen, reason, winner);
const initialOf = (id: string) => (JSON.parse(manifestOf(id)) as { initial: string }).initial;

it('Red has a point and a half more in Janggi, where one decides between equal sums', () => {
  expect(janggi(initialOf('janggi'), 'passes', 'b')).toBe('Points: Blue 72, Red 73.5 (1.5 for moving second).');
  // Red is a guard and a soldier short.
  const short = 'rhea2ehr/4g^4/1c5c1/s1s1s1s2/9/9/S1S1S1S1S/1C5C1/4G^4/RHEA1AEHR / J/j';
  expect(janggi(short, 'passes', 'w')).toBe('Points: Blue 72, Red 68.5 (1.5 for moving second).');
});

it('the engine of the page has words of its own for the same ends', () => {
  const twice = { ...(JSON.parse(manifestOf('janggi')) as object), endings: [{ status: 'repetition', result: 'points' }] };
  expect(textOf(JSON.stringify(twice), initialOf('janggi'), 'threefold_repetition', 'b')).toBe('Points: Blue 72, Red 73.5 (1.5 for moving second).');
  expect(janggi(initialOf('janggi'), 'facing', 'b')).not.toBeNull();
});

it('says nothing of points where they did not decide', () => {
  expect(janggi(initialOf('janggi'), 'checkmate', 'b')).toBeNull();
  expect(janggi(initialOf('janggi'), 'resign', 'b')).toBeNull();
  // A perpetual check ends the game by repetition, and loses, with more points as with fewer.
  expect(janggi(initialOf('janggi'), 'threefold', 'w')).toBeNull();
  expect(janggi(initialOf('janggi'), 'threefold', 'b')).toBeNull();
  expect(textOf(manifestOf('chess'), initialOf('chess'), 'stalemate', null)).toBeNull();
  const drawn = { ...(JSON.parse(manifestOf('janggi')) as object), endings: [{ status: 'passes', result: 'draw' }] };
  expect(textOf(JSON.stringify(drawn), initialOf('janggi'), 'passes', 'b')).toBeNull();
});

it('a board with zones keeps the values of its pieces', () => {
  const zoned = kindsOfManifest(manifestOf('janggi')).withZones({ palaces: [], diagonals: [], river: null, promotion: [], goals: [] });
  expect(pointsText(zoned, initialOf('janggi'), 'passes', 'b')).not.toBeNull();
});

it('both sides may have as many', () => {
  expect(textOf(manifestOf('ataxx'), initialOf('ataxx'), 'passes', null)).toBe('Points: White 2, Black 2.');
  expect(textOf(manifestOf('ataxx'), 'PPPPPPP/PPPPPPP/PPPPPPP/PPPPppp/ppppppp/ppppppp/ppppppp / A/a', 'full', 'w')).toBe('Points: White 25, Black 24.');
});

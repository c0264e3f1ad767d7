// Names of sides as a player reads them.
import { texts } from '../texts';
import type { Color } from '../wire';
import { sideName } from './names.svelte';

/** Returns the name of a side by the one in the rules; where that is White or Black, as the page calls them. */
export function sideText(name: string, color: Color): string {
  if (name === 'white' || name === 'black') return texts.side[color];
  const known = sideName(name);
  return known.charAt(0).toUpperCase() + known.slice(1);
}

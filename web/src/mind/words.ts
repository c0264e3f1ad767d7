// Beliefs in words.
import type { Kinds } from '../lib/kinds';
import { mindTexts } from '../texts/mind';
import { kindText } from '../texts/table';
import { pieceOf } from './army';
import { candidatesOf, type Belief, type KindId } from './beliefs';

/** Returns the name of a kind. */
export const kindName = (id: KindId, kinds: Kinds | null): string => kinds?.called(id) ?? kindText(pieceOf(id).type);

/** Returns a belief in words. */
export function beliefText(belief: Belief, kinds: Kinds | null): string {
  const names = candidatesOf(belief).map((id) => kindName(id, kinds));
  return names.length === 0 ? mindTexts.empty : names.length === 1 ? mindTexts.piece(names[0] ?? '') : mindTexts.maybe(names);
}

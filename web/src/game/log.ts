// The log as it is read: what was heard, what one did oneself and what one saw, under the ply that each belongs to.
import type { Announcement, MoveMade } from '../wire';
import { isRefusal } from '../words';
import type { OwnMove } from './game.svelte';
import type { Sight, Weaker } from './sights';

export type Entry =
  | { kind: 'heard'; announcement: Announcement; refusal: boolean }
  | { kind: 'own'; move: OwnMove }
  | { kind: 'duel'; move: MoveMade }
  | { kind: 'weaker'; sight: Weaker };

export interface PlyOfLog {
  ply: number;
  entries: Entry[];
}

export function logOf(
  heard: readonly Announcement[],
  ownMoves: readonly OwnMove[],
  sights: readonly Sight[] = [],
  moves: readonly MoveMade[] = [],
): PlyOfLog[] {
  const groups = new Map<number, { tried: Entry[]; own: Entry[]; told: Entry[] }>();
  const group = (ply: number) => {
    const found = groups.get(ply) ?? { tried: [], own: [], told: [] };
    groups.set(ply, found);
    return found;
  };
  for (const announcement of heard) {
    const refusal = isRefusal(announcement.text);
    const entry: Entry = { kind: 'heard', announcement, refusal };
    const { tried, told } = group(announcement.ply);
    (refusal ? tried : told).push(entry);
  }
  for (const move of ownMoves) group(move.ply).own.push({ kind: 'own', move });
  for (const move of moves) if (move.duel) group(move.ply).told.push({ kind: 'duel', move });
  for (const sight of sights) if (sight.kind === 'weaker') group(sight.ply).told.push({ kind: 'weaker', sight });
  return [...groups]
    .sort(([a], [b]) => a - b)
    .map(([ply, { tried, own, told }]) => ({ ply, entries: [...tried, ...own, ...told] }));
}

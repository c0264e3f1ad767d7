// Copies of own finished games on this device, by which they are replayed without a network. Nothing of a game that goes on is in them.
import type { PlayerState } from '../game/state';
import { seats } from '../lib/storage';
import type { GameRecord, ModeratorSummary, Record as ReplayedGame } from '../wire';

/** The cache with the copies. Each has the address of its game's page: by it the service worker knows that the page can be shown. */
export const COPIES = 'copies';

/** The most copies; that of the game that was shown the longest time ago makes room. */
export const COPIES_MAX = 50;

/** The form of the copies. It is counted up when a review begins to read what an older copy does not have. */
export const FORM = 1;

/** A copy of a finished game: as its player was sent it, or its record where the game was gone from the server before it was shown here. */
export type Copy = StateCopy | { record: GameRecord };

export interface StateCopy {
  play: PlayerState;
  /** The moderator, if it answers attempts: its announcements have words of their own. */
  moderator: ModeratorSummary | null;
}

const pageOf = (id: string): string => `/g/${id}`;

/** Returns whether the state of a copy has the parts that a review reads. */
const isState = (play: Partial<PlayerState> | undefined): boolean =>
  play?.status === 'finished' && (play.you === 'w' || play.you === 'b') && isReplayed(play.record) && Array.isArray(play.announcements) && Array.isArray(play.overlays) &&
  typeof play.view?.pieces === 'object' && typeof play.names === 'object';
/** Returns whether the record of a copy is that of a finished game, and has the parts that a review reads. */
const isRecord = (record: Partial<GameRecord> | undefined): boolean =>
  typeof record?.summary === 'object' && record.state?.type === 'gameState.update' && record.state.gameStatus === 'finished' && isReplayed(record.state.record) && Array.isArray(record.state.pieces);
/** Returns whether the moves of a game are there. */
const isReplayed = (record: Partial<ReplayedGame> | null | undefined): boolean =>
  typeof record?.initial === 'string' && Array.isArray(record.plies) && Array.isArray(record.tries);

/** Returns a copy that was written by this page; null for a damaged one, and for one of another form. */
function parsed(text: string): Copy | null {
  try {
    const copy = JSON.parse(text) as { form?: number } & Partial<StateCopy & { record: GameRecord }>;
    return copy.form === FORM && (isState(copy.play) || isRecord(copy.record)) ? (copy as Copy) : null;
  } catch {
    return null;
  }
}

async function put(id: string, copy: Copy): Promise<void> {
  try {
    const own = seats();
    if (!own.includes(id)) return;
    const cache = await caches.open(COPIES);
    // Put again, it is the one that was shown last.
    await cache.delete(pageOf(id));
    await cache.put(pageOf(id), Response.json({ form: FORM, ...copy }));
    const paths = (await cache.keys()).map(({ url }) => new URL(url).pathname);
    // A game that was taken from the list has no seat here any more.
    const kept = paths.filter((path) => own.some((game) => pageOf(game) === path)).slice(-COPIES_MAX);
    await Promise.all(paths.filter((path) => !kept.includes(path)).map((path) => cache.delete(path)));
  } catch {
    // There is no copy where the browser has no room, or refuses: in a private window, and on a host that is not secure.
  }
}

/** Keeps a finished game as its player was sent it. */
export async function keepState(id: string, play: PlayerState, moderator: ModeratorSummary | null): Promise<void> {
  // The token of a rematch stays with the other seats, and nobody is there in a replay.
  if (play.status !== 'finished' || !play.record) return;
  // The words of a moderator may not have come this time.
  const copy = moderator ? null : await copyOf(id);
  const known = copy && copy !== 'damaged' && 'play' in copy ? copy.moderator : null;
  await put(id, { play: { ...play, peer: { connected: true }, rematch: null, drawOffer: null }, moderator: moderator ?? known });
}

/** Keeps the record of a game, unless there is more of it already. */
export async function keepRecord(id: string, record: GameRecord): Promise<void> {
  if (!isRecord(record)) return;
  const copy = await copyOf(id);
  if (copy === null || copy === 'damaged' || 'record' in copy) await put(id, { record });
}

/** Returns the copy of a game; null if there is none. A damaged one is removed. */
export async function copyOf(id: string): Promise<Copy | 'damaged' | null> {
  try {
    const cache = await caches.open(COPIES);
    const kept = await cache.match(pageOf(id));
    if (!kept) return null;
    const copy = parsed(await kept.text());
    if (copy) return copy;
    await cache.delete(pageOf(id));
    return 'damaged';
  } catch {
    return null;
  }
}

/** Returns the copies that can be read, by the ids of their games, and removes those of games that the list has forgotten. */
export async function allCopies(): Promise<ReadonlyMap<string, Copy>> {
  const found = new Map<string, Copy>();
  try {
    const cache = await caches.open(COPIES);
    const own = seats();
    for (const { url } of await cache.keys()) {
      const { pathname } = new URL(url);
      if (!own.some((id) => pageOf(id) === pathname)) await cache.delete(pathname);
    }
    for (const id of own) {
      const copy = parsed((await (await cache.match(pageOf(id)))?.text()) ?? '');
      if (copy) found.set(id, copy);
    }
  } catch {
    // Without caches there are none.
  }
  return found;
}

/** Removes the copy of a game. */
export async function forgetCopy(id: string): Promise<void> {
  try {
    await (await caches.open(COPIES)).delete(pageOf(id));
  } catch {
    // Without caches there is none.
  }
}

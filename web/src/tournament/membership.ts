// The parts of this browser in tournaments, by their tokens.
import { keysWith, load, MEMBERSHIPS, remove, roundPushKey, store } from '../lib/storage';

export interface Membership {
  player?: { number: number; token: string };
  director?: string;
}

/** A part as it is stored. */
interface Stored {
  membership: Membership;
  /** The time at which it was stored, in milliseconds since 1970; 0 where a former version stored it. */
  at: number;
}

function read(id: string): Stored {
  try {
    const { at = 0, ...membership } = JSON.parse(load(MEMBERSHIPS + id) ?? '{}') as Membership & { at?: number };
    return { membership, at };
  } catch {
    // A value that cannot be read opens nothing.
    return { membership: {}, at: 0 };
  }
}

export const membershipOf = (id: string): Membership => read(id).membership;
export const storeMembership = (id: string, membership: Membership): void => store(MEMBERSHIPS + id, JSON.stringify({ ...membership, at: Date.now() }));
export const forgetMembership = (id: string): void => [MEMBERSHIPS + id, roundPushKey(id)].forEach(remove);

/** Returns the ids of the tournaments in which this browser has a part, the latest first. */
export function ownTournamentIds(): string[] {
  const found = keysWith(MEMBERSHIPS).map((key) => key.slice(MEMBERSHIPS.length)).map((id) => ({ id, at: read(id).at }));
  return found.sort((a, b) => b.at - a.at).map(({ id }) => id);
}

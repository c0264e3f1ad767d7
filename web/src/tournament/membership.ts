// The parts of this browser in tournaments, by their tokens.
import { keysWith, load, remove, store } from '../lib/storage';

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

const PREFIX = 'tabula:tournament:';
/** The endpoint of the push subscription by which this browser is told of rounds; empty once that was turned off. */
export const roundPushKey = (id: string): string => `tabula:rounds:${id}`;

function read(id: string): Stored {
  try {
    const { at = 0, ...membership } = JSON.parse(load(PREFIX + id) ?? '{}') as Membership & { at?: number };
    return { membership, at };
  } catch {
    // A value that cannot be read opens nothing.
    return { membership: {}, at: 0 };
  }
}

export const membershipOf = (id: string): Membership => read(id).membership;
export const storeMembership = (id: string, membership: Membership): void => store(PREFIX + id, JSON.stringify({ ...membership, at: Date.now() }));
export const forgetMembership = (id: string): void => [PREFIX + id, roundPushKey(id)].forEach(remove);

/** Returns the ids of the tournaments in which this browser has a part, the latest first. */
export function ownTournamentIds(): string[] {
  const found = keysWith(PREFIX).map((key) => key.slice(PREFIX.length)).map((id) => ({ id, at: read(id).at }));
  return found.sort((a, b) => b.at - a.at).map(({ id }) => id);
}

// The parts of this browser in tournaments, by their tokens.
import { keysWith, load, store } from '../lib/storage';

export interface Membership {
  player?: { number: number; token: string };
  director?: string;
}

const PREFIX = 'tabula:tournament:';

export const membershipOf = (id: string): Membership => JSON.parse(load(PREFIX + id) ?? '{}') as Membership;
export const storeMembership = (id: string, membership: Membership): void => store(PREFIX + id, JSON.stringify(membership));

/** Returns the ids of the tournaments in which this browser has a part. */
export const ownTournamentIds = (): string[] => keysWith(PREFIX).map((key) => key.slice(PREFIX.length));

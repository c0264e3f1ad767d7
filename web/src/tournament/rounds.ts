// The rounds of a tournament as a subject of push messages to one of its players.
import type { PushTopic } from '../push/subscription';
import { roundPushKey } from '../lib/storage';
import { Refused, send, type TournamentClient } from './tournament.svelte';

/** Returns the rounds of a tournament as a subject of push messages to the player with a token. */
export const roundsOf = (client: TournamentClient, token: string): PushTopic => ({
  storageKey: roundPushKey(client.id),
  isOver: () => client.view?.phase === 'over',
  subscribe: async (subscription) => void (await send(`/${client.id}/subscribe`, { subscription }, token)),
  unsubscribe: async (endpoint) => void (await send(`/${client.id}/unsubscribe`, { endpoint }, token)),
  whyNot: async (error) => (error instanceof Refused ? (await import('./problem')).problemOf(error) : null),
});

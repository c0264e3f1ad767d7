// The own key at the seat of a game: shown before the first move, so that the game counts for its owner. The other player is not told.
import type { Game } from '../game/game.svelte';
import { canSign, sign, storedKey } from './key';

/** Shows the key of this browser, if it has one and the game has not gone on without it. Repeated, it has no further effect. */
export async function showKey(game: Game): Promise<void> {
  const { play } = game;
  const isEarly = play && play.status !== 'finished' && play.ply < (play.you === 'w' ? 1 : 2);
  if (!isEarly || storedKey() === '' || !canSign()) return;
  game.send({ type: 'identify', ...(await sign(`tabula seat ${game.id} ${play.you}`)) });
}

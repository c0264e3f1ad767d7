// The two questions asked over plain HTTP.
import type { Color, Mode } from '../wire';
import { keep, tokenKey } from './storage';

export interface Creation {
  mode: Mode;
  side: 'white' | 'black' | 'random';
  highlightingEnabled: boolean;
}

/** Creates a game, keeps its seat's token, and answers with its id. */
export async function createGame(creation: Creation): Promise<string> {
  const answer = await fetch('/api/games', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(creation),
  });
  if (!answer.ok) throw new Error(`create: ${answer.status}`);
  const { gameId, creatorToken } = (await answer.json()) as { gameId: string; creatorToken: string };
  keep(tokenKey(gameId), creatorToken);
  return gameId;
}

export const sideWord = (color: Color): 'white' | 'black' => (color === 'w' ? 'white' : 'black');

export const socketUrl = (gameId: string): string =>
  `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/ws?game=${gameId}`;

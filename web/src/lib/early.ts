// The socket or the terms that `start.ts` asked for before the scripts of the page came. Each is taken once; a second request is made anew.

/** A player's socket that says hello by itself, unless somebody takes it before it is open. */
export interface EarlySocket extends WebSocket {
  /** Messages of the server since that hello. */
  received?: unknown[];
}

export interface Early {
  game: string;
  socket?: EarlySocket;
  terms?: Promise<Response>;
}

declare global {
  // A property of the global object, which needs `var`.
  var early: Early | undefined;
}

function take(game: string): Early | undefined {
  const early = globalThis.early?.game === game ? globalThis.early : undefined;
  if (early) globalThis.early = undefined;
  return early;
}

/** Returns the socket of a game that is being opened or has been; none if there is no such, or it has closed since. */
export function takeSocket(game: string): EarlySocket | undefined {
  const socket = take(game)?.socket;
  return socket && socket.readyState <= WebSocket.OPEN ? socket : undefined;
}

/** Lets go of what was started for another page than the one that is shown: its socket, and the picture of its board. */
export function dropEarly(shown: string | undefined): void {
  if (globalThis.early && globalThis.early.game !== shown) take(globalThis.early.game)?.socket?.close();
  if (document.getElementById('preview')?.dataset['game'] !== shown) dropPreview();
}

/** Removes the picture of a board that will not come. */
export const dropPreview = (): void => document.getElementById('preview')?.remove();

/** Returns the answer about the terms of a game. */
export const takeTerms = (game: string): Promise<Response> | undefined => take(game)?.terms;

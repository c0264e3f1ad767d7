// Facts that the page alone knows of a game: own moves and tries, inferences. The server does not send them again, so they are stored in the browser.
import { inferencesKey, loadList, movesKey, store, triesKey } from '../lib/storage';
import type { Inference } from './inference';
import type { OwnMove } from './log';
import type { OwnTry } from './tries';

export class LocalHistory {
  ownMoves = $state.raw<readonly OwnMove[]>([]);
  inferences = $state.raw<readonly Inference[]>([]);
  tries = $state.raw<readonly OwnTry[]>([]);

  constructor(readonly gameId: string) {
    this.ownMoves = loadList<OwnMove>(movesKey(gameId));
    this.inferences = loadList<Inference>(inferencesKey(gameId));
    this.tries = loadList<OwnTry>(triesKey(gameId));
  }

  /** Adds an own move; the first one of a ply counts. */
  addOwnMove(move: OwnMove): void {
    if (this.ownMoves.some(({ ply }) => ply === move.ply)) return;
    this.ownMoves = [...this.ownMoves, move];
    store(movesKey(this.gameId), JSON.stringify(this.ownMoves));
  }

  /** Adds inferences, which replace those of the same plies. */
  addInferences(added: readonly Inference[]): void {
    this.inferences = [...this.inferences.filter(({ ply }) => added.every((inference) => inference.ply !== ply)), ...added];
    store(inferencesKey(this.gameId), JSON.stringify(this.inferences));
  }

  addTry(tried: OwnTry): void {
    this.tries = [...this.tries, tried];
    store(triesKey(this.gameId), JSON.stringify(this.tries));
  }
}

// Choices in the list of games: the family that is shown, and the game of which the details were asked for last.

/** Returns the family that was chosen as long as there is a button for it, and else none: all games are shown, as the buttons say. */
export const shownFamily = (chosen: string | null, buttons: readonly string[]): string | null => (chosen !== null && buttons.includes(chosen) ? chosen : null);

/** Requests of which the last one alone counts. */
export class LastRequest {
  #last: Promise<unknown> | null = null;

  /** Passes the answer on, null for a failure, unless another request or choice has come meanwhile. */
  async use<T>(request: Promise<T>, take: (answer: T | null) => void): Promise<void> {
    this.#last = request;
    const answer = await request.catch(() => null);
    if (this.#last === request) take(answer);
  }

  /** Gives up what is asked for: something else was chosen. */
  drop(): void {
    this.#last = null;
  }
}

// Texts of the choice of the game, and of the other player, on the first page.
export interface ChoosingTexts {
  readonly legend: string;
  /** The game of the server's choice, until its name is known. */
  readonly usual: string;
  readonly more: string;
  readonly find: string;
  readonly findWhat: string;
  readonly machine: {
    readonly play: string;
    readonly starting: string;
    readonly what: string;
    readonly levelLegend: string;
    level(number: number): string;
    /** The server has no machine, or none that is free. */
    readonly unavailable: string;
    /** The server has not answered for some seconds. */
    readonly waiting: string;
  };
  readonly practise: string;
  readonly practiseWhat: string;
}

// Texts of the choice of the game on the first page.
export interface ChoosingTexts {
  readonly legend: string;
  /** The game of the server's choice, until its name is known. */
  readonly usual: string;
  readonly more: string;
}

// Texts of messages that tell a player of their turn in a game, or of a round of a tournament, loaded with the switch for them.

export interface TurnTexts {
  /** The switch. */
  readonly label: string;
  readonly what: string;
  /** The browser was told not to show notifications. */
  readonly denied: string;
  /** The browser, or the server, could not do it. */
  readonly failed: string;
  /** On a phone that shows notifications of installed pages alone. */
  readonly install: string;
  /** The heading of the notification, and its text. */
  readonly title: string;
  readonly body: string;
  /** The switch on the page of a tournament. */
  readonly roundLabel: string;
  readonly roundWhat: string;
  /** The text of the notification about a round. */
  readonly roundBody: string;
}

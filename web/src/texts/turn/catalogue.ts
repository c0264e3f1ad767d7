// Texts of messages that tell a player of their turn, loaded with the switch for them.

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
}

// The identity of a piece as the wire writes it (`C:+K^`), taken apart for drawing and for typed moves.
export interface Identity {
  /** The style's letter, upper case. */
  style: string;
  /** `+`, `-` or nothing. */
  state: string;
  /** The piece's letter, upper case. */
  letter: string;
  /** Whether its loss ends the game. */
  terminal: boolean;
  /** Upper-case pieces belong to the first side. */
  first: boolean;
}

const QPI = /^(?:([A-Za-z]):)?([+-]?)([A-Za-z])(\^?)('?)$/;

export function parseQpi(text: string): Identity | null {
  const parts = QPI.exec(text);
  if (!parts) return null;
  const [, style = '', state = '', letter = '', terminal = ''] = parts;
  return {
    style: style.toUpperCase(),
    state,
    letter: letter.toUpperCase(),
    terminal: terminal === '^',
    first: letter === letter.toUpperCase(),
  };
}

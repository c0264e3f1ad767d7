// Parser of a piece's identity on the wire (`C:+K^`), for drawing and for typed moves.
interface Identity {
  /** The style's letter, upper case. */
  style: string;
  /** `+`, `-` or nothing. */
  state: string;
  /** The piece's letter, upper case. */
  letter: string;
  /** True if its loss ends the game. */
  terminal: boolean;
  /** True for the first side, whose letters are upper case. */
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

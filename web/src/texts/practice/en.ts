// English texts of practice against the machine.
import type { PracticeTexts } from './catalogue';

export const en: PracticeTexts = {
  heading: 'Practice',
  machine: (level) => `Machine, level ${level}`,
  failure: {
    rules: 'These rules could not be loaded. Without a connection, games that you have opened before can be played.',
    engine: 'The machine has failed. Choose New to begin again.',
  },
  turn: { yours: 'Your turn', theirs: 'The machine is thinking…', hint: 'Looking for a move…' },
  won: (reason) => `You win: ${reason}.`,
  lost: (reason) => `The machine wins: ${reason}.`,
  resigned: 'You resigned.',
  refused: (reason) => `Not legal: ${reason}.`,
  hint: (san, squares) => (squares.length === 2 ? `You could try ${san} (${squares.join(' to ')}).` : `You could try ${san}.`),
  undo: { short: 'Take back', long: 'Take back your move' },
  suggest: { short: 'Hint', long: 'Hint: a move to try' },
  newGame: { short: 'New', long: 'New game' },
  dialog: {
    heading: 'New game',
    side: 'Your side',
    random: 'Random',
    level: 'Level of the machine',
    begin: 'Begin',
    cancel: 'Cancel',
    about: 'The machine runs in your browser. It needs no connection, and the game stays on this device.',
  },
};

// English texts of a player's marks.
import type { MindTexts } from './catalogue';

const or = new Intl.ListFormat('en', { type: 'disjunction' });

export const en: MindTexts = {
  button: 'Marks',
  piece: (kind) => kind,
  maybe: (kinds) => `maybe ${or.format(kinds)}`,
  empty: 'empty',
  nothing: 'no mark',
  note: (belief) => `your mark: ${belief}`,
  said: (square, belief) => `${square}: ${belief}.`,
  setUpDone: 'Your opponent’s pieces are marked where they began.',
  cleared: 'All marks are removed.',
  undone: 'Undone.',
  redone: 'Done again.',
  tray: {
    label: 'Your marks. Only you see them.',
    kind: (kind, rest, sure) => (rest < 0 ? `${kind}, ${-rest} too many` : `${kind}, ${sure ? '' : 'at most '}${rest} to place`),
    empty: 'Empty square',
    hint: 'Choose a piece, then tap squares. Hold a square to choose there.',
    undo: 'Undo mark',
    redo: 'Redo mark',
    setUp: 'Set up their pieces',
    clear: 'Remove all marks',
    close: 'Close marks',
  },
  menu: {
    heading: (square) => `What stands on ${square}?`,
    hint: 'Choose more than one piece if you are not sure.',
    empty: 'Surely empty',
    erase: 'Remove mark',
    done: 'Done',
  },
};

// English texts of a player's marks.
import { listOf } from '../forms';
import type { MindTexts } from './catalogue';

const round = (number: number): string => String(Math.round(number * 10) / 10);
const or = listOf('en', 'disjunction');

export const en: MindTexts = {
  button: 'Marks',
  piece: (kind) => kind,
  maybe: (kinds) => `maybe ${or(kinds)}`,
  empty: 'empty',
  nothing: 'no mark',
  note: (belief) => `your mark: ${belief}`,
  remembered: (piece, move) => `${piece}, seen at move ${move}`,
  said: (square, belief) => `${square}: ${belief}.`,
  setUpDone: 'Your opponent’s pieces are marked where they began.',
  cleared: 'All marks are removed.',
  undone: 'Undone.',
  redone: 'Redone.',
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
  review: {
    heading: 'Your marks',
    show: 'What you believed',
    none: 'No marks yet.',
    copy: 'Copy PGN with your marks',
    picture: 'Save as a picture',
    animation: 'Save as an animation',
    animating: (percent) => `Drawing… ${percent}%`,
    animationSaved: 'Saved.',
    animationFailed: 'The animation could not be made. Try again.',
    score: (points, of) => `${round(points)} of ${of} marks right here.`,
    total: (percent) => `${percent}% over the game.`,
    share: 'Share your marks',
    shared: 'Your opponent and spectators can see your marks.',
    unconnected: 'Sharing needs a connection to the server.',
    board: 'Marks on the board',
    truth: 'The truth',
    came: (side) => `${side} shows you their marks.`,
    cameOf: (side) => `Marks can be seen now: ${side}.`,
    of: (side) => `What ${side} believed`,
    note: {
      right: (belief) => `you believed: ${belief}, right`,
      among: (belief) => `you believed: ${belief}, one of them right`,
      wrong: (belief) => `you believed: ${belief}, wrong`,
    },
    noteOf: {
      right: (side, belief) => `${side} believed: ${belief}, right`,
      among: (side, belief) => `${side} believed: ${belief}, one of them right`,
      wrong: (side, belief) => `${side} believed: ${belief}, wrong`,
    },
    comment: (marks) => `Marks: ${marks.map(({ square, belief, verdict }) => `${square} ${belief} (${verdict === 'wrong' ? 'wrong' : 'right'})`).join(', ')}.`,
  },
  menu: {
    heading: (square) => `What stands on ${square}?`,
    hint: 'Choose more than one piece if you are not sure.',
    empty: 'Definitely empty',
    erase: 'Remove mark',
    done: 'Done',
  },
};

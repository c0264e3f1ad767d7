// English texts of the list of this browser's own games.
import type { OwnTexts } from './catalogue';

export const en: OwnTexts = {
  heading: 'Your games',
  titled: (turns, page) => `(${turns}) ${page}`,
  yourTurn: 'Your turn',
  theirTurn: 'Their turn',
  waiting: 'Nobody has joined yet',
  gone: 'Gone from the server',
  unknown: 'Looking it up…',
  opponent: 'Opponent',
  machine: (level) => `Machine, level ${level}`,
  by: { blind: (game) => `${game}, blind`, vanilla: (game) => `${game}, open`, sight: (game) => `${game}, by sight` },
  left: (time) => `${time} left`,
  again: 'Again',
  againFailed: 'The game could not be created. Try again later.',
  remove: (opponent) => `Remove the game with ${opponent} from the list`,
  removeSeat: 'Give up the seat?',
  all: (count) => `All ${count}`,
  fewer: 'Fewer',
  handOver: 'Other device',
  unreachable: 'The server did not answer. This is how your games stood last time.',
  kept: 'on this device',
  damaged: 'The copy of this game on this device was damaged and has been removed. You need a connection to see the game.',
};

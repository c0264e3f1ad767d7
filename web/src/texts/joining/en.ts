// English texts of the page on which a game is joined.
import { counting } from '../forms';
import type { JoiningTexts } from './catalogue';

const counted = counting('en');

export const en: JoiningTexts = {
  invited: { blind: (game) => `Invitation: ${game}, blind`, vanilla: (game) => `Invitation: ${game}, open`, sight: (game) => `Invitation: ${game}, by sight` },
  sight: 'You see your own pieces, and what stands where they can go or capture. The rest is fog until the game is over. Nobody tells you when you are attacked.',
  ofGuest: 'The rules of this game were made by a player; this server has not reviewed them.',
  join: 'Join',
  loading: 'Loading the game…',
  notFound: 'No such game',
  full: 'This game is full',
  term: { moves: 'Possible moves', spectators: 'Spectators', absence: 'Absence', moderator: 'Moderator', gambit: 'Gambit' },
  watched: (seconds) => (seconds === 0 ? 'Allowed.' : `Allowed, with a delay of ${counted(seconds, { one: '1 second', other: `${seconds} seconds` })}.`),
  notWatched: 'Not allowed.',
  absence: (time) => `If you are away for ${time}, you lose.`,
};

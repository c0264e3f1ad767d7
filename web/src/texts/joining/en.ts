// English texts of the page on which a game is joined.
import { counting } from '../forms';
import type { JoiningTexts } from './catalogue';

const counted = counting('en');

export const en: JoiningTexts = {
  invited: { blind: (game) => `Invitation: ${game}, blind`, vanilla: (game) => `Invitation: ${game}, open`, sight: (game) => `Invitation: ${game}, by sight` },
  sight: 'You see your own pieces, and what stands where they can go or capture. The rest is fog, until the end opens the board. Nobody tells you that you are attacked.',
  ofGuest: 'The rules of this game are a guest’s; this server has not looked at them.',
  join: 'Join',
  loading: 'Loading the game…',
  notFound: 'No such game',
  full: 'This game is full',
  term: { moves: 'Possible moves', spectators: 'Spectators', absence: 'Absence', moderator: 'Moderator', gambit: 'Gambit' },
  watched: (seconds) => (seconds === 0 ? 'Allowed.' : `Allowed, ${counted(seconds, { one: '1 second', other: `${seconds} seconds` })} behind the game.`),
  notWatched: 'Not allowed.',
  absence: (time) => `If you are away for ${time}, you lose.`,
};

// English texts of the list of finished games.
import { counting } from '../forms';
import type { FinishedTexts } from './catalogue';

const counted = counting('en');

export const en: FinishedTexts = {
  heading: 'Finished games',
  about: 'Games that allowed spectators, the latest first. There are no accounts: anybody may play under any name.',
  player: 'Name of a player',
  find: 'Find',
  loading: 'Loading games…',
  failed: 'The server did not answer.',
  none: 'There are no such games.',
  more: 'More games',
  home: 'Play',
  players: (white, black) => `${white} – ${black}`,
  result: { w: '1 – 0', b: '0 – 1', drawn: '½ – ½', abandoned: 'Both left' },
  plies: (count) => counted(count, { one: '1 move', other: `${count} moves` }),
  by: { blind: (game) => `${game}, blind`, vanilla: (game) => `${game}, open`, sight: (game) => `${game}, by sight` },
  results: (name) => `Results of ${name}`,
  partial: 'Only the latest games are counted.',
  column: { control: 'Clock', played: 'Played', won: 'Won', lost: 'Lost', drawn: 'Drawn', duels: 'Duels won', bid: 'Bid' },
  duels: (won, fought) => `${won} of ${fought}`,
};

// English texts of messages that tell a player of their turn, or of a round.
import type { TurnTexts } from './catalogue';

export const en: TurnTexts = {
  label: 'Tell me when it is my turn',
  what: 'This device shows a notification when the game is waiting for you and you are away.',
  denied: 'Notifications of this page are blocked. Allow them in the settings of your browser.',
  failed: 'That did not work. Try again later.',
  install: 'Add this page to your home screen first: then it can show you notifications.',
  title: 'Tabula',
  body: 'A game is waiting for you.',
  roundLabel: 'Tell me when a round begins',
  roundWhat: 'This device shows a notification as soon as your board of the new round is ready.',
  roundBody: 'The next round has begun.',
};

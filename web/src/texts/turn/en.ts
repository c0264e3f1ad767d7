// English texts of messages that tell a player of their turn.
import type { TurnTexts } from './catalogue';

export const en: TurnTexts = {
  label: 'Tell me when it is my turn',
  what: 'This device shows a notification when the game is waiting for you and you are away.',
  denied: 'Notifications of this page are blocked. Allow them in the settings of your browser.',
  failed: 'That did not work. Try again later.',
  install: 'Add this page to your home screen first: then it can tell you when it is your turn.',
  title: 'Tabula',
  body: 'A game is waiting for you.',
};

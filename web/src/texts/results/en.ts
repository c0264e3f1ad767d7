// English texts about the own results.
import type { ResultTexts } from './catalogue';

export const en: ResultTexts = {
  heading: 'Your results',
  about: 'The games that you have played with this browser’s key, the latest first. Nobody else sees them here.',
  what: 'No account and no e-mail: this browser makes a key, and the games that you begin from now on count as yours. Your opponents are not told.',
  keep: 'Count my games',
  insecure: 'Only a secure page (https) can count your games.',
  name: 'Your name',
  nameWrong: 'A name has 3 to 20 characters.',
  none: 'No game has ended yet. Games count if you had the key before your first move.',
  table: 'Results by game and time control',
  game: 'Game',
  result: { won: 'Won', lost: 'Lost', drawn: 'Draw', abandoned: 'Both left' },
  handOver: 'Other device',
  forget: 'Forget the key',
  forgetSure: 'Forget it for good?',
};

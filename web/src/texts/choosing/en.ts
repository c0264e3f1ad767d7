// English texts of the choice of the game, and of the other player, on the first page.
import type { ChoosingTexts } from './catalogue';

const LEVELS = ['Beginner', 'Learner', 'Casual', 'Club', 'Strong', 'Very strong', 'Expert', 'Best'];

export const en: ChoosingTexts = {
  legend: 'Rules',
  usual: 'Chess',
  more: 'More games…',
  find: 'Find an opponent',
  findWhat: 'Anyone who is waiting, with the settings below.',
  machine: {
    play: 'Play the machine',
    starting: 'Starting…',
    what: 'At once, with the game and rules chosen below.',
    levelLegend: 'Level of the machine',
    level: (number) => `${number} · ${LEVELS[number - 1] ?? ''}`,
    unavailable: 'The machine cannot play now. Try again later, or play a friend.',
    waiting: 'Still waiting for the server…',
  },
  practise: 'Practise',
  practiseWhat: 'In your browser, with hints. It needs no connection.',
};

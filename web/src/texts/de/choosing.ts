// German texts of the choice of the game, and of the other player, on the first page.
import type { ChoosingTexts } from '../choosing/catalogue';

const LEVELS = ['Anfänger', 'Lernend', 'Hobby', 'Verein', 'Stark', 'Sehr stark', 'Experte', 'Beste'];

export const choosing: ChoosingTexts = {
  legend: 'Regeln',
  usual: 'Schach',
  more: 'Mehr Spiele …',
  find: 'Gegner finden',
  findWhat: 'Wer gerade wartet, nach den Einstellungen unten.',
  machine: {
    play: 'Gegen die Maschine',
    starting: 'Es geht los …',
    what: 'Sofort, in der Spielart und nach den Regeln, die du unten wählst.',
    levelLegend: 'Spielstärke der Maschine',
    level: (number) => `${number} · ${LEVELS[number - 1] ?? ''}`,
    unavailable: 'Die Maschine kann gerade nicht spielen. Versuche es später noch einmal, oder spiele mit jemandem.',
    waiting: 'Der Server hat noch nicht geantwortet …',
  },
  practise: 'Üben',
  practiseWhat: 'In deinem Browser, mit Tipps. Das geht ohne Verbindung.',
};

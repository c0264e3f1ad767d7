// French texts of the choice of the game, and of the other player, on the first page.
import type { ChoosingTexts } from '../choosing/catalogue';

const LEVELS = ['Débutant', 'Apprenti', 'Occasionnel', 'Club', 'Fort', 'Très fort', 'Expert', 'Maximum'];

export const choosing: ChoosingTexts = {
  legend: 'Règles',
  usual: 'Échecs',
  more: 'Plus de jeux…',
  find: 'Trouver un adversaire',
  findWhat: 'Qui attend une partie, selon les réglages ci-dessous.',
  machine: {
    play: 'Contre la machine',
    starting: 'C’est parti…',
    what: 'Tout de suite, selon la partie et les règles choisies plus bas.',
    levelLegend: 'Niveau de la machine',
    level: (number) => `${number} · ${LEVELS[number - 1] ?? ''}`,
    unavailable: 'La machine ne peut pas jouer maintenant. Réessayez plus tard, ou jouez avec quelqu’un.',
    waiting: 'Toujours en attente du serveur…',
  },
  practise: 'S’entraîner',
  practiseWhat: 'Dans votre navigateur, avec des conseils et sans connexion.',
};

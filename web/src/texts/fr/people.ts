// French texts about a player's own games.
import type { OwnTexts } from '../own/catalogue';

export const own: OwnTexts = {
  heading: 'Vos parties',
  titled: (turns, page) => `(${turns}) ${page}`,
  yourTurn: 'À vous de jouer',
  theirTurn: 'À l’adversaire de jouer',
  waiting: 'Personne n’est encore venu',
  gone: 'N’est plus sur le serveur',
  unknown: 'Recherche…',
  opponent: 'Adversaire',
  machine: (level) => `Machine, niveau ${level}`,
  by: { blind: (game) => `${game}, à l’aveugle`, vanilla: (game) => `${game}, à découvert`, sight: (game) => `${game}, à vue` },
  left: (time) => `reste ${time}`,
  again: 'Rejouer',
  againFailed: 'La partie n’a pas pu être créée. Réessayez plus tard.',
  remove: (opponent) => `Retirer de la liste : ${opponent}`,
  removeSeat: 'Rendre votre place ?',
  all: (count) => `Toutes (${count})`,
  fewer: 'Moins',
  unreachable: 'Le serveur n’a pas répondu. Voici les parties telles qu’elles étaient.',
};

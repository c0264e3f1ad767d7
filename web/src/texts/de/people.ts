// German texts about a player's own games.
import type { OwnTexts } from '../own/catalogue';

export const own: OwnTexts = {
  heading: 'Deine Partien',
  titled: (turns, page) => `(${turns}) ${page}`,
  yourTurn: 'Du bist am Zug',
  theirTurn: 'Gegner am Zug',
  waiting: 'Noch niemand da',
  gone: 'Nicht mehr auf dem Server',
  unknown: 'Wird nachgesehen …',
  opponent: 'Gegner',
  machine: (level) => `Maschine, Stufe ${level}`,
  by: { blind: (game) => `${game}, blind`, vanilla: (game) => `${game}, offen`, sight: (game) => `${game}, auf Sicht` },
  left: (time) => `noch ${time}`,
  again: 'Noch einmal',
  againFailed: 'Die Partie konnte nicht angelegt werden. Versuche es später.',
  remove: (opponent) => `Partie aus der Liste nehmen: ${opponent}`,
  removeSeat: 'Platz aufgeben?',
  all: (count) => `Alle ${count}`,
  fewer: 'Weniger',
  unreachable: 'Der Server hat nicht geantwortet. So standen die Partien zuletzt.',
};

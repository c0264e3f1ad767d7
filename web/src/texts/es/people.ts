// Spanish texts about a player's own games.
import type { OwnTexts } from '../own/catalogue';

export const own: OwnTexts = {
  heading: 'Tus partidas',
  titled: (turns, page) => `(${turns}) ${page}`,
  yourTurn: 'Te toca',
  theirTurn: 'Le toca al rival',
  waiting: 'Aún no ha entrado nadie',
  gone: 'Ya no está en el servidor',
  unknown: 'Consultando…',
  opponent: 'Rival',
  machine: (level) => `Máquina, nivel ${level}`,
  by: { blind: (game) => `${game}, a ciegas`, vanilla: (game) => `${game}, a la vista`, sight: (game) => `${game}, con niebla` },
  left: (time) => `quedan ${time}`,
  again: 'Otra vez',
  againFailed: 'No se pudo crear la partida. Inténtalo más tarde.',
  remove: (opponent) => `Quitar de la lista: ${opponent}`,
  removeSeat: '¿Dejar el puesto?',
  all: (count) => `Todas (${count})`,
  fewer: 'Menos',
  unreachable: 'El servidor no respondió. Así estaban las partidas antes.',
};

// Portuguese texts about a player's own games.
import type { OwnTexts } from '../own/catalogue';

export const own: OwnTexts = {
  heading: 'Suas partidas',
  titled: (turns, page) => `(${turns}) ${page}`,
  yourTurn: 'Sua vez',
  theirTurn: 'Vez do adversário',
  waiting: 'Ninguém entrou ainda',
  gone: 'Não está mais no servidor',
  unknown: 'Consultando…',
  opponent: 'Adversário',
  machine: (level) => `Máquina, nível ${level}`,
  by: { blind: (game) => `${game}, às cegas`, vanilla: (game) => `${game}, à vista`, sight: (game) => `${game}, na névoa` },
  left: (time) => `restam ${time}`,
  again: 'De novo',
  againFailed: 'Não foi possível criar a partida. Tente mais tarde.',
  remove: (opponent) => `Tirar da lista: ${opponent}`,
  removeSeat: 'Deixar o lugar?',
  all: (count) => `Todas (${count})`,
  fewer: 'Menos',
  unreachable: 'O servidor não respondeu. As partidas estavam assim antes.',
};

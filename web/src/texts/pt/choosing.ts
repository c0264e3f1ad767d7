// Portuguese texts of the choice of the game, and of the other player, on the first page.
import type { ChoosingTexts } from '../choosing/catalogue';

const LEVELS = ['Iniciante', 'Aprendiz', 'Casual', 'Clube', 'Forte', 'Muito forte', 'Especialista', 'Máximo'];

export const choosing: ChoosingTexts = {
  legend: 'Regras',
  usual: 'Xadrez',
  more: 'Mais jogos…',
  find: 'Procurar adversário',
  findWhat: 'Quem estiver esperando, com os ajustes abaixo.',
  machine: {
    play: 'Contra a máquina',
    starting: 'Começando…',
    what: 'Agora mesmo, na partida e pelas regras escolhidas abaixo.',
    levelLegend: 'Nível da máquina',
    level: (number) => `${number} · ${LEVELS[number - 1] ?? ''}`,
    unavailable: 'A máquina não pode jogar agora. Tente mais tarde, ou jogue com alguém.',
    waiting: 'Ainda aguardando o servidor…',
  },
  practise: 'Treinar',
  practiseWhat: 'No seu navegador, com dicas e sem conexão.',
};

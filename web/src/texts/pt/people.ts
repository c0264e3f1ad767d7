// Portuguese texts about a player's own games, and about the lobby.
import type { HandoverTexts } from '../handover/catalogue';
import type { KeptTexts } from '../kept/catalogue';
import type { LobbyTexts } from '../lobby/catalogue';
import type { OwnTexts } from '../own/catalogue';
import type { ReportTexts } from '../report/catalogue';
import type { ResultTexts } from '../results/catalogue';
import type { TurnTexts } from '../turn/catalogue';

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
  handOver: 'Outro aparelho',
  unreachable: 'O servidor não respondeu. As partidas estavam assim antes.',
  kept: 'neste aparelho',
  damaged: 'A cópia desta partida neste aparelho estava danificada e foi removida. Para ver a partida, você precisa de conexão.',
};

export const lobby: LobbyTexts = {
  heading: 'Procurar adversário',
  about: (game) => `Você procura: ${game}. Os ajustes ficam na página de trás.`,
  play: 'Jogar agora',
  cancel: 'Parar de esperar',
  close: 'Fechar',
  waiting: 'Você espera um adversário… Deixe esta janela aberta.',
  waitingNow: 'Procurando…',
  anyClock: 'Qualquer tempo',
  anyClockWhat: 'Também uma partida com outro relógio que o seu, ou sem relógio.',
  offered: 'Quem espera',
  none: 'Ninguém mais espera. Toque em “Jogar agora”, e quem quiser a mesma partida encontra você.',
  take: 'Jogar',
  nobody: 'Alguém',
  by: { blind: (game) => `${game}, às cegas`, vanilla: (game) => `${game}, à vista`, sight: (game) => `${game}, na névoa` },
  side: { white: 'você joga de pretas', black: 'você joga de brancas', random: 'lado por sorteio' },
  moderator: (id) => `árbitro: ${id}`,
  bids: 'com apostas',
  houseRules: (names) => `regras da casa: ${names}`,
  aids: { none: 'sem notas', marks: 'com notas', deductions: 'com notas e deduções' },
  status: {
    connecting: 'Conectando…',
    lost: 'O servidor não responde. Tentando de novo…',
    full: 'Gente demais procura partida. Tentando de novo…',
  },
  problem: {
    malformed: 'Esta partida não pode ser jogada aqui.',
    gone: 'Alguém foi mais rápido.',
    engaged: 'Sua partida está sendo preparada.',
    name_refused: 'Seu nome não é aceito aqui. Escolha outro nos ajustes da partida.',
    rate_limited: 'Pedidos demais. Espere um minuto.',
    unavailable: 'O servidor não pode começar partidas agora. Tente mais tarde.',
    withdrawn: 'Ninguém veio em dez minutos. Tente de novo ou mude o relógio.',
  },
};

export const turn: TurnTexts = {
  label: 'Avisar quando for a minha vez',
  what: 'Este aparelho mostra uma notificação assim que a partida espera por você e você não está aqui.',
  denied: 'As notificações desta página estão bloqueadas. Permita-as nas configurações do navegador.',
  failed: 'Não deu certo. Tente mais tarde.',
  install: 'Primeiro adicione esta página à tela inicial: depois ela pode mostrar notificações.',
  title: 'Tabula',
  body: 'Uma partida espera por você.',
  roundLabel: 'Avisar quando uma rodada começar',
  roundWhat: 'Este aparelho mostra uma notificação assim que o seu tabuleiro da nova rodada estiver pronto.',
  roundBody: 'A próxima rodada começou.',
};

export const handover: HandoverTexts = {
  heading: 'Suas partidas em outro aparelho',
  what: 'Escaneie este código com o outro aparelho, ou abra nele o link. Suas partidas ficam então nos dois. Não o mostre a mais ninguém: quem o abrir primeiro pode jogar por você.',
  making: 'Criando o link…',
  failed: 'Não deu certo. Tente mais tarde.',
  left: (time) => `Serve uma vez, durante ${time}`,
  over: 'O link expirou.',
  again: 'Novo link',
  link: 'Link para o outro aparelho',
  copy: 'Copiar o link',
  takeHeading: 'Trazer partidas para este aparelho?',
  takeWhat: 'Outro aparelho entrega as suas partidas a este navegador. Aceite-as se for seu: você pode jogá-las aqui e lá.',
  takeKey: 'Contar também os meus resultados pela chave desse aparelho. Quem tem a chave vê todos.',
  take: 'Trazer as partidas',
  gone: 'Este link já foi usado, ou expirou. Crie um novo no outro aparelho.',
  taken: (games) => `Novas neste aparelho: ${games}`,
};

export const results: ResultTexts = {
  heading: 'Seus resultados',
  about: 'As partidas que você jogou com a chave deste navegador, a mais recente primeiro. Mais ninguém as vê aqui.',
  what: 'Sem conta nem e-mail: este navegador cria uma chave, e as partidas que você começar a partir de agora contam como suas. Seus adversários não são informados.',
  keep: 'Contar as minhas partidas',
  insecure: 'Só uma página segura (https) pode contar suas partidas.',
  name: 'Seu nome',
  nameWrong: 'Um nome tem de 3 a 20 caracteres.',
  none: 'Ainda não terminou nenhuma partida. Uma partida conta se você tinha a chave antes do seu primeiro lance.',
  table: 'Resultados por jogo e tempo',
  game: 'Jogo',
  result: { won: 'Ganha', lost: 'Perdida', drawn: 'Empate', abandoned: 'Abandonada' },
  handOver: 'Outro dispositivo',
  forget: 'Esquecer a chave',
  forgetSure: 'Esquecer para sempre?',
};

export const kept: KeptTexts = {
  vacation: 'Férias',
  about: (year, atOnce) => `Enquanto você está fora, seu tempo nas partidas com dias por lance para, e seus adversários sabem até quando. Você tem ${year} por ano, e no máximo ${atOnce} seguidos.`,
  left: (days) => `Restam: ${days}`,
  days: 'Dias',
  begin: 'Sair de férias',
  away: (until) => `Você está fora até ${until}.`,
  end: 'Voltei',
  refused: {
    too_many_blocks: 'Sua lista está cheia. Tire antes alguém em “Seus resultados”.',
    rate_limited: 'Pedidos demais. Tente mais tarde.',
    other: 'Não deu certo. Tente mais tarde.',
  },
  forget: 'Apagar o que o servidor guarda de mim',
  forgetSure: 'Apagar de vez?',
  forgetWhat: 'Os dias de férias que você já tirou continuam contando.',
  block: 'Não encontrar mais este jogador',
  blockWhat: 'Vocês não serão mais reunidos: nenhum vê as ofertas do outro nem se senta à partida dele. Você não lerá mais as mensagens dele aqui. Ele não é avisado.',
  blocked: 'Bloqueado.',
  blockedPlayers: 'Jogadores que você não encontra',
  unnamed: 'Jogador sem nome',
  unblock: 'Encontrar de novo',
  forgotten: 'Apagado.',
};

export const report: ReportTexts = {
  open: 'Denunciar o adversário',
  what: 'O operador deste servidor a lê junto com a partida. Seu adversário não fica sabendo.',
  reason: 'Motivo',
  reasons: {
    cheating: 'Ajuda de um programa ou de alguém',
    insults: 'Insultos ou ameaças',
    stalling: 'Tempo desperdiçado',
    name: 'O nome',
    other: 'Outra coisa',
  },
  text: 'O que aconteceu (até 500 caracteres)',
  send: 'Enviar a denúncia',
  sent: 'A denúncia foi enviada.',
  already: 'Você já denunciou este adversário.',
  failed: 'Não deu certo. Tente mais tarde.',
};

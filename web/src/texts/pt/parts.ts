// Portuguese texts of smaller parts of the page.
import type { DrawingTexts } from '../drawing/catalogue';
import type { FinishedTexts } from '../finished/catalogue';
import { counting } from '../forms';
import type { JoiningTexts } from '../joining/catalogue';
import type { KeyTexts } from '../keys/catalogue';
import type { KindTexts } from '../kinds/catalogue';
import type { MoveTexts } from '../moves/catalogue';
import type { OfflineTexts } from '../offline/catalogue';
import type { PracticeTexts } from '../practice/catalogue';
import type { RoomTexts } from '../rooms/catalogue';

const counted = counting('pt-BR');

/** Names of sides that are plurals; the others, such as Sente, are names of one person. */
const PLURAL = /^(Brancas|Pretas|Vermelhas|Azuis|Verdes|Rosas|Douradas)$/;

const MASCULINE = /^(Espartanos|Persas)$/;

/** Returns a side as the subject of a sentence, with the verb that agrees with it. */
export const subject = (side: string, many: string, one: string): string =>
  PLURAL.test(side) ? `As ${side.toLowerCase()} ${many}` : MASCULINE.test(side) ? `Os ${side.toLowerCase()} ${many}` : `${side} ${one}`;

const SINGULAR: Readonly<Record<string, string>> = {
  jogaram: 'jogou', capturaram: 'capturou', fizeram: 'fez', estão: 'está', promoveram: 'promoveu', vencem: 'vence', atingiram: 'atingiu', causaram: 'causou',
  perderam: 'perdeu', têm: 'tem', 'não têm': 'não tem', atacam: 'ataca', foram: 'foi', colocaram: 'colocou', sabem: 'sabe', ficaram: 'ficou',
};

/** Returns a sentence in which the names of the brancas and the pretas are replaced, with the verbs that agree with them. */
const renamed = (sentence: string, white: string, black: string): string =>
  sentence.replace(/([Aa])s (brancas|pretas)( (?:não )?\p{L}+)?/gu, (_whole, article: string, word: string, verb: string | undefined) => {
    const name = word === 'brancas' ? white : black;
    if (PLURAL.test(name)) return `${article}s ${name.toLowerCase()}${verb ?? ''}`;
    if (MASCULINE.test(name)) return `${article === 'A' ? 'Os' : 'os'} ${name.toLowerCase()}${verb ?? ''}`;
    const spoken = verb?.slice(1) ?? '';
    return verb === undefined ? name : `${name} ${SINGULAR[spoken] ?? spoken}`;
  });

export const drawing: DrawingTexts = {
  begun: (square) => `De ${square}. Pressione a mesma tecla onde a seta termina, ou outra vez aqui para um círculo.`,
  arrow: (from, to) => `Seta de ${from} a ${to}.`,
  redArrow: (from, to) => `Seta vermelha de ${from} a ${to}.`,
  circle: (square) => `Círculo em ${square}.`,
  redCircle: (square) => `Círculo vermelho em ${square}.`,
  removed: 'Apagado.',
};

export const finished: FinishedTexts = {
  heading: 'Partidas encerradas',
  about: 'Partidas que admitiam espectadores, a mais recente primeiro. Não há contas: qualquer um pode jogar com qualquer nome.',
  player: 'Nome de um jogador',
  find: 'Buscar',
  loading: 'Carregando partidas…',
  failed: 'O servidor não respondeu.',
  none: 'Não há partidas assim.',
  more: 'Mais partidas',
  home: 'Jogar',
  players: (white, black) => `${white} – ${black}`,
  result: { w: '1 – 0', b: '0 – 1', drawn: '½ – ½', abandoned: 'Os dois saíram' },
  plies: (count) => counted(count, { one: `${count} lance`, other: `${count} lances` }),
  by: { blind: (game) => `${game}, às cegas`, vanilla: (game) => `${game}, aberta`, sight: (game) => `${game}, na névoa` },
  results: (name) => `Resultados de ${name}`,
  partial: 'Das últimas partidas.',
  column: { control: 'Tempo', played: 'Jogadas', won: 'Vitórias', lost: 'Derrotas', drawn: 'Empates', duels: 'Duelos vencidos', bid: 'Apostado' },
  duels: (won, fought) => `${won} de ${fought}`,
};

export const joining: JoiningTexts = {
  invited: { blind: (game) => `Convite: ${game}, às cegas`, vanilla: (game) => `Convite: ${game}, à vista`, sight: (game) => `Convite: ${game}, na névoa` },
  sight: 'Você vê as suas peças, e o que está aonde elas podem ir ou capturar. O resto é névoa, até o fim revelar o tabuleiro. Ninguém avisa que você está sob ataque.',
  ofGuest: 'Estas regras são de um convidado; este servidor não as examinou.',
  join: 'Entrar',
  loading: 'Carregando a partida…',
  notFound: 'Essa partida não existe',
  full: 'Esta partida está completa',
  term: { moves: 'Lances possíveis', spectators: 'Espectadores', absence: 'Ausência', moderator: 'Árbitro', gambit: 'Gambito' },
  watched: (seconds) => (seconds === 0 ? 'Permitidos.' : `Permitidos, com ${counted(seconds, { one: `${seconds} segundo`, other: `${seconds} segundos` })} de atraso.`),
  notWatched: 'Não permitidos.',
  absence: (time) => `Se você se ausentar por ${time}, perde.`,
};

export const keys: KeyTexts = {
  label: 'Teclas de um só caractere',
  what: 'b, d, m, p, / e outras, pressionadas sozinhas. Desative-as para entrada por voz.',
  off: 'As teclas de um só caractere estão desativadas nos ajustes.',
};

export const kinds: KindTexts = {
  pieceOf: (side, kind, promoted) => `${kind}${promoted ? ', promoção' : ''} (${side})`,
  promoted: (kind) => `${kind}, promoção`,
  covered: (side, kind) => `peça coberta (${side}), move-se como: ${kind}`,
  coveredPiece: 'peça coberta',
  move: (notation) => notation,
  promoteTo: (kind) => `Promover: ${kind}`,
  promoteNothing: 'Não promover',
  placing: 'Escolha uma casa marcada para a peça que este lance coloca.',
  place: (kind, square) => `Colocar em ${square}: ${kind}`,
  placeNothing: 'Não colocar nada',
  held: (piece, count) => (count === null ? `${piece}, quantas você quiser` : count === 1 ? `${piece} na mão` : `${count} × ${piece} na mão`),
  handOf: (side) => `Mão: ${side}`,
  pass: 'Passar',
  square: (square, standing) => `${square}: ${standing}.`,
  title: { blind: (game) => `${game}, às cegas`, vanilla: (game) => `${game}, à vista`, sight: (game) => `${game}, na névoa` },
  sides: { white: 'Brancas', black: 'Pretas' },
  yourSide: (side) => `Seu lado: ${side}.`,
  renamed,
};

export const moves: MoveTexts = {
  dropped: (side, kind, square) => `${subject(side, 'colocaram', 'colocou')} em ${square}: ${kind}.`,
  passed: (side) => `${subject(side, 'passaram', 'passou')} a vez.`,
  ownDropped: (kind, square) => `Você colocou em ${square}: ${kind}.`,
  ownPassed: 'Você passou a vez.',
  ownUncovered: (square) => `Você descobriu uma peça em ${square}.`,
  ownInPlace: (square) => `Sua peça ficou em ${square}.`,
  touchedDrop: (kind) => `Você tocou na sua mão: ${kind}. Essa peça deve ser colocada.`,
  promotedTo: (kind) => `Virou: ${kind}.`,
  placed: (kind, square) => `Peça colocada em ${square}: ${kind}.`,
  tried: {
    drop: {
      no_such_piece: (kind) => `Você tentou colocar: ${kind}. Você não tem nenhuma.`,
      no_legal_moves: (kind) => `Você tentou colocar: ${kind}. Essa peça não tem lances.`,
      wont_help: (kind) => `Você tentou colocar: ${kind}. Isso não vai salvar você.`,
      illegal_move: (kind, square) => `Você tentou colocar em ${square}: ${kind}. Não, lance ilegal.`,
      nonsense: (kind, square) => `Você tentou colocar em ${square}: ${kind}. Absurdo.`,
      impossible: (kind, square) => `Você tentou colocar em ${square}: ${kind}. Agora não é possível.`,
    },
    pass: 'Você tentou passar a vez. Não, lance ilegal.',
  },
  attempt: {
    drop: {
      no_such_piece: (side, kind) => `${subject(side, 'tentaram', 'tentou')} colocar: ${kind}. Não havia nenhuma na mão.`,
      no_legal_moves: (side, kind) => `${subject(side, 'tentaram', 'tentou')} colocar: ${kind}. Sem lances.`,
      wont_help: (side, kind) => `${subject(side, 'tentaram', 'tentou')} colocar: ${kind}. Não salvaria nada.`,
      illegal_move: (side, kind, square) => `${subject(side, 'tentaram', 'tentou')} colocar em ${square}: ${kind}. Ilegal.`,
      nonsense: (side, kind, square) => `${subject(side, 'tentaram', 'tentou')} colocar em ${square}: ${kind}. Absurdo.`,
      impossible: (side, kind, square) => `${subject(side, 'tentaram', 'tentou')} colocar em ${square}: ${kind}. Impossível.`,
    },
    pass: (side) => `${subject(side, 'tentaram', 'tentou')} passar a vez. Ilegal.`,
  },
  hands: (yours, theirs) => `Na sua mão: ${yours || 'nada'}.${theirs === null ? '' : ` Na mão do adversário: ${theirs || 'nada'}.`}`,
  counted: (kind, count) => (count === null ? `${kind}, quantas você quiser` : `${count} × ${kind}`),
  typed: {
    noHands: 'Neste jogo não há peças para colocar.',
    notHeld: 'Você não tem essa peça na mão.',
  },
};

export const offline: OfflineTexts = {
  heading: 'Sem conexão com o servidor',
  works: {
    heading: 'Isto funciona sem ela:',
    practice: 'Uma partida contra a máquina neste navegador.',
    local: 'Uma partida a dois neste aparelho.',
    lab: 'Um jogo seu: escreva as regras e experimente.',
  },
  fails: 'Salas e partidas com outros precisam de conexão, assim como replays e regras que você nunca abriu aqui.',
  retry: 'Tentar de novo',
  news: { text: 'Há uma versão nova.', reload: 'Recarregar', later: 'Mais tarde' },
};

export const practice: PracticeTexts = {
  heading: 'Treino',
  machine: (level) => `Máquina, nível ${level}`,
  failure: {
    rules: 'Não foi possível carregar estas regras. Sem conexão, dá para jogar os jogos que você já abriu.',
    engine: 'A máquina falhou. Escolha “Nova” para recomeçar.',
  },
  turn: { yours: 'Sua vez', theirs: 'A máquina está pensando…', hint: 'Procurando um lance…' },
  won: (reason) => `Você vence: ${reason}.`,
  lost: (reason) => `A máquina vence: ${reason}.`,
  resigned: 'Você abandonou.',
  refused: (reason) => `Ilegal: ${reason}.`,
  hint: (san, squares) => (squares.length === 2 ? `Tente ${san} (${squares.join('-')}).` : `Tente ${san}.`),
  undo: { short: 'Desfazer', long: 'Desfazer o seu lance' },
  suggest: { short: 'Dica', long: 'Dica: um lance para tentar' },
  newGame: { short: 'Nova', long: 'Nova partida' },
  dialog: {
    heading: 'Nova partida',
    side: 'Seu lado',
    random: 'Sorteio',
    level: 'Nível da máquina',
    begin: 'Começar',
    cancel: 'Cancelar',
    about: 'A máquina roda no seu navegador. Não precisa de conexão, e a partida fica neste aparelho.',
  },
};

export const rooms: RoomTexts = {
  heading: 'Jogar com um código',
  what: 'Digite um código para entrar em uma sala, ou abra uma sala e passe o código a alguém.',
  code: 'Código da sala',
  codeWrong: 'Um código de sala tem seis caracteres: letras e algarismos.',
  join: 'Entrar',
  create: 'Nova sala',
  tournament: 'Torneio',
  away: 'Quem fica um minuto fora da sala perde.',
  invited: 'Se alguém espera nesta sala, a partida começa quando você entrar. Salas não têm relógio nem chat.',
  dialog: {
    heading: 'Nova sala',
    what: 'Você joga de brancas, e a primeira pessoa que entrar joga de pretas. Salas não têm relógio nem chat.',
    whatOther: 'Você faz o primeiro lance, e a primeira pessoa que entrar joga do outro lado. Salas não têm relógio nem chat.',
    create: 'Abrir a sala',
    creating: 'Abrindo…',
    cancel: 'Cancelar',
    failed: 'Não foi possível abrir a sala. Verifique sua conexão e tente de novo.',
  },
  waiting: {
    what: 'Passe este código ao seu adversário, ou envie o link. A partida começa quando ele entrar.',
    code: 'Código da sala',
    copy: 'Copiar o código',
    stay: 'Fique nesta página. A sala fecha um minuto depois que você sair.',
    close: 'Fechar a sala',
  },
  joining: (code) => `Entrando na sala ${code}…`,
  room: (code) => `Sala ${code}`,
  gone: {
    none: { heading: 'Essa sala não existe', text: 'Nenhuma sala tem esse código. Confira o código, ou peça outro.' },
    over: { heading: 'Esta sala está fechada', text: 'A partida terminou, você ficou ausente por mais de um minuto, ou o servidor foi reiniciado.' },
    full: { heading: 'Esta sala está completa', text: 'Já há dois jogadores nesta sala.' },
    elsewhere: { heading: 'Não foi possível entrar na sala', text: '' },
  },
  errors: {
    ILLEGAL_MOVE: 'Esse lance não é legal.',
    NOT_YOUR_TURN: 'Não é a sua vez.',
    GAME_OVER: 'A partida terminou.',
    ROOM_NOT_FOUND: 'Nenhuma sala tem esse código. Confira o código, ou peça outro.',
    ROOM_FULL: 'Já há dois jogadores nesta sala.',
    SERVER_FULL: 'O servidor não pode abrir outra sala agora. Tente mais tarde.',
    VERSION_MISMATCH: 'Esta página é mais antiga que o servidor. Recarregue-a.',
    RATE_LIMIT: 'Pedidos demais. Espere um momento e tente de novo.',
    MSG_TOO_LARGE: 'Essa mensagem era longa demais.',
    BAD_TOKEN: 'Você não tem mais lugar nesta sala.',
    INVALID_MESSAGE: 'O servidor não entendeu. Recarregue a página.',
  },
  refused: 'O servidor não abre uma sala assim. Escolha outro jogo, outro modo ou outras regras da casa.',
  unknown: (message) => `O servidor diz: ${message}.`,
};

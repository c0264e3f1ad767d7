// Portuguese texts of deductions, of a player's marks, and of moderators who answer attempts.
import type { Direction } from '../../wire';
import type { Deduction } from '../../mind/deductions';
import type { DeducedTexts } from '../deduced/catalogue';
import { counting, listOf } from '../forms';
import type { MindTexts } from '../mind/catalogue';
import type { ModeratedTexts } from '../moderated/catalogue';
import { subject } from './parts';

const counted = counting('pt-BR');
const or = listOf('pt-BR', 'disjunction');
const and = listOf('pt-BR', 'conjunction');
/** More squares than these are not named one by one: the board shows them. */
const MOST_NAMED = 6;

const oneOf = (squares: readonly string[]): string => (squares.length > MOST_NAMED ? `uma das ${squares.length} casas marcadas` : or(squares));
const first = ({ about = [] }: Deduction): string => about[0] ?? '';
const second = ({ about = [] }: Deduction): string => about[1] ?? '';

const direction: Readonly<Record<Direction, string>> = {
  rank: 'pela fileira', file: 'pela coluna', long_diagonal: 'pela diagonal longa', short_diagonal: 'pela diagonal curta', knight: 'de cavalo',
};

export const deduced: DeducedTexts = {
  direction,
  sentence: {
    captured: ({ claim, squares }) => (claim === 'each' ? `Uma peça capturou em ${squares.join()}: ela está ali.` : `Uma peça capturou: está em ${oneOf(squares)}.`),
    captured_passing: ({ squares }) => `Um peão capturou en passant: está em ${squares.join()}.`,
    castled: ({ squares }) => `Seu adversário rocou: o rei está em ${squares[0]}, a torre em ${squares[1]}.`,
    promoted: () => 'Um peão foi promovido: a nova peça está na sua primeira fileira.',
    checked: (deduction) => {
      const known = direction[first(deduction) as Direction];
      return `Seu rei está em xeque${known ? ` ${known}` : ''}: a peça está em ${oneOf(deduction.squares)}.`;
    },
    checking: ({ squares }) => `O rei adversário está em xeque: está em ${oneOf(squares)}.`,
    blocked: (deduction) => `${first(deduction)}-${second(deduction)} foi recusado: há uma peça em ${oneOf(deduction.squares)}.`,
    pinned: (deduction) => `Sua peça em ${first(deduction)} está cravada: a peça que a crava está em ${oneOf(deduction.squares)}.`,
    guarded: (deduction) => `Seu rei não pode ir para ${first(deduction)}: uma peça guarda essa casa.`,
    no_capture: (deduction) => `${first(deduction)}-${second(deduction)} foi recusado: não há peça em ${second(deduction)}.`,
    pawn_capture: (deduction) => `${first(deduction) ? `Seu peão em ${first(deduction)}` : 'Um dos seus peões'} pode capturar: há uma peça em ${oneOf(deduction.squares)}.`,
    no_pawn_capture: ({ squares }) => `Seus peões não podem capturar ali: não há peça em ${squares.length > MOST_NAMED ? 'nenhuma casa marcada' : or(squares)}.`,
    moved_through: (deduction) => `Você jogou de ${first(deduction)} para ${second(deduction)}: não há nada em ${and(deduction.squares)}.`,
  },
  note: (sentences) => `daí se deduz: ${sentences.join(' ')}`,
};

const round = (number: number): string => (Math.round(number * 10) / 10).toLocaleString('pt-BR');

export const mind: MindTexts = {
  button: 'Notas',
  piece: (kind) => kind,
  maybe: (kinds) => `talvez ${or(kinds)}`,
  empty: 'vazia',
  nothing: 'sem nota',
  note: (belief) => `sua nota: ${belief}`,
  remembered: (piece, move) => `visto no lance ${move}: ${piece}`,
  said: (square, belief) => `${square}: ${belief}.`,
  setUpDone: 'As peças do seu adversário estão anotadas onde começaram.',
  cleared: 'Todas as notas foram apagadas.',
  undone: 'Desfeito.',
  redone: 'Refeito.',
  tray: {
    label: 'Suas notas. Só você as vê.',
    kind: (kind, rest, sure) => (rest < 0 ? `${kind}, ${-rest} a mais` : `${kind}, ${sure ? '' : 'no máximo '}${rest} a colocar`),
    empty: 'Casa vazia',
    hint: 'Escolha uma peça e toque nas casas. Segure uma casa para escolher ali.',
    undo: 'Desfazer nota',
    redo: 'Refazer nota',
    setUp: 'Colocar as peças dele',
    clear: 'Apagar todas as notas',
    close: 'Fechar as notas',
  },
  review: {
    heading: 'Suas notas',
    show: 'O que você achava',
    none: 'Ainda não há notas.',
    copy: 'Copiar PGN com suas notas',
    picture: 'Salvar como imagem',
    animation: 'Salvar como animação',
    animating: (percent) => `Desenhando… ${percent} %`,
    animationSaved: 'Salva.',
    animationFailed: 'Não foi possível criar a animação. Tente de novo.',
    score: (points, of) => `${round(points)} de ${of} notas certas aqui.`,
    total: (percent) => `${percent} % na partida toda.`,
    share: 'Mostrar suas notas',
    shared: 'Seu adversário e os espectadores veem suas notas.',
    unconnected: 'Para mostrá-las é preciso uma conexão com o servidor.',
    board: 'Notas no tabuleiro',
    truth: 'A verdade',
    came: (side) => `Você pode ver as notas do seu adversário (${side}).`,
    cameOf: (side) => `Há notas visíveis: ${side}.`,
    of: (side) => `Notas: ${side}`,
    note: {
      right: (belief) => `você achava: ${belief}, certo`,
      among: (belief) => `você achava: ${belief}, uma certa`,
      wrong: (belief) => `você achava: ${belief}, errado`,
    },
    noteOf: {
      right: (side, belief) => `${side}, nota: ${belief}, certo`,
      among: (side, belief) => `${side}, nota: ${belief}, uma certa`,
      wrong: (side, belief) => `${side}, nota: ${belief}, errado`,
    },
    comment: (marks) => `Notas: ${marks.map(({ square, belief, verdict }) => `${square} ${belief} (${verdict === 'wrong' ? 'errado' : 'certo'})`).join(', ')}.`,
  },
  menu: {
    heading: (square) => `O que há em ${square}?`,
    hint: 'Escolha mais de uma peça se não tiver certeza.',
    empty: 'Com certeza vazia',
    erase: 'Apagar nota',
    done: 'Pronto',
  },
};

const taken = (what: string | null, square: string | null): string => `${square === null ? '' : ` em ${square}`}${what === null ? '' : `: ${what}`}`;

export const moderated: ModeratedTexts = {
  choose: { legend: 'Árbitro' },
  others: { 'table-fidelity': 'Vocês dois ouvem tudo o que o árbitro diz, também as tentativas recusadas.' },
  hear: {
    sentence: (name, facts) => `${name}. Você tenta até um lance ser legal. Você ouve: ${facts}.`,
    square: { victim: 'a casa de uma peça capturada', arrival: 'a casa onde uma captura termina' },
    captured: { class: 'se um peão ou uma peça foi capturado', kind: 'o tipo da peça capturada' },
    check: { side: 'os xeques', directions: 'os xeques com a direção' },
    promotion: { kind: 'o que um peão vira', fact: 'que um peão é promovido' },
    drop: { kind: 'o tipo de uma peça colocada', fact: 'que uma peça é colocada' },
    tries: { whether: 'se você tem uma captura de peão', count: 'quantas capturas de peão você tem', sources: 'quais peões podem capturar' },
    refusals: 'as tentativas ilegais do seu adversário',
    ask: {
      free: 'Você pode perguntar se tem uma captura de peão.',
      one_try: 'Você pode perguntar se tem uma captura de peão; depois de um sim, deve tentar uma.',
      until_made: 'Você pode perguntar se tem uma captura de peão; depois de um sim, deve fazer uma.',
    },
    stalemate: 'Quem fica afogado perde.',
    cap: (plies) => `Depois de ${plies} meios-lances sem captura nem lance de peão, a partida empata.`,
  },
  captured: (side, what, square) => `${subject(side, 'jogaram e capturaram', 'jogou e capturou')}${taken(what, square)}.`,
  enPassant: (side, what, square) => `${subject(side, 'capturaram', 'capturou')} en passant${taken(what, square)}.`,
  class: { pawn: 'peão', piece: 'peça' },
  check: (side, directions) => `${subject(side, 'estão', 'está')} em xeque ${and(directions)}.`,
  direction,
  checked: (directions) => `em xeque ${and(directions)}`,
  dropped: (side, kind) => `${subject(side, 'colocaram', 'colocou')}: ${kind}.`,
  pawnTries: {
    count: (side, tries) =>
      tries === 0 ? `${subject(side, 'não têm', 'não tem')} captura de peão.` : `${subject(side, 'têm', 'tem')} ${counted(tries, { one: `${tries} captura`, other: `${tries} capturas` })} de peão.`,
    sources: (side, squares) =>
      squares.length === 0 ? `${subject(side, 'não têm', 'não tem')} peão que possa capturar.` : `${subject(side, 'têm', 'tem')} peões que podem capturar: ${squares.join(', ')}.`,
  },
  ask: { button: 'Capturas?', label: 'Capturas? Pergunte se você tem uma captura de peão', notNow: 'Você não pode perguntar isso agora.' },
};

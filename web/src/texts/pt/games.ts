// Portuguese texts of the list of games.
import { counting, listOf } from '../forms';
import type { GamesTexts } from '../games/catalogue';

const counted = counting('pt-BR');
const or = listOf('pt-BR', 'disjunction');
const and = listOf('pt-BR', 'conjunction');
const list = (words: readonly string[]) => or(words);
const pieces = (count: number) => counted(count, { one: `${count} peça`, other: `${count} peças` });
const OUTCOMES = { win: 'vence', loss: 'perde', draw: 'empata', points: 'vence se tiver mais pontos' } as const;

export const games: GamesTexts = {
  heading: 'Jogos',
  loading: 'Carregando…',
  search: 'Buscar jogos',
  all: 'Todos',
  favourites: 'Favoritos',
  guests: 'Feitos por jogadores',
  found: (count) => counted(count, { one: `${count} jogo`, other: `${count} jogos` }),
  nothing: 'Nenhum jogo tem esse nome.',
  failed: 'Não foi possível carregar a lista de jogos. Verifique sua conexão e tente de novo.',
  rulesFailed: 'Não foi possível carregar estas regras. Verifique sua conexão e recarregue.',
  lab: 'Abrir na oficina de regras',
  favour: (game) => `Guardar ${game} como favorito`,
  board: (files, ranks) => `${files} × ${ranks}`,
  features: { drops: 'peças na mão', places: 'colocação', passes: 'passar a vez', drawn: 'início sorteado', covered: 'peças cobertas' },
  choose: (game) => `Escolher ${game}`,
  back: 'Todos os jogos',
  start: 'Posição inicial',
  pieces: 'Peças',
  ways: (piece) => `Como se move: ${piece}`,
  waysKey: { quiet: 'vai para lá', capture: 'captura lá', both: 'vai ou captura lá', screen: 'uma peça a saltar' },
  waysWords: (piece, from, quiet, captures) =>
    `${piece} em ${from}: vai para ${quiet.length > 0 ? and(quiet) : 'nenhuma casa'} e captura em ${captures.length > 0 ? and(captures) : 'nenhuma casa'}.`,
  waysOver: (quiet, captures) =>
    `Por cima de outra peça: vai para ${quiet.length > 0 ? and(quiet) : 'nenhuma casa'} e captura em ${captures.length > 0 ? and(captures) : 'nenhuma casa'}.`,
  rules: 'Regras',
  first: (first, second) => `Jogam alternadamente: ${first} e ${second}. Primeiro lance: ${first}.`,
  checkmate: {
    loss: 'O xeque-mate vence.', win: 'O xeque-mate perde: leve mate para vencer.', draw: 'O xeque-mate é empate.', points: 'Depois do xeque-mate, os pontos decidem.',
  },
  stalemate: {
    loss: 'Um lado sem lance legal perde.', win: 'Um lado sem lance legal vence.', draw: 'Um lado sem lance legal empata.',
    points: 'Quando um lado não tem lance legal, os pontos decidem.',
  },
  extinction: (kinds, left, outcome) => {
    const side = kinds.length === 0
      ? left > 0 ? `com apenas ${pieces(left)}` : 'sem nenhuma peça'
      : left > 0 ? `com apenas ${left} destas peças (${list(kinds)})` : `que perdeu estas peças (${list(kinds)})`;
    return outcome === 'draw' ? `Um lado ${side} termina a partida em empate.` : `Um lado ${side} ${OUTCOMES[outcome]}.`;
  },
  extinctionAnswered: 'Se com o lance seguinte pode deixar o outro lado na mesma situação, ainda joga: se conseguir, é empate.',
  arrival: (kinds, squares, second, extra) => {
    const where = second.length > 0 && second.join() !== squares.join() ? `${spanOf(squares)} (${spanOf(second)} para o segundo lado)` : spanOf(squares);
    const suffix = { safe: ' e não pode ser capturado ali', held: ' e sai de novo', answer: ', a não ser que o outro lado faça o mesmo em resposta' };
    return `Vence quem alcança com ${list(kinds)} ${where}${extra ? suffix[extra] : ''}.`;
  },
  counted: {
    captures: (count, outcome) => `Um lado que capturou ${pieces(count)} ${OUTCOMES[outcome]}.`,
    promotions: (count, outcome) => `Um lado que promoveu ${pieces(count)} ${OUTCOMES[outcome]}.`,
    checks: (count, outcome) => `Um lado que deu xeque ${counted(count, { one: `${count} vez`, other: `${count} vezes` })} ${OUTCOMES[outcome]}.`,
  },
  passes: {
    points: 'Passar duas vezes seguidas encerra a partida, e os pontos decidem.', draw: 'Passar duas vezes seguidas é empate.', win: 'Quando se passa duas vezes seguidas, vence quem passou por último.',
    loss: 'Quando se passa duas vezes seguidas, perde quem passou por último.',
  },
  facing: (kinds, outcome) =>
    `Estas peças (${list(kinds)}) podem ficar frente a frente em linha livre. Se o outro lado deixar assim, ${outcome === 'points' ? 'os pontos decidem' : outcome === 'draw' ? 'a partida empata' : OUTCOMES[outcome]}.`,
  full: { points: 'Quando o tabuleiro está cheio, os pontos decidem.', draw: 'Um tabuleiro cheio é empate.', win: 'Quem enche o tabuleiro vence.', loss: 'Quem enche o tabuleiro perde.' },
  insufficient: 'Empate quando nenhum lado tem como vencer.',
  moveLimit: (moves, kinds) => `Empate depois de ${moves} lances de cada lado sem captura${kinds.length > 0 ? ` nem lance destas peças: ${list(kinds)}` : ''}.`,
  counting: 'Quando um lado tem pouco, o outro tem um número contado de lances para vencer.',
  repetition: (count, outcome) => {
    const then = { draw: 'é empate', loss: 'perde para quem a provoca', win: 'vence para quem a provoca', points: 'encerra a partida, e os pontos decidem' };
    return `A mesma posição pela ${count}ª vez ${then[outcome]}.`;
  },
  perpetual: { check: 'O xeque perpétuo perde.', chase: 'Perseguir uma peça sem fim perde.' },
  points: (kinds, second) =>
    `Pontos: ${and(kinds.map(([name, points]) => `${name} ${points.toLocaleString('pt-BR')}`))}.${second > 0 ? ` O segundo lado tem ${second.toLocaleString('pt-BR')} a mais.` : ''}`,
  constraints: {
    'royal-safety': 'O rei, ou a peça que faz as vezes dele, não pode ficar onde seria capturado.',
    'forced-capture': 'Quem pode capturar deve capturar.',
    'forced-move': 'Só se pode passar sem outro lance.',
    'forced-drop': 'As peças na mão são colocadas antes que algo se mova.',
    'gives-no-check': 'Ninguém pode dar xeque.',
    'spare-royals': 'Vários reis: só o último pode levar xeque.',
    'royal-stays': 'O rei não pode fugir de alguns xeques.',
    'duple-check': 'Dois reis: só conta um xeque aos dois ao mesmo tempo.',
  },
  hands: 'As peças capturadas mudam de lado: vêm para a sua mão, e podem ser colocadas no tabuleiro em vez de um lance.',
  dropOnly: 'As peças vêm da mão para o tabuleiro.',
  noDropMate: (kind) => `Não se pode dar mate colocando: ${kind}.`,
  promotes: 'Algumas peças são promovidas quando chegam longe o bastante.',
  places: 'Um lance também pode colocar outra peça no tabuleiro.',
  canPass: 'Pode-se passar a vez.',
  inPlace: 'Algumas peças podem se transformar na própria casa, o que é um lance.',
  drawn: 'As peças das primeiras fileiras são sorteadas.',
  covered: 'As peças cobertas são embaralhadas. Ninguém sabe o que cada uma é até ser descoberta.',
  dealt: (names) => `Só em uma partida por link, porque alguém precisa distribuir as peças cobertas: ${names}.`,
  mechanics: { blast: 'Uma captura destrói também o que está em volta.', conversion: 'Inimigos em volta de uma peça que chega, ou entre ela e outra, mudam de lado.' },
};

/** Describes squares: a whole rank by its number. */
function spanOf(squares: readonly string[]): string {
  const ranks = new Set(squares.map((square) => square.replace(/^[a-z]+/, '')));
  const [rank] = ranks;
  return ranks.size === 1 && squares.length > 2 ? `a fileira ${rank}` : or(squares);
}

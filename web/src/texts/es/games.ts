// Spanish texts of the list of games.
import { counting, listOf } from '../forms';
import type { GamesTexts } from '../games/catalogue';

const counted = counting('es');
const or = listOf('es', 'disjunction');
const and = listOf('es', 'conjunction');
const list = (words: readonly string[]) => or(words);
const pieces = (count: number) => counted(count, { one: '1 pieza', other: `${count} piezas` });
const OUTCOMES = { win: 'gana', loss: 'pierde', draw: 'hace tablas', points: 'gana si tiene más puntos' } as const;

export const games: GamesTexts = {
  heading: 'Juegos',
  loading: 'Cargando…',
  search: 'Buscar juegos',
  all: 'Todos',
  favourites: 'Favoritos',
  guests: 'Hechos por jugadores',
  found: (count) => counted(count, { one: '1 juego', other: `${count} juegos` }),
  nothing: 'Ningún juego se llama así.',
  failed: 'No se pudo cargar la lista de juegos. Revisa tu conexión e inténtalo de nuevo.',
  rulesFailed: 'No se pudieron cargar estas reglas. Revisa tu conexión y recarga.',
  lab: 'Abrir en el taller de reglas',
  favour: (game) => `Guardar ${game} como favorito`,
  board: (files, ranks) => `${files} × ${ranks}`,
  features: { drops: 'piezas en mano', places: 'colocación', passes: 'pasar', drawn: 'inicio al azar', covered: 'piezas cubiertas' },
  choose: (game) => `Elegir ${game}`,
  back: 'Todos los juegos',
  start: 'Posición inicial',
  pieces: 'Piezas',
  ways: (piece) => `Cómo mueve: ${piece}`,
  waysKey: { quiet: 'mueve ahí', capture: 'captura ahí', both: 'mueve o captura ahí', screen: 'una pieza que saltar' },
  waysWords: (piece, from, quiet, captures) =>
    `${piece} en ${from}: mueve a ${quiet.length > 0 ? and(quiet) : 'ninguna casilla'} y captura en ${captures.length > 0 ? and(captures) : 'ninguna casilla'}.`,
  waysOver: (quiet, captures) =>
    `Por encima de otra pieza: mueve a ${quiet.length > 0 ? and(quiet) : 'ninguna casilla'} y captura en ${captures.length > 0 ? and(captures) : 'ninguna casilla'}.`,
  rules: 'Reglas',
  first: (first, second) => `Juegan por turnos: ${first} y ${second}. Primera jugada: ${first}.`,
  checkmate: {
    loss: 'El jaque mate gana.', win: 'El jaque mate pierde: haz que te den mate para ganar.', draw: 'El jaque mate es tablas.', points: 'Tras el jaque mate deciden los puntos.',
  },
  stalemate: {
    loss: 'Un bando sin jugada legal pierde.', win: 'Un bando sin jugada legal gana.', draw: 'Un bando sin jugada legal hace tablas.',
    points: 'Cuando un bando no tiene jugada legal, deciden los puntos.',
  },
  extinction: (kinds, left, outcome) => {
    const side = kinds.length === 0
      ? left > 0 ? `al que solo le queda ${pieces(left)}` : 'sin ninguna pieza'
      : left > 0 ? `al que solo le quedan ${left} de estas piezas (${list(kinds)})` : `que ha perdido estas piezas (${list(kinds)})`;
    return outcome === 'draw' ? `Un bando ${side} termina la partida en tablas.` : `Un bando ${side} ${OUTCOMES[outcome]}.`;
  },
  extinctionAnswered: 'Si con su siguiente jugada puede dejar al otro bando igual, todavía juega: si lo logra, son tablas.',
  arrival: (kinds, squares, second, extra) => {
    const where = second.length > 0 && second.join() !== squares.join() ? `${spanOf(squares)} (${spanOf(second)} para el segundo bando)` : spanOf(squares);
    const suffix = { safe: ' y no puede ser capturado allí', held: ' y vuelve a salir', answer: ', salvo que el otro bando haga lo mismo en respuesta' };
    return `Gana quien llega con ${list(kinds)} a ${where}${extra ? suffix[extra] : ''}.`;
  },
  counted: {
    captures: (count, outcome) => `Un bando que ha capturado ${pieces(count)} ${OUTCOMES[outcome]}.`,
    promotions: (count, outcome) => `Un bando que ha coronado ${pieces(count)} ${OUTCOMES[outcome]}.`,
    checks: (count, outcome) => `Un bando que ha dado jaque ${counted(count, { one: '1 vez', other: `${count} veces` })} ${OUTCOMES[outcome]}.`,
  },
  passes: {
    points: 'Dos pases seguidos terminan la partida, y deciden los puntos.', draw: 'Dos pases seguidos son tablas.', win: 'Tras dos pases seguidos gana quien pasó el último.',
    loss: 'Tras dos pases seguidos pierde quien pasó el último.',
  },
  facing: (kinds, outcome) =>
    `Estas piezas (${list(kinds)}) pueden quedar frente a frente en una línea libre. Si el otro bando lo deja así, ${outcome === 'points' ? 'deciden los puntos' : outcome === 'draw' ? 'la partida es tablas' : OUTCOMES[outcome]}.`,
  full: { points: 'Cuando el tablero está lleno, deciden los puntos.', draw: 'Un tablero lleno es tablas.', win: 'Quien llena el tablero gana.', loss: 'Quien llena el tablero pierde.' },
  insufficient: 'Tablas cuando ningún bando tiene con qué ganar.',
  moveLimit: (moves, kinds) => `Tablas tras ${moves} jugadas de cada bando sin captura${kinds.length > 0 ? ` ni jugada de estas piezas: ${list(kinds)}` : ''}.`,
  counting: 'Cuando a un bando le queda poco, el otro tiene un número contado de jugadas para ganar.',
  repetition: (count, outcome) => {
    const then = { draw: 'es tablas', loss: 'pierde para quien la provoca', win: 'gana para quien la provoca', points: 'termina la partida, y deciden los puntos' };
    return `La misma posición por ${count}.ª vez ${then[outcome]}.`;
  },
  perpetual: { check: 'El jaque perpetuo pierde.', chase: 'Perseguir sin fin una pieza pierde.' },
  points: (kinds, second) =>
    `Puntos: ${and(kinds.map(([name, points]) => `${name} ${points.toLocaleString('es')}`))}.${second > 0 ? ` El segundo bando tiene ${second.toLocaleString('es')} más.` : ''}`,
  constraints: {
    'royal-safety': 'El rey, o la pieza que hace sus veces, no puede quedar donde podría ser capturado.',
    'forced-capture': 'Quien puede capturar debe capturar.',
    'forced-move': 'Solo se puede pasar sin otra jugada.',
    'forced-drop': 'Las piezas en mano se colocan antes de que nada mueva.',
    'gives-no-check': 'Nadie puede dar jaque.',
    'spare-royals': 'Varios reyes: solo el último puede recibir jaque.',
    'royal-stays': 'El rey no puede huir de algunos jaques.',
    'duple-check': 'Dos reyes: solo cuenta un jaque a los dos a la vez.',
  },
  hands: 'Las piezas capturadas cambian de bando: van a tu mano, y pueden colocarse en el tablero en lugar de una jugada.',
  dropOnly: 'Las piezas llegan al tablero desde la mano.',
  noDropMate: (kind) => `No se puede dar mate colocando: ${kind}.`,
  promotes: 'Algunas piezas coronan cuando llegan bastante lejos.',
  places: 'Una jugada puede además colocar otra pieza en el tablero.',
  canPass: 'Se puede pasar.',
  inPlace: 'Algunas piezas pueden transformarse en su casilla, lo que es una jugada.',
  drawn: 'Las piezas de las primeras filas se sortean.',
  covered: 'Las piezas cubiertas se barajan. Nadie sabe qué es cada una hasta que se descubre.',
  dealt: (names) => `Solo en una partida por enlace, porque alguien debe repartir las piezas cubiertas: ${names}.`,
  mechanics: { blast: 'Una captura destruye también lo que la rodea.', conversion: 'Los enemigos alrededor de una pieza que llega, o entre ella y otra, cambian de bando.' },
};

/** Describes squares: a whole rank by its number. */
function spanOf(squares: readonly string[]): string {
  const ranks = new Set(squares.map((square) => square.replace(/^[a-z]+/, '')));
  const [rank] = ranks;
  return ranks.size === 1 && squares.length > 2 ? `la fila ${rank}` : or(squares);
}

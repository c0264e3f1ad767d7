// Spanish texts of deductions, of a player's marks, and of moderators who answer attempts.
import type { Direction } from '../../wire';
import type { Deduction } from '../../mind/deductions';
import type { DeducedTexts } from '../deduced/catalogue';
import { counting, listOf } from '../forms';
import type { MindTexts } from '../mind/catalogue';
import type { ModeratedTexts } from '../moderated/catalogue';
import { subject } from './parts';

const counted = counting('es');
const or = listOf('es', 'disjunction');
const and = listOf('es', 'conjunction');
/** More squares than these are not named one by one: the board shows them. */
const MOST_NAMED = 6;

const oneOf = (squares: readonly string[]): string => (squares.length > MOST_NAMED ? `una de las ${squares.length} casillas marcadas` : or(squares));
const first = ({ about = [] }: Deduction): string => about[0] ?? '';
const second = ({ about = [] }: Deduction): string => about[1] ?? '';

const direction: Readonly<Record<Direction, string>> = {
  rank: 'por la fila', file: 'por la columna', long_diagonal: 'por la diagonal larga', short_diagonal: 'por la diagonal corta', knight: 'de caballo',
};

export const deduced: DeducedTexts = {
  direction,
  sentence: {
    captured: ({ claim, squares }) => (claim === 'each' ? `Una pieza capturó en ${squares.join()}: está ahí.` : `Una pieza capturó: está en ${oneOf(squares)}.`),
    captured_passing: ({ squares }) => `Un peón capturó al paso: está en ${squares.join()}.`,
    castled: ({ squares }) => `Tu rival se enrocó: el rey está en ${squares[0]}, la torre en ${squares[1]}.`,
    promoted: () => 'Un peón coronó: la pieza nueva está en tu primera fila.',
    checked: (deduction) => {
      const known = direction[first(deduction) as Direction];
      return `Tu rey está en jaque${known ? ` ${known}` : ''}: la pieza está en ${oneOf(deduction.squares)}.`;
    },
    checking: ({ squares }) => `El rey rival está en jaque: está en ${oneOf(squares)}.`,
    blocked: (deduction) => `${first(deduction)}-${second(deduction)} fue rechazada: hay una pieza en ${oneOf(deduction.squares)}.`,
    pinned: (deduction) => `Tu pieza en ${first(deduction)} está clavada: la pieza que la clava está en ${oneOf(deduction.squares)}.`,
    guarded: (deduction) => `Tu rey no puede ir a ${first(deduction)}: una pieza guarda esa casilla.`,
    no_capture: (deduction) => `${first(deduction)}-${second(deduction)} fue rechazada: no hay ninguna pieza en ${second(deduction)}.`,
    pawn_capture: (deduction) => `${first(deduction) ? `Tu peón en ${first(deduction)}` : 'Uno de tus peones'} puede capturar: hay una pieza en ${oneOf(deduction.squares)}.`,
    no_pawn_capture: ({ squares }) => `Tus peones no pueden capturar ahí: no hay ninguna pieza en ${squares.length > MOST_NAMED ? 'las casillas marcadas' : or(squares)}.`,
    moved_through: (deduction) => `Has movido de ${first(deduction)} a ${second(deduction)}: no hay nada en ${and(deduction.squares)}.`,
  },
  note: (sentences) => `de ahí se deduce: ${sentences.join(' ')}`,
};

const round = (number: number): string => (Math.round(number * 10) / 10).toLocaleString('es');

export const mind: MindTexts = {
  button: 'Notas',
  piece: (kind) => kind,
  maybe: (kinds) => `quizá ${or(kinds)}`,
  empty: 'vacía',
  nothing: 'sin nota',
  note: (belief) => `tu nota: ${belief}`,
  remembered: (piece, move) => `visto en la jugada ${move}: ${piece}`,
  said: (square, belief) => `${square}: ${belief}.`,
  setUpDone: 'Las piezas de tu rival están anotadas donde empezaron.',
  cleared: 'Se han borrado todas las notas.',
  undone: 'Deshecho.',
  redone: 'Rehecho.',
  tray: {
    label: 'Tus notas. Solo tú las ves.',
    kind: (kind, rest, sure) => (rest < 0 ? `${kind}, sobran ${-rest}` : `${kind}, ${sure ? '' : 'como mucho '}${rest} por colocar`),
    empty: 'Casilla vacía',
    hint: 'Elige una pieza y toca casillas. Mantén pulsada una casilla para elegir allí.',
    undo: 'Deshacer nota',
    redo: 'Rehacer nota',
    setUp: 'Colocar sus piezas',
    clear: 'Borrar todas las notas',
    close: 'Cerrar las notas',
  },
  review: {
    heading: 'Tus notas',
    show: 'Lo que creías',
    none: 'Aún no hay notas.',
    copy: 'Copiar PGN con tus notas',
    picture: 'Guardar como imagen',
    animation: 'Guardar como animación',
    animating: (percent) => `Dibujando… ${percent} %`,
    animationSaved: 'Guardada.',
    animationFailed: 'No se ha podido crear la animación. Inténtalo de nuevo.',
    score: (points, of) => `${round(points)} de ${of} notas acertadas aquí.`,
    total: (percent) => `${percent} % en toda la partida.`,
    share: 'Mostrar tus notas',
    shared: 'Tu rival y los espectadores ven tus notas.',
    unconnected: 'Para mostrarlas hace falta conexión con el servidor.',
    board: 'Notas en el tablero',
    truth: 'La verdad',
    came: (side) => `Puedes ver las notas de tu rival (${side}).`,
    cameOf: (side) => `Ya se ven notas: ${side}.`,
    of: (side) => `Notas: ${side}`,
    note: {
      right: (belief) => `creías: ${belief}, acertado`,
      among: (belief) => `creías: ${belief}, una acertada`,
      wrong: (belief) => `creías: ${belief}, equivocado`,
    },
    noteOf: {
      right: (side, belief) => `${side}, nota: ${belief}, acertado`,
      among: (side, belief) => `${side}, nota: ${belief}, una acertada`,
      wrong: (side, belief) => `${side}, nota: ${belief}, equivocado`,
    },
    comment: (marks) => `Notas: ${marks.map(({ square, belief, verdict }) => `${square} ${belief} (${verdict === 'wrong' ? 'equivocado' : 'acertado'})`).join(', ')}.`,
  },
  menu: {
    heading: (square) => `¿Qué hay en ${square}?`,
    hint: 'Elige varias piezas si no lo sabes con certeza.',
    empty: 'Seguro vacía',
    erase: 'Borrar nota',
    done: 'Listo',
  },
};

const taken = (what: string | null, square: string | null): string => `${square === null ? '' : ` en ${square}`}${what === null ? '' : `: ${what}`}`;

export const moderated: ModeratedTexts = {
  choose: { legend: 'Árbitro' },
  others: { 'table-fidelity': 'Los dos oís todo lo que dice el árbitro, también los intentos rechazados.' },
  hear: {
    sentence: (name, facts) => `${name}. Lo intentas hasta que una jugada es legal. Oyes: ${facts}.`,
    square: { victim: 'la casilla de una pieza capturada', arrival: 'la casilla donde acaba una captura' },
    captured: { class: 'si se capturó un peón o una pieza', kind: 'el tipo de la pieza capturada' },
    check: { side: 'los jaques', directions: 'los jaques con su dirección' },
    promotion: { kind: 'en qué se convierte un peón', fact: 'que un peón corona' },
    drop: { kind: 'el tipo de una pieza colocada', fact: 'que se coloca una pieza' },
    tries: { whether: 'si tienes una captura de peón', count: 'cuántas capturas de peón tienes', sources: 'qué peones pueden capturar' },
    refusals: 'los intentos ilegales de tu rival',
    ask: {
      free: 'Puedes preguntar si tienes una captura de peón.',
      one_try: 'Puedes preguntar si tienes una captura de peón; tras un sí debes intentar una.',
      until_made: 'Puedes preguntar si tienes una captura de peón; tras un sí debes hacer una.',
    },
    stalemate: 'Quien queda ahogado pierde.',
    cap: (plies) => `Tras ${plies} medias jugadas sin captura ni jugada de peón, la partida es tablas.`,
  },
  captured: (side, what, square) => `${subject(side)} movido y capturado${taken(what, square)}.`,
  enPassant: (side, what, square) => `${subject(side)} capturado al paso${taken(what, square)}.`,
  class: { pawn: 'peón', piece: 'pieza' },
  check: (side, directions) => `${subject(side, 'están', 'está')} en jaque ${and(directions)}.`,
  direction,
  checked: (directions) => `en jaque ${and(directions)}`,
  dropped: (side, kind) => `${subject(side)} colocado: ${kind}.`,
  pawnTries: {
    count: (side, tries) =>
      tries === 0 ? `${subject(side, 'no tienen', 'no tiene')} captura de peón.` : `${subject(side, 'tienen', 'tiene')} ${counted(tries, { one: '1 captura', other: `${tries} capturas` })} de peón.`,
    sources: (side, squares) =>
      squares.length === 0 ? `${subject(side, 'no tienen', 'no tiene')} ningún peón que pueda capturar.` : `${subject(side, 'tienen', 'tiene')} peones que pueden capturar: ${squares.join(', ')}.`,
  },
  ask: { button: '¿Capturas?', label: '¿Capturas? Pregunta si tienes una captura de peón', notNow: 'Ahora no puedes preguntarlo.' },
};

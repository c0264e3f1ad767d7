// Spanish texts of smaller parts of the page.
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

const counted = counting('es');

/** Names of sides that are plurals; the others, such as Sente, are names of one person. */
const PLURAL = /^(Blancas|Negras|Rojas|Azules|Verdes|Rosas|Doradas)$/;

const MASCULINE = /^(Espartanos|Persas)$/;

/** Returns a side as the subject of a sentence, with the verb that agrees with it. */
export const subject = (side: string, many = 'han', one = 'ha'): string =>
  PLURAL.test(side) ? `Las ${side.toLowerCase()} ${many}` : MASCULINE.test(side) ? `Los ${side.toLowerCase()} ${many}` : `${side} ${one}`;

const SINGULAR: Readonly<Record<string, string>> = {
  han: 'ha', están: 'está', ganan: 'gana', atacan: 'ataca', tienen: 'tiene', saben: 'sabe', 'no tienen': 'no tiene', 'se han': 'se ha',
};

/** Returns a sentence in which the names of the blancas and the negras are replaced, with the verbs that agree with them. */
const renamed = (sentence: string, white: string, black: string): string =>
  sentence.replace(/([Ll])as (blancas|negras)( (?:no |se )?\p{L}+)?/gu, (_whole, article: string, word: string, verb: string | undefined) => {
    const name = word === 'blancas' ? white : black;
    if (PLURAL.test(name)) return `${article}as ${name.toLowerCase()}${verb ?? ''}`;
    if (MASCULINE.test(name)) return `${article}os ${name.toLowerCase()}${verb ?? ''}`;
    const spoken = verb?.slice(1) ?? '';
    return verb === undefined ? name : `${name} ${SINGULAR[spoken] ?? spoken}`;
  });

export const drawing: DrawingTexts = {
  begun: (square) => `Desde ${square}. Pulsa la misma tecla donde acaba la flecha, o de nuevo aquí para un círculo.`,
  arrow: (from, to) => `Flecha de ${from} a ${to}.`,
  redArrow: (from, to) => `Flecha roja de ${from} a ${to}.`,
  circle: (square) => `Círculo en ${square}.`,
  redCircle: (square) => `Círculo rojo en ${square}.`,
  removed: 'Borrado.',
};

export const finished: FinishedTexts = {
  heading: 'Partidas terminadas',
  about: 'Partidas que admitían espectadores, la más reciente primero. No hay cuentas: cualquiera puede jugar con cualquier nombre.',
  player: 'Nombre de un jugador',
  find: 'Buscar',
  loading: 'Cargando partidas…',
  failed: 'El servidor no respondió.',
  none: 'No hay partidas así.',
  more: 'Más partidas',
  home: 'Jugar',
  players: (white, black) => `${white} – ${black}`,
  result: { w: '1 – 0', b: '0 – 1', drawn: '½ – ½', abandoned: 'Se fueron los dos' },
  plies: (count) => counted(count, { one: '1 jugada', other: `${count} jugadas` }),
  by: { blind: (game) => `${game}, a ciegas`, vanilla: (game) => `${game}, abierta`, sight: (game) => `${game}, con niebla` },
  results: (name) => `Resultados de ${name}`,
  partial: 'De las últimas partidas.',
  column: { control: 'Tiempo', played: 'Jugadas', won: 'Ganadas', lost: 'Perdidas', drawn: 'Tablas', duels: 'Duelos ganados', bid: 'Apostado' },
  duels: (won, fought) => `${won} de ${fought}`,
};

export const joining: JoiningTexts = {
  invited: { blind: (game) => `Invitación: ${game}, a ciegas`, vanilla: (game) => `Invitación: ${game}, a la vista`, sight: (game) => `Invitación: ${game}, con niebla` },
  sight: 'Ves tus propias piezas, y lo que hay donde pueden ir o capturar. Lo demás es niebla, hasta que el final descubre el tablero. Nadie te dice que te atacan.',
  ofGuest: 'Estas reglas son de un invitado; este servidor no las ha revisado.',
  join: 'Entrar',
  loading: 'Cargando la partida…',
  notFound: 'No existe esa partida',
  full: 'Esta partida está completa',
  term: { moves: 'Jugadas posibles', spectators: 'Espectadores', absence: 'Ausencia', moderator: 'Árbitro', gambit: 'Gambito' },
  watched: (seconds) => (seconds === 0 ? 'Permitidos.' : `Permitidos, con ${counted(seconds, { one: '1 segundo', other: `${seconds} segundos` })} de retraso.`),
  notWatched: 'No permitidos.',
  absence: (time) => `Si te ausentas ${time}, pierdes.`,
};

export const keys: KeyTexts = {
  label: 'Teclas de un solo carácter',
  what: 'b, d, m, p, / y otras, pulsadas solas. Desactívalas para dictar por voz.',
  off: 'Las teclas de un solo carácter están desactivadas en los ajustes.',
};

export const kinds: KindTexts = {
  pieceOf: (side, kind, promoted) => `${kind}${promoted ? ', coronado' : ''} (${side})`,
  promoted: (kind) => `${kind}, coronado`,
  covered: (side, kind) => `pieza cubierta (${side}), mueve como: ${kind}`,
  coveredPiece: 'pieza cubierta',
  move: (notation) => notation,
  promoteTo: (kind) => `Coronar: ${kind}`,
  promoteNothing: 'No coronar',
  placing: 'Elige una casilla marcada para la pieza que coloca esta jugada.',
  place: (kind, square) => `Colocar en ${square}: ${kind}`,
  placeNothing: 'No colocar nada',
  held: (piece, count) => (count === null ? `${piece}, tantas como quieras` : count === 1 ? `${piece} en mano` : `${count} × ${piece} en mano`),
  handOf: (side) => `Mano: ${side}`,
  pass: 'Pasar',
  square: (square, standing) => `${square}: ${standing}.`,
  title: { blind: (game) => `${game}, a ciegas`, vanilla: (game) => `${game}, a la vista`, sight: (game) => `${game}, con niebla` },
  sides: { white: 'Blancas', black: 'Negras' },
  yourSide: (side) => `Tu bando: ${side}.`,
  renamed,
};

export const moves: MoveTexts = {
  dropped: (side, kind, square) => `${subject(side)} colocado en ${square}: ${kind}.`,
  passed: (side) => `${subject(side)} pasado.`,
  ownDropped: (kind, square) => `Has colocado en ${square}: ${kind}.`,
  ownPassed: 'Has pasado.',
  ownUncovered: (square) => `Has descubierto una pieza en ${square}.`,
  ownInPlace: (square) => `Tu pieza se quedó en ${square}.`,
  touchedDrop: (kind) => `Has tocado en tu mano: ${kind}. Esa pieza debe colocarse.`,
  promotedTo: (kind) => `Se ha convertido en: ${kind}.`,
  placed: (kind, square) => `Pieza colocada en ${square}: ${kind}.`,
  tried: {
    drop: {
      no_such_piece: (kind) => `Has intentado colocar: ${kind}. No tienes ninguna.`,
      no_legal_moves: (kind) => `Has intentado colocar: ${kind}. Esa pieza no tiene jugadas.`,
      wont_help: (kind) => `Has intentado colocar: ${kind}. Eso no te salvará.`,
      illegal_move: (kind, square) => `Has intentado colocar en ${square}: ${kind}. No, jugada ilegal.`,
      nonsense: (kind, square) => `Has intentado colocar en ${square}: ${kind}. Absurdo.`,
      impossible: (kind, square) => `Has intentado colocar en ${square}: ${kind}. Ahora no es posible.`,
    },
    pass: 'Has intentado pasar. No, jugada ilegal.',
  },
  attempt: {
    drop: {
      no_such_piece: (side, kind) => `${subject(side)} intentado colocar: ${kind}. No había ninguna en mano.`,
      no_legal_moves: (side, kind) => `${subject(side)} intentado colocar: ${kind}. Sin jugadas.`,
      wont_help: (side, kind) => `${subject(side)} intentado colocar: ${kind}. No salvaría nada.`,
      illegal_move: (side, kind, square) => `${subject(side)} intentado colocar en ${square}: ${kind}. Ilegal.`,
      nonsense: (side, kind, square) => `${subject(side)} intentado colocar en ${square}: ${kind}. Absurdo.`,
      impossible: (side, kind, square) => `${subject(side)} intentado colocar en ${square}: ${kind}. Imposible.`,
    },
    pass: (side) => `${subject(side)} intentado pasar. Ilegal.`,
  },
  hands: (yours, theirs) => `En tu mano: ${yours || 'nada'}.${theirs === null ? '' : ` En la mano del rival: ${theirs || 'nada'}.`}`,
  counted: (kind, count) => (count === null ? `${kind}, tantas como quieras` : `${count} × ${kind}`),
  typed: {
    noHands: 'En este juego no hay piezas que colocar.',
    notHeld: 'No tienes esa pieza en mano.',
  },
};

export const offline: OfflineTexts = {
  heading: 'Sin conexión con el servidor',
  works: {
    heading: 'Esto funciona sin ella:',
    practice: 'Una partida contra la máquina en este navegador.',
    local: 'Una partida para dos en este dispositivo.',
    lab: 'Un juego tuyo: escribe sus reglas y pruébalas.',
  },
  fails: 'Las salas y las partidas con otros necesitan conexión, igual que las repeticiones y las reglas que nunca has abierto aquí.',
  retry: 'Reintentar',
  news: { text: 'Hay una versión nueva.', reload: 'Recargar', later: 'Más tarde' },
};

export const practice: PracticeTexts = {
  heading: 'Práctica',
  machine: (level) => `Máquina, nivel ${level}`,
  failure: {
    rules: 'No se pudieron cargar estas reglas. Sin conexión puedes jugar a los juegos que ya has abierto.',
    engine: 'La máquina ha fallado. Elige «Nueva» para empezar de nuevo.',
  },
  turn: { yours: 'Te toca', theirs: 'La máquina piensa…', hint: 'Buscando una jugada…' },
  won: (reason) => `Ganas: ${reason}.`,
  lost: (reason) => `Gana la máquina: ${reason}.`,
  resigned: 'Te has rendido.',
  refused: (reason) => `Ilegal: ${reason}.`,
  hint: (san, squares) => (squares.length === 2 ? `Prueba ${san} (${squares.join('-')}).` : `Prueba ${san}.`),
  undo: { short: 'Deshacer', long: 'Deshacer tu jugada' },
  suggest: { short: 'Pista', long: 'Pista: una jugada para probar' },
  newGame: { short: 'Nueva', long: 'Nueva partida' },
  dialog: {
    heading: 'Nueva partida',
    side: 'Tu bando',
    random: 'Al azar',
    level: 'Nivel de la máquina',
    begin: 'Empezar',
    cancel: 'Cancelar',
    about: 'La máquina funciona en tu navegador. No necesita conexión, y la partida se queda en este dispositivo.',
  },
};

export const rooms: RoomTexts = {
  heading: 'Jugar con un código',
  what: 'Escribe un código para entrar en una sala, o abre una sala y da su código a alguien.',
  code: 'Código de la sala',
  codeWrong: 'Un código de sala tiene seis signos: letras y cifras.',
  join: 'Entrar',
  create: 'Nueva sala',
  tournament: 'Torneo',
  away: 'Quien se ausenta un minuto de la sala pierde.',
  invited: 'Si alguien espera en esta sala, la partida empieza cuando entres. Las salas no tienen reloj ni chat.',
  dialog: {
    heading: 'Nueva sala',
    what: 'Llevas las blancas, y la primera persona que entre lleva las negras. Las salas no tienen reloj ni chat.',
    whatOther: 'Haces la primera jugada, y la primera persona que entre lleva el otro bando. Las salas no tienen reloj ni chat.',
    create: 'Abrir la sala',
    creating: 'Abriendo…',
    cancel: 'Cancelar',
    failed: 'No se pudo abrir la sala. Revisa tu conexión e inténtalo de nuevo.',
  },
  waiting: {
    what: 'Dile este código a tu rival, o envíale el enlace. La partida empieza cuando entre.',
    code: 'Código de la sala',
    copy: 'Copiar el código',
    stay: 'Quédate en esta página. La sala se cierra un minuto después de que salgas.',
    close: 'Cerrar la sala',
  },
  joining: (code) => `Entrando en la sala ${code}…`,
  room: (code) => `Sala ${code}`,
  gone: {
    none: { heading: 'No existe esa sala', text: 'Ninguna sala tiene ese código. Compruébalo, o pide otro.' },
    over: { heading: 'Esta sala está cerrada', text: 'La partida terminó, te ausentaste más de un minuto, o el servidor se reinició.' },
    full: { heading: 'Esta sala está completa', text: 'Ya hay dos jugadores en esta sala.' },
    elsewhere: { heading: 'No se pudo entrar en la sala', text: '' },
  },
  errors: {
    ILLEGAL_MOVE: 'Esa jugada no es legal.',
    NOT_YOUR_TURN: 'No es tu turno.',
    GAME_OVER: 'La partida ha terminado.',
    ROOM_NOT_FOUND: 'Ninguna sala tiene ese código. Compruébalo, o pide otro.',
    ROOM_FULL: 'Ya hay dos jugadores en esta sala.',
    SERVER_FULL: 'El servidor no puede abrir otra sala ahora. Inténtalo más tarde.',
    VERSION_MISMATCH: 'Esta página es más antigua que el servidor. Recárgala.',
    RATE_LIMIT: 'Demasiadas peticiones. Espera un momento e inténtalo de nuevo.',
    MSG_TOO_LARGE: 'Ese mensaje era demasiado largo.',
    BAD_TOKEN: 'Ya no tienes un puesto en esta sala.',
    INVALID_MESSAGE: 'El servidor no lo ha entendido. Recarga la página.',
  },
  refused: 'El servidor no abre una sala así. Elige otro juego, otro modo u otras reglas de la casa.',
  unknown: (message) => `El servidor dice: ${message}.`,
};

// Spanish texts about a player's own games, and about the lobby.
import type { HandoverTexts } from '../handover/catalogue';
import type { KeptTexts } from '../kept/catalogue';
import type { LobbyTexts } from '../lobby/catalogue';
import type { OwnTexts } from '../own/catalogue';
import type { ReportTexts } from '../report/catalogue';
import type { ResultTexts } from '../results/catalogue';
import type { TurnTexts } from '../turn/catalogue';

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
  handOver: 'Otro dispositivo',
  unreachable: 'El servidor no respondió. Así estaban las partidas antes.',
  kept: 'en este dispositivo',
  damaged: 'La copia de esta partida en este dispositivo estaba dañada y se ha eliminado. Para ver la partida necesitas conexión.',
};

export const lobby: LobbyTexts = {
  heading: 'Buscar rival',
  about: (game) => `Buscas: ${game}. Los ajustes están en la página de detrás.`,
  play: 'Jugar ya',
  cancel: 'Dejar de esperar',
  close: 'Cerrar',
  waiting: 'Esperas a un rival… Deja abierta esta ventana.',
  waitingNow: 'Buscando…',
  anyClock: 'Cualquier tiempo',
  anyClockWhat: 'También una partida con otro reloj que el tuyo, o sin reloj.',
  offered: 'Quién espera',
  none: 'No espera nadie más. Pulsa «Jugar ya», y quien quiera la misma partida te encontrará.',
  take: 'Jugar',
  nobody: 'Alguien',
  by: { blind: (game) => `${game}, a ciegas`, vanilla: (game) => `${game}, a la vista`, sight: (game) => `${game}, con niebla` },
  side: { white: 'llevas negras', black: 'llevas blancas', random: 'bando al azar' },
  moderator: (id) => `árbitro: ${id}`,
  bids: 'con apuestas',
  houseRules: (names) => `reglas de la casa: ${names}`,
  aids: { none: 'sin notas', marks: 'con notas', deductions: 'con notas y deducciones' },
  status: {
    connecting: 'Conectando…',
    lost: 'El servidor no responde. Probando de nuevo…',
    full: 'Demasiada gente busca partida. Probando de nuevo…',
  },
  problem: {
    malformed: 'Esta partida no se puede jugar aquí.',
    gone: 'Alguien fue más rápido.',
    engaged: 'Tu partida se está preparando.',
    name_refused: 'Tu nombre no se acepta aquí. Elige otro en los ajustes de la partida.',
    rate_limited: 'Demasiadas peticiones. Espera un minuto.',
    unavailable: 'El servidor no puede empezar partidas ahora. Inténtalo más tarde.',
    withdrawn: 'No vino nadie en diez minutos. Inténtalo otra vez o cambia el reloj.',
  },
};

export const turn: TurnTexts = {
  label: 'Avísame cuando me toque',
  what: 'Este dispositivo muestra un aviso en cuanto la partida te espera y no estás aquí.',
  denied: 'Los avisos de esta página están bloqueados. Permítelos en los ajustes de tu navegador.',
  failed: 'No ha funcionado. Inténtalo más tarde.',
  install: 'Añade antes esta página a la pantalla de inicio: así podrá mostrarte avisos.',
  title: 'Tabula',
  body: 'Una partida te espera.',
  roundLabel: 'Avísame cuando empiece una ronda',
  roundWhat: 'Este dispositivo muestra un aviso en cuanto tu tablero de la nueva ronda está listo.',
  roundBody: 'La siguiente ronda ha empezado.',
};

export const handover: HandoverTexts = {
  heading: 'Tus partidas en otro dispositivo',
  what: 'Escanea este código con el otro dispositivo o abre allí el enlace. Tus partidas estarán entonces en ambos. No se lo muestres a nadie más: quien lo abra primero puede jugar por ti.',
  making: 'Creando el enlace…',
  failed: 'No ha funcionado. Inténtalo más tarde.',
  left: (time) => `Sirve una vez, durante ${time}`,
  over: 'El enlace ha caducado.',
  again: 'Enlace nuevo',
  link: 'Enlace para el otro dispositivo',
  copy: 'Copiar enlace',
  takeHeading: '¿Traer partidas a este dispositivo?',
  takeWhat: 'Otro dispositivo entrega sus partidas a este navegador. Acéptalas si es tuyo: podrás jugarlas aquí y allí.',
  takeKey: 'Contar también mis resultados con la clave de ese dispositivo. Quien tenga la clave los ve todos.',
  take: 'Traer las partidas',
  gone: 'Este enlace ya se usó o ha caducado. Crea otro en el otro dispositivo.',
  taken: (games) => `Nuevas en este dispositivo: ${games}`,
};

export const results: ResultTexts = {
  heading: 'Tus resultados',
  about: 'Las partidas que has jugado con la clave de este navegador, la más reciente primero. Nadie más las ve aquí.',
  what: 'Sin cuenta ni correo: este navegador crea una clave, y las partidas que empieces desde ahora cuentan como tuyas. Tus rivales no se enteran.',
  keep: 'Contar mis partidas',
  insecure: 'Solo una página segura (https) puede contar tus partidas.',
  name: 'Tu nombre',
  nameWrong: 'Un nombre tiene de 3 a 20 caracteres.',
  none: 'Aún no ha terminado ninguna partida. Una partida cuenta si tenías la clave antes de tu primera jugada.',
  table: 'Resultados por juego y tiempo',
  game: 'Juego',
  result: { won: 'Ganada', lost: 'Perdida', drawn: 'Tablas', abandoned: 'Abandonada' },
  handOver: 'Otro dispositivo',
  forget: 'Olvidar la clave',
  forgetSure: '¿Olvidarla para siempre?',
};

export const kept: KeptTexts = {
  vacation: 'Vacaciones',
  about: (year, atOnce) => `Mientras estás fuera, tu tiempo en las partidas con días por turno se detiene, y tus rivales saben hasta cuándo. Tienes ${year} al año, y como mucho ${atOnce} seguidos.`,
  left: (days) => `Quedan: ${days}`,
  days: 'Días',
  begin: 'Irme de vacaciones',
  away: (until) => `Estás fuera hasta el ${until}.`,
  end: 'He vuelto',
  refused: {
    too_many_blocks: 'Tu lista está llena. Quita antes a alguien en «Tus resultados».',
    rate_limited: 'Demasiadas peticiones. Inténtalo más tarde.',
    other: 'No ha funcionado. Inténtalo más tarde.',
  },
  forget: 'Borrar lo que el servidor guarda de mí',
  forgetSure: '¿Borrarlo para siempre?',
  forgetWhat: 'Los días de vacaciones que ya has tomado siguen contando.',
  block: 'No volver a encontrarme con este jugador',
  blockWhat: 'No os volveremos a emparejar: ninguno ve las ofertas del otro ni se sienta a su partida. No leerás más sus mensajes aquí. No se le avisa.',
  blocked: 'Bloqueado.',
  blockedPlayers: 'Jugadores con los que no te encuentras',
  unnamed: 'Jugador sin nombre',
  unblock: 'Volver a encontrarnos',
  forgotten: 'Borrado.',
};

export const report: ReportTexts = {
  open: 'Denunciar al rival',
  what: 'El operador de este servidor la lee junto con la partida. Tu rival no se entera.',
  reason: 'Motivo',
  reasons: {
    cheating: 'Ayuda de un programa o de otra persona',
    insults: 'Insultos o amenazas',
    stalling: 'Tiempo perdido a propósito',
    name: 'El nombre',
    other: 'Otra cosa',
  },
  text: 'Qué ocurrió (hasta 500 caracteres)',
  send: 'Enviar la denuncia',
  sent: 'La denuncia se ha enviado.',
  already: 'Ya has denunciado a este rival.',
  failed: 'No ha funcionado. Inténtalo más tarde.',
};

// Spanish texts of the rule lab.
import { counting } from '../forms';
import type { LabTexts } from '../lab/catalogue';

const counted = counting('es');

export const lab: LabTexts = {
  heading: 'Taller de reglas',
  unnamed: 'Un juego sin nombre',
  panes: { group: 'Vista', rules: 'Reglas', board: 'Tablero' },
  menu: { open: 'Abrir', save: 'Guardar', play: 'Jugar con alguien', share: 'Compartir', help: 'Ayuda', home: 'Jugar en línea' },
  openDialog: {
    heading: 'Abrir un juego',
    template: 'Juego nuevo en un tablero pequeño',
    server: 'Empezar con un juego de este servidor…',
    file: 'Abrir un archivo zip',
    kept: 'Guardados en este navegador',
    none: 'Los juegos que cambias se guardan aquí.',
    close: 'Cerrar',
    forget: 'Borrar',
    forgetNamed: (name) => `Borrar ${name}`,
  },
  shareDialog: {
    heading: 'Compartir este juego',
    link: 'Enlace a este juego',
    copy: 'Copiar el enlace',
    copied: 'Copiado.',
    copyFailed: 'El navegador no permitió copiar. Selecciona el enlace y cópialo.',
    zip: 'Descargar como archivo zip',
    about: 'El enlace contiene el juego entero; nada se guarda en el servidor. Descomprime el archivo zip para la herramienta: ggn check toma su carpeta tal cual.',
  },
  playDialog: {
    heading: 'Jugar a este juego con alguien',
    about: 'El servidor guarda el juego tal como está escrito ahora, y quien tenga el enlace puede jugarlo. Lo que cambies después es otro juego.',
    create: 'Crear partida',
    checking: 'El servidor revisa el juego…',
    withErrors: 'El juego tiene errores. Corrígelos primero.',
    close: 'Cerrar',
  },
  saveDialog: {
    heading: 'Guardar este juego',
    legend: 'Quién lo encuentra',
    save: 'Guardar',
    kinds: {
      private: { name: 'Privado', what: 'solo yo, en este navegador', done: 'Está guardado en este navegador. Lo encuentras en «Abrir».' },
      unlisted: { name: 'No listado', what: 'quien tenga el enlace', done: 'El servidor lo guarda tal como está escrito ahora. Quien tenga este enlace puede jugarlo:' },
      public: { name: 'Público', what: 'todos, en la lista de juegos', done: 'Todos lo encuentran en la lista de juegos, entre los hechos por jugadores. Este es su enlace:' },
    },
  },
  saveFault: {
    faulty: 'El servidor encontró fallos en este juego:',
    large: 'Este juego es demasiado grande para guardarlo.',
    busy: 'Se están revisando demasiados juegos. Inténtalo dentro de un minuto.',
    failed: 'No se pudo guardar el juego. Revisa tu conexión e inténtalo de nuevo.',
    refused: (message) => `El servidor no acepta este juego: ${message}.`,
  },
  shareFault: { broken: 'Este navegador no puede meter el juego en un enlace. Descárgalo.', large: 'Este juego es demasiado grande para un enlace. Descárgalo.' },
  linkFault: {
    broken: 'Este enlace está dañado: quizá falta una parte. Pídelo otra vez. Aquí tienes un juego nuevo.',
    large: 'Este enlace contiene más de lo que puede ser un juego. Aquí tienes un juego nuevo.',
  },
  fileFault: { broken: 'Este archivo no contiene un juego: hace falta un archivo zip con un ruleset.json.', large: 'Este archivo contiene más de lo que puede ser un juego.' },
  gameFault: 'No se pudo cargar este juego. Revisa tu conexión e inténtalo de nuevo.',
  files: { label: 'Archivo', add: 'Archivo nuevo', remove: 'Borrar archivo', path: 'Ruta del archivo nuevo, como patterns/wizard.moves', badPath: 'Usa letras, cifras y - . _ con / entre carpetas.', editor: 'Texto del archivo', create: 'Crear', cancel: 'Cancelar', deleted: (path) => `${path} está borrado.`, restore: 'Deshacer el borrado' },
  checking: 'Revisando…',
  noFaults: 'Sin fallos.',
  faults: (errors, warnings) => {
    const parts = [
      ...(errors > 0 ? [counted(errors, { one: '1 error', other: `${errors} errores` })] : []),
      ...(warnings > 0 ? [counted(warnings, { one: '1 aviso', other: `${warnings} avisos` })] : []),
    ];
    return `${parts.join(' y ')}.`;
  },
  faultsHeading: 'Fallos',
  noAnswer: {
    slow: 'Estas reglas tardaron demasiado, y la revisión se detuvo. Cámbialas para intentarlo de nuevo.',
    failed: 'El motor no pudo terminar con estas reglas: quizá necesitan demasiada memoria. Cámbialas para intentarlo de nuevo.',
  },
  earlier: 'Las reglas tienen errores. Este tablero sigue aún las últimas reglas sin errores.',
  noBoard: 'El tablero aparece cuando las reglas no tienen errores.',
  notKept: 'En este navegador ya no cabe este juego. Descárgalo.',
  at: (file, line, column) => (line === null ? file : `${file}, línea ${line}, columna ${column ?? 1}`),
  severity: { error: 'Error', warning: 'Aviso' },
  found: 'Encontrado',
  expected: 'Esperado',
  hint: 'Consejo',
  ways: (piece, from, to) => (to.length === 0 ? `${piece} en ${from} no puede ir a ninguna parte cuando está sola.` : `${piece} en ${from}, sola en el tablero, va a ${to.join(', ')}.`),
  waysHint: 'Toca una pieza para ver cómo mueve. Las flechas son sus movimientos cuando está sola; las marcas, sus jugadas legales ahora.',
  figures: (pieces, rows) => `${counted(pieces, { one: '1 pieza', other: `${pieces} piezas` })} · ${counted(rows, { one: '1 línea', other: `${rows} líneas` })}`,
  perft: {
    heading: 'Contar jugadas (perft)',
    about: 'Cuenta las secuencias de jugadas legales desde la posición del tablero.',
    cancel: 'Dejar de contar',
    depth: (depth) => `Profundidad ${depth}`,
    total: (total, done) => `${counted(total, { one: '1 secuencia', other: `${total.toLocaleString('es')} secuencias` })}${done ? '' : ' hasta ahora…'}`,
  },
  help: {
    heading: 'Patrones en breve',
    close: 'Cerrar',
    intro: 'Una línea de un archivo de patrones nombra piezas, luego dos puntos, luego sus jugadas. Cada juego tiene además ruleset.json: nombres, la primera posición y lo que termina la partida.',
    rows: [
      ['N: N', 'La pieza N mueve como un caballo.'],
      ['W F D A N', 'Saltos: una casilla recta, una en diagonal, dos rectas, dos en diagonal, y el del caballo.'],
      ['R B Q K', 'Torre, alfil, dama, rey: R es W repetido, y así los demás.'],
      ['W3', 'Hasta tres pasos rectos.'],
      ['m c', 'Solo a una casilla vacía; solo para capturar.'],
      ['f b l r', 'Adelante, atrás, izquierda, derecha, según mira cada bando.'],
      ['P: mfW cfF', 'El peón: recto adelante a una casilla vacía, en diagonal adelante para capturar.'],
      ['from ranks 2-4', 'Solo desde estas casillas. Con to: solo hacia ellas; con in: ambas cosas.'],
      ['promotes R N to rank 5', 'La pieza se convierte en una de estas al llegar allí.'],
      ['R: * -> board', 'La pieza puede colocarse desde la mano.'],
      ['captured R N to hand', 'Las piezas capturadas van a la mano de quien captura.'],
      ['mirror files ranks', 'El segundo bando ve el tablero girado media vuelta. Sin esta primera línea solo se reflejan las filas.'],
      ['K^', 'El signo ^ hace real a una pieza: no puede quedar en jaque.'],
    ],
    files: 'Al lado pueden estar perft.json y games.json: cuentas y partidas con que se prueban las reglas.',
    more: 'El texto completo sobre patrones',
  },
};

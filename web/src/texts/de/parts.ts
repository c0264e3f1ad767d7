// German texts of smaller parts of the page.
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

const counted = counting('de');

export const drawing: DrawingTexts = {
  begun: (square) => `Von ${square} aus. Drücke dieselbe Taste, wo der Pfeil endet, oder hier noch einmal für einen Kreis.`,
  arrow: (from, to) => `Pfeil von ${from} nach ${to}.`,
  redArrow: (from, to) => `Roter Pfeil von ${from} nach ${to}.`,
  circle: (square) => `Kreis auf ${square}.`,
  redCircle: (square) => `Roter Kreis auf ${square}.`,
  removed: 'Entfernt.',
};

export const finished: FinishedTexts = {
  heading: 'Beendete Partien',
  about: 'Partien, die Zuschauer zuließen, die neueste zuerst. Es gibt keine Konten: Jeder darf unter jedem Namen spielen.',
  player: 'Name eines Spielers',
  find: 'Suchen',
  loading: 'Partien werden geladen …',
  failed: 'Der Server hat nicht geantwortet.',
  none: 'Solche Partien gibt es nicht.',
  more: 'Weitere Partien',
  home: 'Spielen',
  players: (white, black) => `${white} – ${black}`,
  result: { w: '1 : 0', b: '0 : 1', drawn: '½ : ½', abandoned: 'Verlassen' },
  plies: (count) => counted(count, { one: '1 Zug', other: `${count} Züge` }),
  by: { blind: (game) => `${game}, blind`, vanilla: (game) => `${game}, offen`, sight: (game) => `${game}, auf Sicht` },
  results: (name) => `Ergebnisse von ${name}`,
  partial: 'Aus den neuesten Partien.',
  column: { control: 'Bedenkzeit', played: 'Partien', won: 'Siege', lost: 'Niederlagen', drawn: 'Remis', duels: 'Duelle gewonnen', bid: 'Geboten' },
  duels: (won, fought) => `${won} von ${fought}`,
};

export const joining: JoiningTexts = {
  invited: { blind: (game) => `Einladung: ${game}, blind`, vanilla: (game) => `Einladung: ${game}, offen`, sight: (game) => `Einladung: ${game}, auf Sicht` },
  sight: 'Du siehst deine eigenen Figuren und was dort steht, wohin sie ziehen oder schlagen können. Alles andere liegt im Nebel, bis am Ende das Brett offen liegt. Niemand sagt dir, dass du angegriffen bist.',
  ofGuest: 'Diese Regeln stammen von einem Gast; dieser Server hat sie nicht geprüft.',
  join: 'Beitreten',
  loading: 'Partie wird geladen …',
  notFound: 'Keine solche Partie',
  full: 'Diese Partie ist voll',
  term: { moves: 'Mögliche Züge', spectators: 'Zuschauer', absence: 'Abwesenheit', moderator: 'Schiedsrichter', gambit: 'Gambit' },
  watched: (seconds) => (seconds === 0 ? 'Erlaubt.' : `Erlaubt, ${counted(seconds, { one: '1 Sekunde', other: `${seconds} Sekunden` })} später.`),
  notWatched: 'Nicht erlaubt.',
  absence: (time) => `Wenn du ${time} weg bist, verlierst du.`,
};

/** Returns a sentence in which the names of Weiß and Schwarz are replaced. */
const renamed = (sentence: string, white: string, black: string): string => sentence.replace(/Weiß|Schwarz/g, (word) => (word === 'Weiß' ? white : black));

export const keys: KeyTexts = {
  label: 'Tasten mit einem Zeichen',
  what: 'b, d, m, p, / und andere, allein gedrückt. Für Spracheingabe ausschalten.',
  off: 'Tasten mit einem Zeichen sind in den Einstellungen ausgeschaltet.',
};

export const kinds: KindTexts = {
  pieceOf: (side, kind, promoted) => `${kind}${promoted ? ', umgewandelt' : ''} (${side})`,
  promoted: (kind) => `${kind}, umgewandelt`,
  covered: (side, kind) => `verdeckte Figur (${side}), zieht als: ${kind}`,
  coveredPiece: 'verdeckte Figur',
  move: (notation) => notation,
  promoteTo: (kind) => `Umwandeln: ${kind}`,
  promoteNothing: 'Nicht umwandeln',
  placing: 'Wähle ein markiertes Feld für die Figur, die mit diesem Zug gesetzt wird.',
  place: (kind, square) => `Auf ${square} setzen: ${kind}`,
  placeNothing: 'Nichts setzen',
  held: (piece, count) => (count === null ? `${piece}, so viele du willst` : count === 1 ? `${piece} in der Hand` : `${count} × ${piece} in der Hand`),
  handOf: (side) => `Hand von ${side}`,
  pass: 'Passen',
  square: (square, standing) => `${square}: ${standing}.`,
  title: { blind: (game) => `${game}, blind`, vanilla: (game) => `${game}, offen`, sight: (game) => `${game}, auf Sicht` },
  sides: { white: 'Weiß', black: 'Schwarz' },
  yourSide: (side) => `Deine Seite: ${side}.`,
  renamed,
};

export const moves: MoveTexts = {
  dropped: (side, kind, square) => `${side} hat auf ${square} eingesetzt: ${kind}.`,
  passed: (side) => `${side} hat gepasst.`,
  ownDropped: (kind, square) => `Du hast auf ${square} eingesetzt: ${kind}.`,
  ownPassed: 'Du hast gepasst.',
  ownUncovered: (square) => `Du hast eine Figur auf ${square} aufgedeckt.`,
  ownInPlace: (square) => `Deine Figur blieb auf ${square}.`,
  touchedDrop: (kind) => `In deiner Hand berührt: ${kind}. Diese Figur muss eingesetzt werden.`,
  promotedTo: (kind) => `Umgewandelt in: ${kind}.`,
  placed: (kind, square) => `Auf ${square} gesetzt: ${kind}.`,
  tried: {
    drop: {
      no_such_piece: (kind) => `Du wolltest einsetzen: ${kind}. Davon hast du keine Figur.`,
      no_legal_moves: (kind) => `Du wolltest einsetzen: ${kind}. Dafür gibt es keinen Zug.`,
      wont_help: (kind) => `Du wolltest einsetzen: ${kind}. Damit ist nichts zu retten.`,
      illegal_move: (kind, square) => `Du wolltest auf ${square} einsetzen: ${kind}. Nein, das geht nicht.`,
      nonsense: (kind, square) => `Du wolltest auf ${square} einsetzen: ${kind}. Unsinn.`,
      impossible: (kind, square) => `Du wolltest auf ${square} einsetzen: ${kind}. Das ist jetzt nicht möglich.`,
    },
    pass: 'Du wolltest passen. Nein, das geht nicht.',
  },
  attempt: {
    drop: {
      no_such_piece: (side, kind) => `${side} wollte einsetzen: ${kind}. Davon war keine Figur in der Hand.`,
      no_legal_moves: (side, kind) => `${side} wollte einsetzen: ${kind}. Kein Zug.`,
      wont_help: (side, kind) => `${side} wollte einsetzen: ${kind}. Damit ist nichts zu retten.`,
      illegal_move: (side, kind, square) => `${side} wollte auf ${square} einsetzen: ${kind}. Regelwidrig.`,
      nonsense: (side, kind, square) => `${side} wollte auf ${square} einsetzen: ${kind}. Unsinn.`,
      impossible: (side, kind, square) => `${side} wollte auf ${square} einsetzen: ${kind}. Nicht möglich.`,
    },
    pass: (side) => `${side} wollte passen. Regelwidrig.`,
  },
  hands: (yours, theirs) => `In deiner Hand: ${yours || 'nichts'}.${theirs === null ? '' : ` In der Hand des Gegners: ${theirs || 'nichts'}.`}`,
  counted: (kind, count) => (count === null ? `${kind}, so viele du willst` : `${count} × ${kind}`),
  typed: {
    noHands: 'In diesem Spiel gibt es nichts einzusetzen.',
    notHeld: 'Eine solche Figur hast du nicht in der Hand.',
  },
};

export const offline: OfflineTexts = {
  heading: 'Keine Verbindung zum Server',
  works: {
    heading: 'Das geht auch ohne:',
    practice: 'Eine Partie gegen die Maschine in diesem Browser.',
    local: 'Eine Partie zu zweit an diesem Gerät.',
    lab: 'Ein eigenes Spiel: Schreibe seine Regeln und probiere sie aus.',
  },
  fails: 'Räume und Partien mit anderen brauchen eine Verbindung, ebenso Aufzeichnungen und Regeln, die du hier noch nie geöffnet hast.',
  retry: 'Noch einmal versuchen',
  news: { text: 'Es gibt eine neue Version.', reload: 'Neu laden', later: 'Später' },
};

export const practice: PracticeTexts = {
  heading: 'Üben',
  machine: (level) => `Maschine, Stufe ${level}`,
  failure: {
    rules: 'Diese Regeln konnten nicht geladen werden. Ohne Verbindung gehen Spiele, die du schon einmal geöffnet hast.',
    engine: 'Die Maschine ist ausgefallen. Wähle „Neu“, um wieder zu beginnen.',
  },
  turn: { yours: 'Du bist am Zug', theirs: 'Die Maschine denkt …', hint: 'Ein Zug wird gesucht …' },
  won: (reason) => `Du gewinnst: ${reason}.`,
  lost: (reason) => `Die Maschine gewinnt: ${reason}.`,
  resigned: 'Du hast aufgegeben.',
  refused: (reason) => `Das geht nicht: ${reason}.`,
  hint: (san, squares) => (squares.length === 2 ? `Versuche ${san} (${squares.join(' nach ')}).` : `Versuche ${san}.`),
  undo: { short: 'Zurücknehmen', long: 'Deinen Zug zurücknehmen' },
  suggest: { short: 'Tipp', long: 'Tipp: ein Zug zum Probieren' },
  newGame: { short: 'Neu', long: 'Neue Partie' },
  dialog: {
    heading: 'Neue Partie',
    side: 'Deine Seite',
    random: 'Zufall',
    level: 'Spielstärke der Maschine',
    begin: 'Beginnen',
    cancel: 'Abbrechen',
    about: 'Die Maschine läuft in deinem Browser. Sie braucht keine Verbindung, und die Partie bleibt auf diesem Gerät.',
  },
};

export const rooms: RoomTexts = {
  heading: 'Mit einem Code spielen',
  what: 'Gib einen Code ein, um einem Raum beizutreten, oder eröffne einen Raum und gib seinen Code weiter.',
  code: 'Raumcode',
  codeWrong: 'Ein Raumcode hat sechs Zeichen: Buchstaben und Ziffern.',
  join: 'Beitreten',
  create: 'Neuer Raum',
  tournament: 'Turnier',
  away: 'Wer eine Minute lang nicht im Raum ist, verliert.',
  invited: 'Wenn in diesem Raum jemand wartet, beginnt die Partie, sobald du beitrittst. Räume haben keine Uhr und keinen Chat.',
  dialog: {
    heading: 'Neuer Raum',
    what: 'Du spielst Weiß, und wer zuerst beitritt, spielt Schwarz. Räume haben keine Uhr und keinen Chat.',
    whatOther: 'Du machst den ersten Zug, und wer zuerst beitritt, spielt die andere Seite. Räume haben keine Uhr und keinen Chat.',
    create: 'Raum eröffnen',
    creating: 'Wird eröffnet …',
    cancel: 'Abbrechen',
    failed: 'Der Raum konnte nicht eröffnet werden. Prüfe deine Verbindung und versuche es noch einmal.',
  },
  waiting: {
    what: 'Sag deinem Gegner diesen Code, oder schick ihm den Link. Die Partie beginnt, sobald er beitritt.',
    code: 'Raumcode',
    copy: 'Code kopieren',
    stay: 'Bleib auf dieser Seite. Der Raum schließt eine Minute, nachdem du sie verlässt.',
    close: 'Raum schließen',
  },
  joining: (code) => `Du trittst Raum ${code} bei …`,
  room: (code) => `Raum ${code}`,
  gone: {
    none: { heading: 'Kein solcher Raum', text: 'Kein Raum hat diesen Code. Prüfe ihn, oder frage nach einem neuen.' },
    over: { heading: 'Dieser Raum ist geschlossen', text: 'Die Partie ist beendet, du warst länger als eine Minute weg, oder der Server wurde neu gestartet.' },
    full: { heading: 'Dieser Raum ist voll', text: 'In diesem Raum sind schon zwei Spieler.' },
    elsewhere: { heading: 'Der Beitritt ist gescheitert', text: '' },
  },
  errors: {
    ILLEGAL_MOVE: 'Dieser Zug ist nicht erlaubt.',
    NOT_YOUR_TURN: 'Du bist nicht am Zug.',
    GAME_OVER: 'Die Partie ist beendet.',
    ROOM_NOT_FOUND: 'Kein Raum hat diesen Code. Prüfe ihn, oder frage nach einem neuen.',
    ROOM_FULL: 'In diesem Raum sind schon zwei Spieler.',
    SERVER_FULL: 'Der Server kann gerade keinen weiteren Raum eröffnen. Versuche es später noch einmal.',
    VERSION_MISMATCH: 'Diese Seite ist älter als der Server. Lade sie neu.',
    RATE_LIMIT: 'Zu viele Anfragen. Warte einen Moment und versuche es noch einmal.',
    MSG_TOO_LARGE: 'Diese Nachricht war zu lang.',
    BAD_TOKEN: 'Du hast in diesem Raum keinen Platz mehr.',
    INVALID_MESSAGE: 'Das hat der Server nicht verstanden. Lade die Seite neu.',
  },
  refused: 'Einen solchen Raum eröffnet der Server nicht. Wähle ein anderes Spiel, eine andere Spielart oder andere Hausregeln.',
  unknown: (message) => `Der Server meldet: ${message}.`,
};

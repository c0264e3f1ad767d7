// German texts of the list of games.
import { counting, listOf } from '../forms';
import type { GamesTexts } from '../games/catalogue';

const counted = counting('de');
const or = listOf('de', 'disjunction');
const and = listOf('de', 'conjunction');
const list = (words: readonly string[]) => or(words);
const OUTCOMES = { win: 'gewinnt', loss: 'verliert', draw: 'spielt remis', points: 'gewinnt, wenn sie mehr Punkte hat' } as const;

export const games: GamesTexts = {
  heading: 'Spiele',
  loading: 'Wird geladen …',
  search: 'Spiele suchen',
  all: 'Alle',
  favourites: 'Favoriten',
  guests: 'Von Spielern gemacht',
  found: (count) => counted(count, { one: '1 Spiel', other: `${count} Spiele` }),
  nothing: 'Kein Spiel heißt so.',
  failed: 'Die Liste der Spiele konnte nicht geladen werden. Prüfe deine Verbindung und versuche es noch einmal.',
  rulesFailed: 'Diese Regeln konnten nicht geladen werden. Prüfe deine Verbindung und lade neu.',
  lab: 'In der Regelwerkstatt öffnen',
  favour: (game) => `${game} als Favorit behalten`,
  board: (files, ranks) => `${files} × ${ranks}`,
  features: { drops: 'Einsetzen', places: 'Setzen', passes: 'Passen', drawn: 'ausgeloste Aufstellung', covered: 'verdeckte Figuren' },
  choose: (game) => `${game} wählen`,
  back: 'Alle Spiele',
  start: 'Aufstellung',
  pieces: 'Figuren',
  ways: (piece) => `So zieht die Figur: ${piece}`,
  waysKey: { quiet: 'zieht dorthin', capture: 'schlägt dort', both: 'zieht oder schlägt dort', screen: 'eine Figur zum Überspringen' },
  waysWords: (piece, from, quiet, captures) =>
    `${piece} auf ${from}: zieht nach ${quiet.length > 0 ? and(quiet) : 'keinem Feld'} und schlägt auf ${captures.length > 0 ? and(captures) : 'keinem Feld'}.`,
  waysOver: (quiet, captures) =>
    `Über eine andere Figur: zieht nach ${quiet.length > 0 ? and(quiet) : 'keinem Feld'} und schlägt auf ${captures.length > 0 ? and(captures) : 'keinem Feld'}.`,
  rules: 'Regeln',
  first: (first, second) => `${first} und ${second} ziehen abwechselnd. ${first} beginnt.`,
  checkmate: {
    loss: 'Wer mattsetzt, gewinnt.', win: 'Wer mattsetzt, verliert: Lass dich mattsetzen, um zu gewinnen.', draw: 'Schachmatt ist remis.', points: 'Nach Schachmatt entscheiden die Punkte.',
  },
  stalemate: {
    loss: 'Wer keinen Zug mehr hat, verliert.', win: 'Wer keinen Zug mehr hat, gewinnt.', draw: 'Wer keinen Zug mehr hat, spielt remis.',
    points: 'Hat eine Seite keinen Zug mehr, entscheiden die Punkte.',
  },
  extinction: (kinds, left, outcome) => {
    const lost = kinds.length === 0
      ? left > 0 ? `von der nur noch ${counted(left, { one: 'eine Figur', other: `${left} Figuren` })} übrig ${counted(left, { one: 'ist', other: 'sind' })}` : 'die keine Figur mehr hat'
      : left > 0 ? `der höchstens ${left} davon bleiben (${list(kinds)})` : `die dies verloren hat (${list(kinds)})`;
    return outcome === 'draw' ? `Eine Seite, ${lost}, beendet die Partie remis.` : `Eine Seite, ${lost}, ${OUTCOMES[outcome]}.`;
  },
  extinctionAnswered: 'Kann sie die andere Seite mit dem nächsten Zug ebenso weit bringen, darf sie noch ziehen: Gelingt es, ist die Partie remis.',
  arrival: (kinds, squares, second, extra) => {
    const where = second.length > 0 && second.join() !== squares.join() ? `${spanOf(squares)} (für die zweite Seite ${spanOf(second)})` : spanOf(squares);
    const suffix = { safe: ' und dort nicht geschlagen werden kann', held: ' und es wieder verlässt', answer: ', wenn die andere Seite nicht mit dem nächsten Zug dasselbe tut' };
    return `Es gewinnt, wer mit ${list(kinds)} ${where} erreicht${extra ? suffix[extra] : ''}.`;
  },
  counted: {
    captures: (count, outcome) => `Eine Seite, die ${count} Figuren geschlagen hat, ${OUTCOMES[outcome]}.`,
    promotions: (count, outcome) => `Eine Seite, die ${counted(count, { one: 'eine Figur', other: `${count} Figuren` })} umgewandelt hat, ${OUTCOMES[outcome]}.`,
    checks: (count, outcome) => `Eine Seite, die ${count}-mal Schach geboten hat, ${OUTCOMES[outcome]}.`,
  },
  passes: {
    points: 'Wird zweimal nacheinander gepasst, ist die Partie zu Ende, und die Punkte entscheiden.', draw: 'Zweimal nacheinander zu passen ist remis.', win: 'Wird zweimal nacheinander gepasst, gewinnt, wer zuletzt gepasst hat.',
    loss: 'Wird zweimal nacheinander gepasst, verliert, wer zuletzt gepasst hat.',
  },
  facing: (kinds, outcome) =>
    `Figuren dieser Art (${list(kinds)}) dürfen sich auf offener Linie gegenüberstehen. Lässt die andere Seite das so, ${outcome === 'points' ? 'entscheiden die Punkte' : outcome === 'draw' ? 'ist die Partie remis' : outcome === 'win' ? 'gewinnt sie' : 'verliert sie'}.`,
  full: { points: 'Ist das Brett voll, entscheiden die Punkte.', draw: 'Ein volles Brett ist remis.', win: 'Wer das Brett füllt, gewinnt.', loss: 'Wer das Brett füllt, verliert.' },
  insufficient: 'Remis, wenn keine Seite mehr genug zum Gewinnen hat.',
  moveLimit: (moves, kinds) => `Remis nach ${moves} Zügen jeder Seite ohne Schlagen${kinds.length > 0 ? ` und ohne einen Zug dieser Figuren: ${list(kinds)}` : ''}.`,
  counting: 'Hat eine Seite nur noch wenig, bleibt der anderen eine gezählte Zahl von Zügen zum Gewinnen.',
  repetition: (count, outcome) => {
    const then = { draw: 'ist remis', loss: 'verliert für die Seite, die sie herbeiführt', win: 'gewinnt für die Seite, die sie herbeiführt', points: 'beendet die Partie, und die Punkte entscheiden' };
    return `Die gleiche Stellung zum ${count}. Mal ${then[outcome]}.`;
  },
  perpetual: { check: 'Dauerschach verliert.', chase: 'Dauerndes Jagen einer Figur verliert.' },
  points: (kinds, second) =>
    `Punkte: ${and(kinds.map(([name, points]) => `${name} ${points.toLocaleString('de')}`))}.${second > 0 ? ` Die zweite Seite hat ${second.toLocaleString('de')} mehr.` : ''}`,
  constraints: {
    'royal-safety': 'Der König, oder die Figur an seiner Stelle, darf nicht so stehen bleiben, dass er geschlagen werden kann.',
    'forced-capture': 'Wer schlagen kann, muss schlagen.',
    'forced-move': 'Passen darf nur, wer keinen anderen Zug hat.',
    'forced-drop': 'Die Figuren in der Hand werden eingesetzt, bevor eine zieht.',
    'gives-no-check': 'Niemand darf Schach bieten.',
    'spare-royals': 'Mehrere Könige: Nur dem letzten kann Schach geboten werden.',
    'royal-stays': 'Der König darf manchem Schach nicht ausweichen.',
    'duple-check': 'Zwei Könige: Nur ein Schach gegen beide zugleich zählt.',
  },
  hands: 'Geschlagene Figuren wechseln die Seite: Sie kommen in deine Hand und dürfen statt eines Zuges eingesetzt werden.',
  dropOnly: 'Figuren kommen aus der Hand auf das Brett.',
  noDropMate: (kind) => `Mit dieser Figur darf nicht durch Einsetzen mattgesetzt werden: ${kind}.`,
  promotes: 'Manche Figuren werden umgewandelt, wenn sie weit genug kommen.',
  places: 'Ein Zug darf außerdem eine weitere Figur auf das Brett setzen.',
  canPass: 'Man darf passen.',
  inPlace: 'Manche Figuren dürfen sich dort verwandeln, wo sie stehen: auch das ist ein Zug.',
  drawn: 'Die Figuren der Grundreihen werden ausgelost.',
  covered: 'Verdeckte Figuren werden gemischt. Niemand weiß, was eine ist, bevor sie aufgedeckt wird.',
  dealt: (names) => `Nur als Partie über einen Link, denn jemand muss die verdeckten Figuren austeilen: ${names}.`,
  mechanics: { blast: 'Wer schlägt, zerstört auch, was ringsum steht.', conversion: 'Gegner rings um eine ankommende Figur, oder zwischen ihr und einer anderen, wechseln die Seite.' },
};

/** Describes squares: a whole rank by its number. */
function spanOf(squares: readonly string[]): string {
  const ranks = new Set(squares.map((square) => square.replace(/^[a-z]+/, '')));
  const [rank] = ranks;
  return ranks.size === 1 && squares.length > 2 ? `Reihe ${rank}` : or(squares);
}

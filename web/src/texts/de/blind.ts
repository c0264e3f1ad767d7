// German texts of deductions, of a player's marks, and of moderators who answer attempts.
import type { Direction } from '../../wire';
import type { Deduction } from '../../mind/deductions';
import type { DeducedTexts } from '../deduced/catalogue';
import { counting, listOf } from '../forms';
import type { MindTexts } from '../mind/catalogue';
import type { ModeratedTexts } from '../moderated/catalogue';

const counted = counting('de');
const or = listOf('de', 'disjunction');
const and = listOf('de', 'conjunction');
/** More squares than these are not named one by one: the board shows them. */
const MOST_NAMED = 6;

const oneOf = (squares: readonly string[]): string => (squares.length > MOST_NAMED ? `einem der ${squares.length} gezeigten Felder` : or(squares));
const first = ({ about = [] }: Deduction): string => about[0] ?? '';
const second = ({ about = [] }: Deduction): string => about[1] ?? '';

const direction: Readonly<Record<Direction, string>> = {
  rank: 'auf der Reihe', file: 'auf der Linie', long_diagonal: 'auf der langen Diagonale', short_diagonal: 'auf der kurzen Diagonale', knight: 'durch einen Springer',
};

export const deduced: DeducedTexts = {
  direction,
  sentence: {
    captured: ({ claim, squares }) => (claim === 'each' ? `Eine Figur hat auf ${squares.join()} geschlagen: Sie steht dort.` : `Eine Figur hat geschlagen: Sie steht auf ${oneOf(squares)}.`),
    captured_passing: ({ squares }) => `Ein Bauer hat en passant geschlagen: Er steht auf ${squares.join()}.`,
    castled: ({ squares }) => `Dein Gegner hat rochiert: Der König steht auf ${squares[0]}, der Turm auf ${squares[1]}.`,
    promoted: () => 'Ein Bauer wurde umgewandelt: Die neue Figur steht auf deiner Grundreihe.',
    checked: (deduction) => {
      const known = direction[first(deduction) as Direction];
      return `Dein König steht im Schach${known ? ` ${known}` : ''}: Die Figur steht auf ${oneOf(deduction.squares)}.`;
    },
    checking: ({ squares }) => `Der gegnerische König steht im Schach: Er steht auf ${oneOf(squares)}.`,
    blocked: (deduction) => `${first(deduction)} nach ${second(deduction)} wurde abgelehnt: Eine Figur steht auf ${oneOf(deduction.squares)}.`,
    pinned: (deduction) => `Deine Figur auf ${first(deduction)} ist gefesselt: Die fesselnde Figur steht auf ${oneOf(deduction.squares)}.`,
    guarded: (deduction) => `Dein König darf nicht nach ${first(deduction)}: Das Feld ist gedeckt.`,
    no_capture: (deduction) => `${first(deduction)} nach ${second(deduction)} wurde abgelehnt: Auf ${second(deduction)} steht keine Figur.`,
    pawn_capture: (deduction) => `${first(deduction) ? `Dein Bauer auf ${first(deduction)}` : 'Einer deiner Bauern'} kann schlagen: Eine Figur steht auf ${oneOf(deduction.squares)}.`,
    no_pawn_capture: ({ squares }) => `Deine Bauern können dort nicht schlagen: Keine Figur steht auf ${squares.length > MOST_NAMED ? 'den gezeigten Feldern' : or(squares)}.`,
    moved_through: (deduction) => `Du bist von ${first(deduction)} nach ${second(deduction)} gezogen: Auf ${and(deduction.squares)} steht nichts.`,
  },
  note: (sentences) => `daraus folgt: ${sentences.join(' ')}`,
};

const round = (number: number): string => (Math.round(number * 10) / 10).toLocaleString('de');

export const mind: MindTexts = {
  button: 'Notizen',
  piece: (kind) => kind,
  maybe: (kinds) => `vielleicht ${or(kinds)}`,
  empty: 'leer',
  nothing: 'keine Notiz',
  note: (belief) => `deine Notiz: ${belief}`,
  remembered: (piece, move) => `${piece}, gesehen in Zug ${move}`,
  said: (square, belief) => `${square}: ${belief}.`,
  setUpDone: 'Die Figuren deines Gegners sind dort notiert, wo sie begannen.',
  cleared: 'Alle Notizen sind entfernt.',
  undone: 'Zurückgenommen.',
  redone: 'Wiederhergestellt.',
  tray: {
    label: 'Deine Notizen. Nur du siehst sie.',
    kind: (kind, rest, sure) => (rest < 0 ? `${kind}, ${-rest} zu viel` : `${kind}, ${sure ? '' : 'höchstens '}${rest} übrig`),
    empty: 'Leeres Feld',
    hint: 'Wähle eine Figur und tippe auf Felder. Halte ein Feld gedrückt, um dort zu wählen.',
    undo: 'Notiz zurücknehmen',
    redo: 'Notiz wiederherstellen',
    setUp: 'Seine Figuren aufstellen',
    clear: 'Alle Notizen entfernen',
    close: 'Notizen schließen',
  },
  review: {
    heading: 'Deine Notizen',
    show: 'Deine Vermutungen',
    none: 'Noch keine Notizen.',
    copy: 'PGN mit deinen Notizen kopieren',
    picture: 'Als Bild speichern',
    animation: 'Als Animation speichern',
    animating: (percent) => `Wird gezeichnet … ${percent} %`,
    animationSaved: 'Gespeichert.',
    animationFailed: 'Die Animation ist nicht gelungen. Versuche es noch einmal.',
    score: (points, of) => `${round(points)} von ${of} Notizen sind hier richtig.`,
    total: (percent) => `${percent} % über die ganze Partie.`,
    share: 'Deine Notizen zeigen',
    shared: 'Dein Gegner und die Zuschauer sehen deine Notizen.',
    unconnected: 'Zum Zeigen ist eine Verbindung zum Server nötig.',
    board: 'Notizen auf dem Brett',
    truth: 'Die Wahrheit',
    came: (side) => `Du kannst die Notizen deines Gegners sehen (${side}).`,
    cameOf: (side) => `Notizen sind jetzt zu sehen: ${side}.`,
    of: (side) => `Vermutungen: ${side}`,
    note: {
      right: (belief) => `deine Vermutung: ${belief}, richtig`,
      among: (belief) => `deine Vermutung: ${belief}, eine davon richtig`,
      wrong: (belief) => `deine Vermutung: ${belief}, falsch`,
    },
    noteOf: {
      right: (side, belief) => `${side} vermutete: ${belief}, richtig`,
      among: (side, belief) => `${side} vermutete: ${belief}, eine davon richtig`,
      wrong: (side, belief) => `${side} vermutete: ${belief}, falsch`,
    },
    comment: (marks) => `Notizen: ${marks.map(({ square, belief, verdict }) => `${square} ${belief} (${verdict === 'wrong' ? 'falsch' : 'richtig'})`).join(', ')}.`,
  },
  menu: {
    heading: (square) => `Was steht auf ${square}?`,
    hint: 'Wähle mehrere Figuren, wenn du nicht sicher bist.',
    empty: 'Sicher leer',
    erase: 'Notiz entfernen',
    done: 'Fertig',
  },
};

const taken = (what: string | null, square: string | null): string => `${square === null ? '' : ` auf ${square}`}${what === null ? '' : `: ${what}`}`;

export const moderated: ModeratedTexts = {
  choose: { legend: 'Schiedsrichter' },
  others: { 'table-fidelity': 'Ihr hört beide alles, was der Schiedsrichter sagt, auch abgelehnte Versuche.' },
  hear: {
    sentence: (name, facts) => `${name}. Du versuchst es, bis ein Zug regelgerecht ist. Du hörst: ${facts}.`,
    square: { victim: 'das Feld einer geschlagenen Figur', arrival: 'das Feld, auf dem ein Schlagzug endet' },
    captured: { class: 'ob ein Bauer oder eine Figur geschlagen wurde', kind: 'die Art einer geschlagenen Figur' },
    check: { side: 'Schachgebote', directions: 'Schachgebote mit ihrer Richtung' },
    promotion: { kind: 'was aus einem Bauern wird', fact: 'dass ein Bauer umgewandelt wird' },
    drop: { kind: 'die Art einer eingesetzten Figur', fact: 'dass eine Figur eingesetzt wird' },
    tries: { whether: 'ob ein Bauer von dir schlagen kann', count: 'wie viele Schlagzüge deine Bauern haben', sources: 'welche Bauern schlagen können' },
    refusals: 'regelwidrige Versuche deines Gegners',
    ask: {
      free: 'Du darfst fragen, ob ein Bauer schlagen kann.',
      one_try: 'Du darfst fragen, ob ein Bauer schlagen kann; nach einem Ja musst du es einmal versuchen.',
      until_made: 'Du darfst fragen, ob ein Bauer schlagen kann; nach einem Ja musst du so schlagen.',
    },
    stalemate: 'Wer patt ist, verliert.',
    cap: (plies) => `Nach ${plies} Halbzügen ohne Schlagen und ohne Bauernzug ist die Partie remis.`,
  },
  captured: (side, what, square) => `${side} hat gezogen und geschlagen${taken(what, square)}.`,
  enPassant: (side, what, square) => `${side} hat en passant geschlagen${taken(what, square)}.`,
  class: { pawn: 'Bauer', piece: 'Figur' },
  check: (side, directions) => `${side} steht im Schach ${and(directions)}.`,
  direction,
  checked: (directions) => `im Schach ${and(directions)}`,
  dropped: (side, kind) => `${side} hat eingesetzt: ${kind}.`,
  pawnTries: {
    count: (side, tries) =>
      tries === 0 ? `${side} hat keinen Schlagzug mit einem Bauern.` : `${side} hat ${counted(tries, { one: 'einen Schlagzug', other: `${tries} Schlagzüge` })} mit Bauern.`,
    sources: (side, squares) => (squares.length === 0 ? `${side} hat keinen Bauern, der schlagen kann.` : `${side} hat Bauern, die schlagen können: ${squares.join(', ')}.`),
  },
  ask: { button: 'Schlagbar?', label: 'Schlagbar? Frage, ob ein Bauer von dir schlagen kann', notNow: 'Das kannst du jetzt nicht fragen.' },
};

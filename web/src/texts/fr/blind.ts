// French texts of deductions, of a player's marks, and of moderators who answer attempts.
import type { Direction } from '../../wire';
import type { Deduction } from '../../mind/deductions';
import type { DeducedTexts } from '../deduced/catalogue';
import { counting, listOf } from '../forms';
import type { MindTexts } from '../mind/catalogue';
import type { ModeratedTexts } from '../moderated/catalogue';
import { subject } from './parts';

const counted = counting('fr');
const or = listOf('fr', 'disjunction');
const and = listOf('fr', 'conjunction');
/** More squares than these are not named one by one: the board shows them. */
const MOST_NAMED = 6;

const oneOf = (squares: readonly string[]): string => (squares.length > MOST_NAMED ? `sur une des ${squares.length} cases montrées` : `en ${or(squares)}`);
const first = ({ about = [] }: Deduction): string => about[0] ?? '';
const second = ({ about = [] }: Deduction): string => about[1] ?? '';

const direction: Readonly<Record<Direction, string>> = {
  rank: 'sur la rangée', file: 'sur la colonne', long_diagonal: 'sur la grande diagonale', short_diagonal: 'sur la petite diagonale', knight: 'par un cavalier',
};

export const deduced: DeducedTexts = {
  direction,
  sentence: {
    captured: ({ claim, squares }) => (claim === 'each' ? `Une pièce a pris en ${squares.join()} : elle s’y trouve.` : `Une pièce a pris : elle est ${oneOf(squares)}.`),
    captured_passing: ({ squares }) => `Un pion a pris en passant : il est en ${squares.join()}.`,
    castled: ({ squares }) => `Votre adversaire a roqué : le roi est en ${squares[0]}, la tour en ${squares[1]}.`,
    promoted: () => 'Un pion a été promu : la nouvelle pièce est sur votre première rangée.',
    checked: (deduction) => {
      const known = direction[first(deduction) as Direction];
      return `Votre roi est en échec${known ? ` ${known}` : ''} : la pièce est ${oneOf(deduction.squares)}.`;
    },
    checking: ({ squares }) => `Le roi adverse est en échec : il est ${oneOf(squares)}.`,
    blocked: (deduction) => `${first(deduction)}-${second(deduction)} a été refusé : une pièce est ${oneOf(deduction.squares)}.`,
    pinned: (deduction) => `Votre pièce en ${first(deduction)} est clouée : la pièce qui la cloue est ${oneOf(deduction.squares)}.`,
    guarded: (deduction) => `Votre roi ne peut pas aller en ${first(deduction)} : une pièce garde cette case.`,
    no_capture: (deduction) => `${first(deduction)}-${second(deduction)} a été refusé : il n’y a pas de pièce en ${second(deduction)}.`,
    pawn_capture: (deduction) => `${first(deduction) ? `Votre pion en ${first(deduction)}` : 'Un de vos pions'} peut prendre : une pièce est ${oneOf(deduction.squares)}.`,
    no_pawn_capture: ({ squares }) => `Vos pions ne peuvent pas prendre là : il n’y a pas de pièce ${squares.length > MOST_NAMED ? 'sur les cases montrées' : `en ${or(squares)}`}.`,
    moved_through: (deduction) => `Vous avez joué de ${first(deduction)} en ${second(deduction)} : rien en ${and(deduction.squares)}.`,
  },
  note: (sentences) => `il s’ensuit : ${sentences.join(' ')}`,
};

const round = (number: number): string => (Math.round(number * 10) / 10).toLocaleString('fr');

export const mind: MindTexts = {
  button: 'Notes',
  piece: (kind) => kind,
  maybe: (kinds) => `peut-être ${or(kinds)}`,
  empty: 'vide',
  nothing: 'pas de note',
  note: (belief) => `votre note : ${belief}`,
  remembered: (piece, move) => `vu au coup ${move} : ${piece}`,
  said: (square, belief) => `${square} : ${belief}.`,
  setUpDone: 'Les pièces de votre adversaire sont notées là où elles ont commencé.',
  cleared: 'Toutes les notes sont effacées.',
  undone: 'Annulé.',
  redone: 'Rétabli.',
  tray: {
    label: 'Vos notes. Vous seul les voyez.',
    kind: (kind, rest, sure) => (rest < 0 ? `${kind}, ${-rest} en trop` : `${kind}, ${sure ? '' : 'au plus '}${rest} à placer`),
    empty: 'Case vide',
    hint: 'Choisissez une pièce, puis touchez des cases. Maintenez une case pour choisir sur place.',
    undo: 'Annuler la note',
    redo: 'Rétablir la note',
    setUp: 'Placer ses pièces',
    clear: 'Effacer toutes les notes',
    close: 'Fermer les notes',
  },
  review: {
    heading: 'Vos notes',
    show: 'Ce que vous pensiez',
    none: 'Pas encore de notes.',
    copy: 'Copier le PGN avec vos notes',
    picture: 'Enregistrer comme image',
    animation: 'Enregistrer comme animation',
    animating: (percent) => `Dessin en cours… ${percent} %`,
    animationSaved: 'Enregistrée.',
    animationFailed: 'L’animation a échoué. Réessayez.',
    score: (points, of) => `${round(points)} sur ${of} notes justes ici.`,
    total: (percent) => `${percent} % sur toute la partie.`,
    share: 'Montrer vos notes',
    shared: 'Votre adversaire et les spectateurs voient vos notes.',
    unconnected: 'Pour les montrer, il faut une connexion au serveur.',
    board: 'Notes sur le plateau',
    truth: 'La vérité',
    came: (side) => `Vous pouvez voir les notes de votre adversaire (${side}).`,
    cameOf: (side) => `Des notes sont visibles : ${side}.`,
    of: (side) => `Notes : ${side}`,
    note: {
      right: (belief) => `vous pensiez : ${belief}, juste`,
      among: (belief) => `vous pensiez : ${belief}, dont une juste`,
      wrong: (belief) => `vous pensiez : ${belief}, faux`,
    },
    noteOf: {
      right: (side, belief) => `${side}, note : ${belief}, juste`,
      among: (side, belief) => `${side}, note : ${belief}, dont une juste`,
      wrong: (side, belief) => `${side}, note : ${belief}, faux`,
    },
    comment: (marks) => `Notes : ${marks.map(({ square, belief, verdict }) => `${square} ${belief} (${verdict === 'wrong' ? 'faux' : 'juste'})`).join(', ')}.`,
  },
  menu: {
    heading: (square) => `Qu’y a-t-il en ${square} ?`,
    hint: 'Choisissez plusieurs pièces si vous n’êtes pas sûr.',
    empty: 'Sûrement vide',
    erase: 'Effacer la note',
    done: 'Terminé',
  },
};

const taken = (what: string | null, square: string | null): string => `${square === null ? '' : ` en ${square}`}${what === null ? '' : ` : ${what}`}`;

export const moderated: ModeratedTexts = {
  choose: { legend: 'Arbitre' },
  others: { 'table-fidelity': 'Vous entendez tous deux tout ce que dit l’arbitre, même les essais refusés.' },
  hear: {
    sentence: (name, facts) => `${name}. Vous essayez jusqu’à ce qu’un coup soit légal. Vous entendez : ${facts}.`,
    square: { victim: 'la case d’une pièce prise', arrival: 'la case où finit une prise' },
    captured: { class: 'si un pion ou une pièce a été pris', kind: 'le type d’une pièce prise' },
    check: { side: 'les échecs', directions: 'les échecs avec leur direction' },
    promotion: { kind: 'ce que devient un pion', fact: 'qu’un pion est promu' },
    drop: { kind: 'le type d’une pièce parachutée', fact: 'qu’une pièce est parachutée' },
    tries: { whether: 'si vous avez une prise de pion', count: 'combien de prises de pion vous avez', sources: 'quels pions peuvent prendre' },
    refusals: 'les essais illégaux de votre adversaire',
    ask: {
      free: 'Vous pouvez demander si vous avez une prise de pion.',
      one_try: 'Vous pouvez demander si vous avez une prise de pion ; après un oui, il faut en essayer une.',
      until_made: 'Vous pouvez demander si vous avez une prise de pion ; après un oui, il faut en faire une.',
    },
    stalemate: 'Qui est pat perd.',
    cap: (plies) => `Après ${plies} demi-coups sans prise ni coup de pion, la partie est nulle.`,
  },
  captured: (side, what, square) => `${subject(side)} joué et pris${taken(what, square)}.`,
  enPassant: (side, what, square) => `${subject(side)} pris en passant${taken(what, square)}.`,
  class: { pawn: 'pion', piece: 'pièce' },
  check: (side, directions) => `${subject(side, 'sont', 'est')} en échec ${and(directions)}.`,
  direction,
  checked: (directions) => `en échec ${and(directions)}`,
  dropped: (side, kind) => `${subject(side)} parachuté : ${kind}.`,
  pawnTries: {
    count: (side, tries) => (tries === 0 ? `${subject(side, 'n’ont', 'n’a')} pas de prise de pion.` : `${subject(side)} ${counted(tries, { one: `${tries} prise`, other: `${tries} prises` })} de pion.`),
    sources: (side, squares) => (squares.length === 0 ? `${subject(side, 'n’ont', 'n’a')} pas de pion qui puisse prendre.` : `${subject(side)} des pions qui peuvent prendre : ${squares.join(', ')}.`),
  },
  ask: { button: 'Prises ?', label: 'Prises ? Demander si vous avez une prise de pion', notNow: 'Vous ne pouvez pas le demander maintenant.' },
};

// French texts of smaller parts of the page.
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

const counted = counting('fr');

/** Names of sides that are plurals; the others, such as Sente, are names of one person. */
const PLURAL = /^(Blancs|Noirs|Rouges|Bleus|Verts|Roses|Dorés|Spartiates|Perses)$/;

/** Returns a side as the subject of a sentence, with the verb that agrees with it. */
export const subject = (side: string, many = 'ont', one = 'a'): string => (PLURAL.test(side) ? `Les ${side} ${many}` : `${side} ${one}`);

const SINGULAR: Readonly<Record<string, string>> = {
  'ont': 'a', 'sont': 'est', 'gagnent': 'gagne', 'attaquent': 'attaque', 'apprennent': 'apprend', 'n’ont': 'n’a',
};

/** Returns a sentence in which the names of the Blancs and the Noirs are replaced, with the verbs that agree with them. */
const renamed = (sentence: string, white: string, black: string): string =>
  sentence.replace(/([Ll]es )?(Blancs|Noirs)( n’ont| \p{L}+)?/gu, (whole, _article: string | undefined, word: string, verb: string | undefined) => {
    const name = word === 'Blancs' ? white : black;
    if (PLURAL.test(name)) return whole.replace(word, name);
    const spoken = verb?.slice(1) ?? '';
    return `${name}${verb === undefined ? '' : ` ${SINGULAR[spoken] ?? spoken}`}`;
  });

export const drawing: DrawingTexts = {
  begun: (square) => `Depuis ${square}. Appuyez sur la même touche où la flèche finit, ou de nouveau ici pour un cercle.`,
  arrow: (from, to) => `Flèche de ${from} à ${to}.`,
  redArrow: (from, to) => `Flèche rouge de ${from} à ${to}.`,
  circle: (square) => `Cercle sur ${square}.`,
  redCircle: (square) => `Cercle rouge sur ${square}.`,
  removed: 'Effacé.',
};

export const finished: FinishedTexts = {
  heading: 'Parties terminées',
  about: 'Les parties ouvertes aux spectateurs, la plus récente d’abord. Il n’y a pas de comptes : chacun peut jouer sous n’importe quel nom.',
  player: 'Nom d’un joueur',
  find: 'Chercher',
  loading: 'Chargement des parties…',
  failed: 'Le serveur n’a pas répondu.',
  none: 'Il n’y a pas de telles parties.',
  more: 'Plus de parties',
  home: 'Jouer',
  players: (white, black) => `${white} – ${black}`,
  result: { w: '1 – 0', b: '0 – 1', drawn: '½ – ½', abandoned: 'Abandonnée' },
  plies: (count) => counted(count, { one: `${count} coup`, other: `${count} coups` }),
  by: { blind: (game) => `${game}, à l’aveugle`, vanilla: (game) => `${game}, à découvert`, sight: (game) => `${game}, à vue` },
  results: (name) => `Résultats de ${name}`,
  partial: 'Sur les dernières parties.',
  column: { control: 'Cadence', played: 'Jouées', won: 'Gagnées', lost: 'Perdues', drawn: 'Nulles', duels: 'Duels gagnés', bid: 'Mises' },
  duels: (won, fought) => `${won} sur ${fought}`,
};

export const joining: JoiningTexts = {
  invited: { blind: (game) => `Invitation : ${game}, à l’aveugle`, vanilla: (game) => `Invitation : ${game}, à découvert`, sight: (game) => `Invitation : ${game}, à vue` },
  sight: 'Vous voyez vos propres pièces, et ce qui se trouve là où elles peuvent aller ou prendre. Le reste est dans le brouillard, jusqu’à ce que la fin découvre le plateau. Personne ne vous dit que vous êtes attaqué.',
  ofGuest: 'Ces règles viennent d’un invité ; ce serveur ne les a pas examinées.',
  join: 'Rejoindre',
  loading: 'Chargement de la partie…',
  notFound: 'Pas de telle partie',
  full: 'Cette partie est complète',
  term: { moves: 'Coups possibles', spectators: 'Spectateurs', absence: 'Absence', moderator: 'Arbitre', gambit: 'Gambit' },
  watched: (seconds) => (seconds === 0 ? 'Permis.' : `Permis, avec ${counted(seconds, { one: `${seconds} seconde`, other: `${seconds} secondes` })} de retard.`),
  notWatched: 'Non permis.',
  absence: (time) => `Si vous vous absentez ${time}, vous perdez.`,
};

export const keys: KeyTexts = {
  label: 'Touches d’un seul caractère',
  what: 'b, d, m, p, / et d’autres, pressées seules. À désactiver pour la saisie vocale.',
  off: 'Les touches d’un seul caractère sont désactivées dans les réglages.',
};

export const kinds: KindTexts = {
  pieceOf: (side, kind, promoted) => `${kind}${promoted ? ' (promotion)' : ''} des ${side}`.replace(/ des (sente|gote)$/, ' de $1').replace(/ des (premier|second)$/, ' du $1'),
  promoted: (kind) => `${kind} (promotion)`,
  covered: (side, kind) => `pièce couverte (${side}), se déplace comme : ${kind}`,
  coveredPiece: 'pièce couverte',
  move: (notation) => notation,
  promoteTo: (kind) => `Promouvoir : ${kind}`,
  promoteNothing: 'Ne pas promouvoir',
  placing: 'Choisissez une case marquée pour la pièce que ce coup place.',
  place: (kind, square) => `Placer en ${square} : ${kind}`,
  placeNothing: 'Ne rien placer',
  held: (piece, count) => (count === null ? `${piece}, autant que vous voulez` : count === 1 ? `${piece} en main` : `${count} × ${piece} en main`),
  handOf: (side) => `Main : ${side}`,
  pass: 'Passer',
  square: (square, standing) => `${square} : ${standing}.`,
  title: { blind: (game) => `${game}, à l’aveugle`, vanilla: (game) => `${game}, à découvert`, sight: (game) => `${game}, à vue` },
  sides: { white: 'Blancs', black: 'Noirs' },
  yourSide: (side) => `Votre camp : ${side}.`,
  renamed,
};

export const moves: MoveTexts = {
  dropped: (side, kind, square) => `${subject(side)} parachuté en ${square} : ${kind}.`,
  passed: (side) => `${subject(side)} passé.`,
  ownDropped: (kind, square) => `Vous avez parachuté en ${square} : ${kind}.`,
  ownPassed: 'Vous avez passé.',
  ownUncovered: (square) => `Vous avez découvert une pièce en ${square}.`,
  ownInPlace: (square) => `Votre pièce est restée en ${square}.`,
  touchedDrop: (kind) => `Pièce touchée dans votre main : ${kind}. Elle doit être parachutée.`,
  promotedTo: (kind) => `Promotion : ${kind}.`,
  placed: (kind, square) => `Pièce placée en ${square} : ${kind}.`,
  tried: {
    drop: {
      no_such_piece: (kind) => `Vous avez voulu parachuter : ${kind}. Vous n’en avez pas.`,
      no_legal_moves: (kind) => `Vous avez voulu parachuter : ${kind}. Cette pièce n’a aucun coup.`,
      wont_help: (kind) => `Vous avez voulu parachuter : ${kind}. Cela ne vous sauvera pas.`,
      illegal_move: (kind, square) => `Vous avez voulu parachuter en ${square} : ${kind}. Non, coup illégal.`,
      nonsense: (kind, square) => `Vous avez voulu parachuter en ${square} : ${kind}. Absurde.`,
      impossible: (kind, square) => `Vous avez voulu parachuter en ${square} : ${kind}. Impossible maintenant.`,
    },
    pass: 'Vous avez voulu passer. Non, coup illégal.',
  },
  attempt: {
    drop: {
      no_such_piece: (side, kind) => `${subject(side)} voulu parachuter : ${kind}. Rien de tel en main.`,
      no_legal_moves: (side, kind) => `${subject(side)} voulu parachuter : ${kind}. Aucun coup.`,
      wont_help: (side, kind) => `${subject(side)} voulu parachuter : ${kind}. Cela ne sauverait rien.`,
      illegal_move: (side, kind, square) => `${subject(side)} voulu parachuter en ${square} : ${kind}. Illégal.`,
      nonsense: (side, kind, square) => `${subject(side)} voulu parachuter en ${square} : ${kind}. Absurde.`,
      impossible: (side, kind, square) => `${subject(side)} voulu parachuter en ${square} : ${kind}. Impossible.`,
    },
    pass: (side) => `${subject(side)} voulu passer. Illégal.`,
  },
  hands: (yours, theirs) => `Dans votre main : ${yours || 'rien'}.${theirs === null ? '' : ` Dans la main adverse : ${theirs || 'rien'}.`}`,
  counted: (kind, count) => (count === null ? `${kind}, autant que vous voulez` : `${count} × ${kind}`),
  typed: {
    noHands: 'Dans ce jeu, il n’y a rien à parachuter.',
    notHeld: 'Vous n’avez pas de telle pièce en main.',
  },
};

export const offline: OfflineTexts = {
  heading: 'Pas de connexion au serveur',
  works: {
    heading: 'Ceci marche quand même :',
    practice: 'Une partie contre la machine dans ce navigateur.',
    local: 'Une partie à deux sur cet appareil.',
    lab: 'Un jeu à vous : écrivez ses règles et essayez-les.',
  },
  fails: 'Les salons et les parties avec d’autres demandent une connexion, tout comme les rediffusions et les règles jamais ouvertes ici.',
  retry: 'Réessayer',
  news: { text: 'Une nouvelle version est là.', reload: 'Recharger', later: 'Plus tard' },
};

export const practice: PracticeTexts = {
  heading: 'Entraînement',
  machine: (level) => `Machine, niveau ${level}`,
  failure: {
    rules: 'Ces règles n’ont pas pu être chargées. Sans connexion, on peut jouer aux jeux déjà ouverts.',
    engine: 'La machine a eu une panne. Choisissez « Nouvelle » pour recommencer.',
  },
  turn: { yours: 'À vous de jouer', theirs: 'La machine réfléchit…', hint: 'Recherche d’un coup…' },
  won: (reason) => `Vous gagnez : ${reason}.`,
  lost: (reason) => `La machine gagne : ${reason}.`,
  resigned: 'Vous avez abandonné.',
  refused: (reason) => `Illégal : ${reason}.`,
  hint: (san, squares) => (squares.length === 2 ? `Essayez ${san} (${squares.join('-')}).` : `Essayez ${san}.`),
  undo: { short: 'Reprendre', long: 'Reprendre votre coup' },
  suggest: { short: 'Conseil', long: 'Conseil : un coup à essayer' },
  newGame: { short: 'Nouvelle', long: 'Nouvelle partie' },
  dialog: {
    heading: 'Nouvelle partie',
    side: 'Votre camp',
    random: 'Au hasard',
    level: 'Niveau de la machine',
    begin: 'Commencer',
    cancel: 'Annuler',
    about: 'La machine fonctionne dans votre navigateur. Elle n’a pas besoin de connexion, et la partie reste sur cet appareil.',
  },
};

export const rooms: RoomTexts = {
  heading: 'Jouer avec un code',
  what: 'Entrez un code pour rejoindre un salon, ou ouvrez un salon et donnez son code à quelqu’un.',
  code: 'Code du salon',
  codeWrong: 'Un code de salon a six signes : lettres et chiffres.',
  join: 'Rejoindre',
  create: 'Nouveau salon',
  tournament: 'Tournoi',
  away: 'Quitter le salon pendant une minute fait perdre la partie.',
  invited: 'Si quelqu’un attend dans ce salon, la partie commence à votre arrivée. Un salon n’a ni pendule ni chat.',
  dialog: {
    heading: 'Nouveau salon',
    what: 'Vous avez les Blancs, et la première personne qui vous rejoint a les Noirs. Un salon n’a ni pendule ni chat.',
    whatOther: 'Vous jouez le premier coup, et la première personne qui vous rejoint a l’autre camp. Un salon n’a ni pendule ni chat.',
    create: 'Ouvrir le salon',
    creating: 'Ouverture…',
    cancel: 'Annuler',
    failed: 'Le salon n’a pas pu être ouvert. Vérifiez votre connexion et réessayez.',
  },
  waiting: {
    what: 'Donnez ce code à votre adversaire, ou envoyez le lien. La partie commence à son arrivée.',
    code: 'Code du salon',
    copy: 'Copier le code',
    stay: 'Restez sur cette page. Le salon ferme une minute après votre départ.',
    close: 'Fermer le salon',
  },
  joining: (code) => `Vous rejoignez le salon ${code}…`,
  room: (code) => `Salon ${code}`,
  gone: {
    none: { heading: 'Pas de tel salon', text: 'Aucun salon n’a ce code. Vérifiez-le, ou demandez-en un nouveau.' },
    over: { heading: 'Ce salon est fermé', text: 'La partie est terminée, vous vous êtes absenté plus d’une minute, ou le serveur a redémarré.' },
    full: { heading: 'Ce salon est complet', text: 'Deux joueurs sont déjà dans ce salon.' },
    elsewhere: { heading: 'Impossible de rejoindre le salon', text: '' },
  },
  errors: {
    ILLEGAL_MOVE: 'Ce coup est illégal.',
    NOT_YOUR_TURN: 'Ce n’est pas à vous de jouer.',
    GAME_OVER: 'La partie est terminée.',
    ROOM_NOT_FOUND: 'Aucun salon n’a ce code. Vérifiez-le, ou demandez-en un nouveau.',
    ROOM_FULL: 'Deux joueurs sont déjà dans ce salon.',
    SERVER_FULL: 'Le serveur ne peut pas ouvrir d’autre salon maintenant. Réessayez plus tard.',
    VERSION_MISMATCH: 'Cette page est plus ancienne que le serveur. Rechargez-la.',
    RATE_LIMIT: 'Trop de demandes. Attendez un instant et réessayez.',
    MSG_TOO_LARGE: 'Ce message était trop long.',
    BAD_TOKEN: 'Vous n’avez plus de place dans ce salon.',
    INVALID_MESSAGE: 'Le serveur n’a pas compris. Rechargez la page.',
  },
  refused: 'Le serveur n’ouvre pas de salon de ce genre. Choisissez un autre jeu, un autre mode ou d’autres règles maison.',
  unknown: (message) => `Le serveur dit : ${message}.`,
};

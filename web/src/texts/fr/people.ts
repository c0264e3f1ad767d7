// French texts about a player's own games, and about the lobby.
import type { HandoverTexts } from '../handover/catalogue';
import type { KeptTexts } from '../kept/catalogue';
import type { LobbyTexts } from '../lobby/catalogue';
import type { OwnTexts } from '../own/catalogue';
import type { ReportTexts } from '../report/catalogue';
import type { ResultTexts } from '../results/catalogue';
import type { TurnTexts } from '../turn/catalogue';

export const own: OwnTexts = {
  heading: 'Vos parties',
  titled: (turns, page) => `(${turns}) ${page}`,
  yourTurn: 'À vous de jouer',
  theirTurn: 'À l’adversaire de jouer',
  waiting: 'Personne n’est encore venu',
  gone: 'N’est plus sur le serveur',
  unknown: 'Recherche…',
  opponent: 'Adversaire',
  machine: (level) => `Machine, niveau ${level}`,
  by: { blind: (game) => `${game}, à l’aveugle`, vanilla: (game) => `${game}, à découvert`, sight: (game) => `${game}, à vue` },
  left: (time) => `reste ${time}`,
  again: 'Rejouer',
  againFailed: 'La partie n’a pas pu être créée. Réessayez plus tard.',
  remove: (opponent) => `Retirer de la liste : ${opponent}`,
  removeSeat: 'Rendre votre place ?',
  all: (count) => `Toutes (${count})`,
  fewer: 'Moins',
  handOver: 'Autre appareil',
  unreachable: 'Le serveur n’a pas répondu. Voici les parties telles qu’elles étaient.',
  kept: 'sur cet appareil',
  damaged: 'La copie de cette partie sur cet appareil était endommagée et a été supprimée. Pour voir la partie, il faut une connexion.',
};

export const lobby: LobbyTexts = {
  heading: 'Trouver un adversaire',
  about: (game) => `Vous cherchez : ${game}. Les réglages sont sur la page derrière.`,
  play: 'Jouer maintenant',
  cancel: 'Ne plus attendre',
  close: 'Fermer',
  waiting: 'Vous attendez un adversaire… Laissez cette fenêtre ouverte.',
  waitingNow: 'Recherche…',
  anyClock: 'Toute cadence',
  anyClockWhat: 'Une partie avec une autre pendule que la vôtre aussi, ou sans pendule.',
  offered: 'En attente',
  none: 'Personne d’autre n’attend. Appuyez sur « Jouer maintenant » : qui voudra la même partie vous rencontrera.',
  take: 'Jouer',
  nobody: 'Quelqu’un',
  by: { blind: (game) => `${game}, à l’aveugle`, vanilla: (game) => `${game}, à découvert`, sight: (game) => `${game}, à vue` },
  side: { white: 'vous avez les Noirs', black: 'vous avez les Blancs', random: 'camp tiré au sort' },
  moderator: (id) => `arbitre : ${id}`,
  bids: 'avec mises',
  houseRules: (names) => `règles maison : ${names}`,
  aids: { none: 'sans notes', marks: 'avec notes', deductions: 'avec notes et déductions' },
  status: {
    connecting: 'Connexion…',
    lost: 'Le serveur ne répond pas. Nouvel essai…',
    full: 'Trop de joueurs cherchent une partie. Nouvel essai…',
  },
  problem: {
    malformed: 'Cette partie ne peut pas se jouer ici.',
    gone: 'Quelqu’un a été plus rapide.',
    engaged: 'Votre partie se prépare.',
    name_refused: 'Votre nom n’est pas accepté ici. Choisissez-en un autre dans les réglages de la partie.',
    rate_limited: 'Trop de demandes. Attendez une minute.',
    unavailable: 'Le serveur ne peut pas commencer de partie. Réessayez plus tard.',
    withdrawn: 'Personne n’est venu en dix minutes. Réessayez, ou changez la cadence.',
  },
};

export const turn: TurnTexts = {
  label: 'Me prévenir quand c’est à moi',
  what: 'Cet appareil affiche une notification dès que la partie vous attend et que vous n’êtes pas là.',
  denied: 'Les notifications de cette page sont bloquées. Autorisez-les dans les réglages de votre navigateur.',
  failed: 'Cela n’a pas fonctionné. Réessayez plus tard.',
  install: 'Ajoutez d’abord cette page à l’écran d’accueil : elle pourra alors vous afficher des notifications.',
  title: 'Tabula',
  body: 'Une partie vous attend.',
  roundLabel: 'Me prévenir quand une ronde commence',
  roundWhat: 'Cet appareil affiche une notification dès que votre échiquier de la nouvelle ronde est prêt.',
  roundBody: 'La ronde suivante a commencé.',
};

export const handover: HandoverTexts = {
  heading: 'Vos parties sur un autre appareil',
  what: 'Scannez ce code avec l’autre appareil, ou ouvrez-y le lien. Vos parties seront alors sur les deux. Ne le montrez à personne d’autre : qui l’ouvre en premier peut jouer à votre place.',
  making: 'Création du lien…',
  failed: 'Cela n’a pas fonctionné. Réessayez plus tard.',
  left: (time) => `Valable une fois, encore ${time}`,
  over: 'Le lien a expiré.',
  again: 'Nouveau lien',
  link: 'Lien pour l’autre appareil',
  copy: 'Copier le lien',
  takeHeading: 'Prendre des parties sur cet appareil ?',
  takeWhat: 'Un autre appareil remet ses parties à ce navigateur. Prenez-les s’il est à vous : vous pourrez les jouer ici comme là-bas.',
  takeKey: 'Compter aussi mes résultats avec la clé de cet appareil. Qui a la clé les voit tous.',
  take: 'Prendre les parties',
  gone: 'Ce lien a déjà servi, ou il a expiré. Créez-en un nouveau sur l’autre appareil.',
  taken: (games) => `Nouvelles sur cet appareil : ${games}`,
};

export const results: ResultTexts = {
  heading: 'Vos résultats',
  about: 'Les parties que vous avez jouées avec la clé de ce navigateur, la plus récente d’abord. Personne d’autre ne les voit ici.',
  what: 'Ni compte ni e-mail : ce navigateur crée une clé, et les parties que vous commencez désormais comptent comme les vôtres. Vos adversaires n’en savent rien.',
  keep: 'Compter mes parties',
  insecure: 'Seule une page sécurisée (https) peut compter vos parties.',
  name: 'Votre nom',
  nameWrong: 'Un nom a de 3 à 20 caractères.',
  none: 'Aucune partie n’est encore finie. Une partie compte si vous aviez la clé avant votre premier coup.',
  table: 'Résultats par jeu et cadence',
  game: 'Jeu',
  result: { won: 'Gagnée', lost: 'Perdue', drawn: 'Nulle', abandoned: 'Abandonnée' },
  handOver: 'Autre appareil',
  forget: 'Oublier la clé',
  forgetSure: 'L’oublier pour de bon ?',
};

export const kept: KeptTexts = {
  vacation: 'Vacances',
  about: (year, atOnce) => `Pendant votre absence, votre temps s’arrête dans les parties avec des jours par coup, et vos adversaires savent jusqu’à quand. Vous avez ${year} par an, et au plus ${atOnce} d’affilée.`,
  left: (days) => `Restent : ${days}`,
  days: 'Jours',
  begin: 'Partir en vacances',
  away: (until) => `Vous êtes absent jusqu’au ${until}.`,
  end: 'Je suis de retour',
  refused: {
    too_many_blocks: 'Votre liste est pleine. Retirez-en d’abord un joueur sous « Vos résultats ».',
    rate_limited: 'Trop de demandes. Réessayez plus tard.',
    other: 'Cela n’a pas fonctionné. Réessayez plus tard.',
  },
  forget: 'Supprimer ce que le serveur garde de moi',
  forgetSure: 'Supprimer pour de bon ?',
  forgetWhat: 'Les jours de vacances déjà pris restent comptés.',
  block: 'Ne plus rencontrer ce joueur',
  blockWhat: 'Vous ne serez plus réunis : aucun ne voit les offres de l’autre ni ne s’assied à sa partie. Vous ne lirez plus ses messages ici. Il n’en est pas averti.',
  blocked: 'Bloqué.',
  blockedPlayers: 'Joueurs que vous ne rencontrez pas',
  unnamed: 'Joueur sans nom',
  unblock: 'Rencontrer de nouveau',
  forgotten: 'Supprimé.',
};

export const report: ReportTexts = {
  open: 'Signaler l’adversaire',
  what: 'L’opérateur de ce serveur lit le signalement avec la partie. Votre adversaire n’en sait rien.',
  reason: 'Motif',
  reasons: {
    cheating: 'Aide d’un programme ou de quelqu’un',
    insults: 'Insultes ou menaces',
    stalling: 'Temps gaspillé',
    name: 'Le nom',
    other: 'Autre chose',
  },
  text: 'Que s’est-il passé ? (500 caractères au plus)',
  send: 'Envoyer',
  sent: 'Le signalement est envoyé.',
  already: 'Vous avez déjà signalé cet adversaire.',
  failed: 'Cela n’a pas fonctionné. Réessayez plus tard.',
};

// French texts of the rule lab.
import { counting } from '../forms';
import type { LabTexts } from '../lab/catalogue';

const counted = counting('fr');

export const lab: LabTexts = {
  heading: 'Atelier de règles',
  unnamed: 'Un jeu sans nom',
  panes: { group: 'Vue', rules: 'Règles', board: 'Plateau' },
  menu: { open: 'Ouvrir', save: 'Enregistrer', play: 'Jouer à deux', share: 'Partager', help: 'Aide', home: 'Jouer en ligne' },
  openDialog: {
    heading: 'Ouvrir un jeu',
    template: 'Nouveau jeu sur un petit plateau',
    server: 'Partir d’un jeu de ce serveur…',
    file: 'Ouvrir un fichier zip',
    kept: 'Gardés dans ce navigateur',
    none: 'Les jeux que vous modifiez sont gardés ici.',
    close: 'Fermer',
    forget: 'Supprimer',
    forgetNamed: (name) => `Supprimer ${name}`,
  },
  shareDialog: {
    heading: 'Partager ce jeu',
    link: 'Lien vers ce jeu',
    copy: 'Copier le lien',
    copied: 'Copié.',
    copyFailed: 'Le navigateur n’a pas permis la copie. Sélectionnez le lien et copiez-le.',
    zip: 'Télécharger en zip',
    about: 'Le lien contient tout le jeu ; rien n’est gardé sur le serveur. Décompressez le fichier zip pour l’outil : ggn check prend son dossier tel quel.',
  },
  playDialog: {
    heading: 'Jouer à ce jeu à deux',
    about: 'Le serveur garde le jeu tel qu’il est écrit maintenant, et qui a le lien peut y jouer. Ce que vous changez plus tard est un autre jeu.',
    create: 'Créer la partie',
    checking: 'Le serveur vérifie le jeu…',
    withErrors: 'Le jeu a des erreurs. Corrigez-les d’abord.',
    close: 'Fermer',
  },
  saveDialog: {
    heading: 'Enregistrer ce jeu',
    legend: 'Trouvé par',
    save: 'Enregistrer',
    kinds: {
      private: { name: 'Privé', what: 'moi seul, dans ce navigateur', done: 'Il est gardé dans ce navigateur. Vous le trouvez sous « Ouvrir ».' },
      unlisted: { name: 'Non listé', what: 'qui a le lien', done: 'Le serveur le garde tel qu’il est écrit maintenant. Qui a ce lien peut y jouer :' },
      public: { name: 'Publié', what: 'tous, dans la liste des jeux', done: 'Tous le trouvent dans la liste des jeux, parmi ceux faits par des joueurs. Voici son lien :' },
    },
  },
  saveFault: {
    faulty: 'Le serveur a trouvé des fautes dans ce jeu :',
    large: 'Ce jeu est trop grand pour être gardé.',
    busy: 'Trop de jeux sont en cours de vérification. Réessayez dans une minute.',
    failed: 'Le jeu n’a pas pu être enregistré. Vérifiez votre connexion et réessayez.',
    refused: (message) => `Le serveur refuse ce jeu : ${message}.`,
  },
  shareFault: { broken: 'Ce navigateur ne peut pas mettre le jeu dans un lien. Téléchargez-le plutôt.', large: 'Ce jeu est trop grand pour un lien. Téléchargez-le plutôt.' },
  linkFault: {
    broken: 'Ce lien est abîmé : il en manque peut-être une partie. Demandez-le à nouveau. Voici un nouveau jeu à la place.',
    large: 'Ce lien contient plus qu’un jeu ne peut avoir. Voici un nouveau jeu à la place.',
  },
  fileFault: { broken: 'Ce fichier ne contient pas de jeu : il faut un fichier zip avec un ruleset.json.', large: 'Ce fichier contient plus qu’un jeu ne peut avoir.' },
  gameFault: 'Ce jeu n’a pas pu être chargé. Vérifiez votre connexion et réessayez.',
  files: { label: 'Fichier', add: 'Nouveau fichier', remove: 'Supprimer le fichier', path: 'Chemin du nouveau fichier, comme patterns/wizard.moves', badPath: 'Utilisez des lettres, des chiffres et - . _ avec / entre les dossiers.', editor: 'Texte du fichier', create: 'Créer', cancel: 'Annuler', deleted: (path) => `${path} est supprimé.`, restore: 'Annuler la suppression' },
  checking: 'Vérification…',
  noFaults: 'Aucune faute.',
  faults: (errors, warnings) => {
    const parts = [
      ...(errors > 0 ? [counted(errors, { one: `${errors} erreur`, other: `${errors} erreurs` })] : []),
      ...(warnings > 0 ? [counted(warnings, { one: `${warnings} avertissement`, other: `${warnings} avertissements` })] : []),
    ];
    return `${parts.join(' et ')}.`;
  },
  faultsHeading: 'Fautes',
  noAnswer: {
    slow: 'Ces règles ont pris trop de temps, et la vérification a été arrêtée. Modifiez-les pour réessayer.',
    failed: 'Le moteur n’a pas pu finir avec ces règles : elles demandent peut-être trop de mémoire. Modifiez-les pour réessayer.',
  },
  earlier: 'Les règles ont des erreurs. Ce plateau suit encore les dernières règles sans erreur.',
  noBoard: 'Le plateau apparaît dès que les règles n’ont plus d’erreur.',
  notKept: 'Ce navigateur n’a plus de place pour ce jeu. Téléchargez-le.',
  at: (file, line, column) => (line === null ? file : `${file}, ligne ${line}, colonne ${column ?? 1}`),
  severity: { error: 'Erreur', warning: 'Avertissement' },
  found: 'Trouvé',
  expected: 'Attendu',
  hint: 'Conseil',
  ways: (piece, from, to) => (to.length === 0 ? `${piece} en ${from} ne va nulle part quand elle est seule.` : `${piece} en ${from}, seule sur le plateau, va en ${to.join(', ')}.`),
  waysHint: 'Touchez une pièce pour voir sa marche. Les flèches montrent sa marche quand elle est seule ; les marques, ses coups légaux du moment.',
  figures: (pieces, rows) => `${counted(pieces, { one: `${pieces} pièce`, other: `${pieces} pièces` })} · ${counted(rows, { one: `${rows} ligne`, other: `${rows} lignes` })}`,
  perft: {
    heading: 'Compter les coups (perft)',
    about: 'Compte les suites de coups légaux depuis la position du plateau.',
    cancel: 'Arrêter',
    depth: (depth) => `Profondeur ${depth}`,
    total: (total, done) => `${counted(total, { one: `${total} suite`, other: `${total.toLocaleString('fr')} suites` })}${done ? '' : ' jusqu’ici…'}`,
  },
  help: {
    heading: 'Les motifs en bref',
    close: 'Fermer',
    intro: 'Une ligne d’un fichier de motifs nomme des pièces, puis deux-points, puis leurs coups. Chaque jeu a aussi un ruleset.json : les noms, la première position, et ce qui finit la partie.',
    rows: [
      ['N: N', 'La pièce N se déplace comme un cavalier.'],
      ['W F D A N', 'Bonds : une case droit, une en biais, deux droit, deux en biais, et celui du cavalier.'],
      ['R B Q K', 'Tour, fou, dame, roi : R est W répété, et ainsi de suite.'],
      ['W3', 'Jusqu’à trois pas tout droit.'],
      ['m c', 'Seulement vers une case vide ; seulement pour prendre.'],
      ['f b l r', 'En avant, en arrière, à gauche, à droite, selon le regard de chaque camp.'],
      ['P: mfW cfF', 'Le pion : tout droit en avant vers une case vide, en biais en avant pour prendre.'],
      ['from ranks 2-4', 'Seulement depuis ces cases. Avec to : seulement vers elles ; avec in : les deux.'],
      ['promotes R N to rank 5', 'La pièce devient l’une de celles-ci en y arrivant.'],
      ['R: * -> board', 'La pièce peut être parachutée de la main.'],
      ['captured R N to hand', 'Les pièces prises vont dans la main de qui les prend.'],
      ['mirror files ranks', 'Le second camp voit le plateau tourné d’un demi-tour. Sans cette première ligne, seules les rangées sont inversées.'],
      ['K^', 'Le signe ^ rend une pièce royale : elle ne doit pas rester en échec.'],
    ],
    files: 'perft.json et games.json peuvent les accompagner : des nombres et des parties qui vérifient les règles.',
    more: 'Le texte complet sur les motifs',
  },
};

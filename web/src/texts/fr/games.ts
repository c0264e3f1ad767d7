// French texts of the list of games.
import { counting, listOf } from '../forms';
import type { GamesTexts } from '../games/catalogue';

const counted = counting('fr');
const or = listOf('fr', 'disjunction');
const and = listOf('fr', 'conjunction');
const list = (words: readonly string[]) => or(words);
const OUTCOMES = { win: 'gagne', loss: 'perd', draw: 'fait nulle', points: 'gagne s’il a plus de points' } as const;

export const games: GamesTexts = {
  heading: 'Jeux',
  loading: 'Chargement…',
  search: 'Chercher un jeu',
  all: 'Tous',
  favourites: 'Favoris',
  guests: 'Faits par des joueurs',
  found: (count) => counted(count, { one: `${count} jeu`, other: `${count} jeux` }),
  nothing: 'Aucun jeu ne porte ce nom.',
  failed: 'La liste des jeux n’a pas pu être chargée. Vérifiez votre connexion et réessayez.',
  rulesFailed: 'Ces règles n’ont pas pu être chargées. Vérifiez votre connexion et rechargez.',
  lab: 'Ouvrir dans l’atelier de règles',
  favour: (game) => `Garder ${game} parmi les favoris`,
  board: (files, ranks) => `${files} × ${ranks}`,
  features: { drops: 'parachutages', places: 'placements', passes: 'passer', drawn: 'départ au hasard', covered: 'pièces couvertes' },
  choose: (game) => `Choisir ${game}`,
  back: 'Tous les jeux',
  start: 'Position de départ',
  pieces: 'Pièces',
  ways: (piece) => `Marche de la pièce : ${piece}`,
  waysKey: { quiet: 's’y déplace', capture: 'y prend', both: 's’y déplace ou y prend', screen: 'une pièce à sauter' },
  waysWords: (piece, from, quiet, captures) =>
    `${piece} en ${from} : va en ${quiet.length > 0 ? and(quiet) : 'aucune case'} et prend en ${captures.length > 0 ? and(captures) : 'aucune case'}.`,
  waysOver: (quiet, captures) =>
    `Par-dessus une autre pièce : va en ${quiet.length > 0 ? and(quiet) : 'aucune case'} et prend en ${captures.length > 0 ? and(captures) : 'aucune case'}.`,
  rules: 'Règles',
  first: (first, second) => `Jouent tour à tour : ${first} et ${second}. Premier coup : ${first}.`,
  checkmate: {
    loss: 'L’échec et mat gagne.', win: 'L’échec et mat perd : faites-vous mater pour gagner.', draw: 'L’échec et mat est nulle.', points: 'Après l’échec et mat, les points décident.',
  },
  stalemate: {
    loss: 'Un camp sans coup légal perd.', win: 'Un camp sans coup légal gagne.', draw: 'Un camp sans coup légal fait nulle.',
    points: 'Quand un camp n’a pas de coup légal, les points décident.',
  },
  extinction: (kinds, left, outcome) => {
    const side = kinds.length === 0
      ? left > 0 ? `auquel il ne reste que ${counted(left, { one: `${left} pièce`, other: `${left} pièces` })}` : 'qui n’a plus de pièce'
      : left > 0 ? `auquel il ne reste que ${left} de ces pièces (${list(kinds)})` : `qui a perdu ces pièces (${list(kinds)})`;
    return outcome === 'draw' ? `Un camp ${side} termine la partie par nulle.` : `Un camp ${side} ${OUTCOMES[outcome]}.`;
  },
  extinctionAnswered: 'S’il peut réduire l’autre camp de même au coup suivant, il joue encore : s’il y parvient, la partie est nulle.',
  arrival: (kinds, squares, second, extra) => {
    const where = second.length > 0 && second.join() !== squares.join() ? `${spanOf(squares)} (pour le second camp, ${spanOf(second)})` : spanOf(squares);
    const suffix = { safe: ' sans pouvoir y être pris', held: ' et en repart', answer: ', sauf si l’autre camp fait de même en réponse' };
    return `Gagne qui atteint avec ${list(kinds)} ${where}${extra ? suffix[extra] : ''}.`;
  },
  counted: {
    captures: (count, outcome) => `Un camp qui a pris ${counted(count, { one: `${count} pièce`, other: `${count} pièces` })} ${OUTCOMES[outcome]}.`,
    promotions: (count, outcome) => `Un camp qui a promu ${counted(count, { one: `${count} pièce`, other: `${count} pièces` })} ${OUTCOMES[outcome]}.`,
    checks: (count, outcome) => `Un camp qui a donné ${count} fois échec ${OUTCOMES[outcome]}.`,
  },
  passes: {
    points: 'Quand on passe deux fois de suite, la partie finit et les points décident.', draw: 'Passer deux fois de suite fait nulle.', win: 'Quand on passe deux fois de suite, le dernier à passer gagne.',
    loss: 'Quand on passe deux fois de suite, le dernier à passer perd.',
  },
  facing: (kinds, outcome) =>
    `Ces pièces (${list(kinds)}) peuvent se faire face sur une ligne libre. Si l’autre camp laisse cela, ${outcome === 'points' ? 'les points décident' : outcome === 'draw' ? 'la partie est nulle' : outcome === 'win' ? 'il gagne' : 'il perd'}.`,
  full: { points: 'Quand le plateau est plein, les points décident.', draw: 'Un plateau plein fait nulle.', win: 'Qui remplit le plateau gagne.', loss: 'Qui remplit le plateau perd.' },
  insufficient: 'Nulle quand aucun camp n’a de quoi gagner.',
  moveLimit: (moves, kinds) => `Nulle après ${moves} coups de chaque camp sans prise${kinds.length > 0 ? ` ni coup de ces pièces : ${list(kinds)}` : ''}.`,
  counting: 'Quand un camp n’a presque plus rien, l’autre a un nombre compté de coups pour gagner.',
  repetition: (count, outcome) => {
    const then = { draw: 'fait nulle', loss: 'perd pour le camp qui la provoque', win: 'gagne pour le camp qui la provoque', points: 'termine la partie, et les points décident' };
    return `La même position pour la ${count}e fois ${then[outcome]}.`;
  },
  perpetual: { check: 'L’échec perpétuel perd.', chase: 'La poursuite perpétuelle d’une pièce perd.' },
  points: (kinds, second) =>
    `Points : ${and(kinds.map(([name, points]) => `${name} ${points.toLocaleString('fr')}`))}.${second > 0 ? ` Le second camp en a ${second.toLocaleString('fr')} de plus.` : ''}`,
  constraints: {
    'royal-safety': 'Le roi, ou la pièce qui en tient lieu, ne peut pas rester là où il serait pris.',
    'forced-capture': 'Qui peut prendre doit prendre.',
    'forced-move': 'On ne peut passer que faute d’un autre coup.',
    'forced-drop': 'Les pièces en main sont parachutées avant tout déplacement.',
    'gives-no-check': 'Il est interdit de donner échec.',
    'spare-royals': 'Plusieurs rois : seul le dernier peut être mis en échec.',
    'royal-stays': 'Le roi ne peut pas fuir certains échecs.',
    'duple-check': 'Deux rois : seul compte un échec aux deux à la fois.',
  },
  hands: 'Les pièces prises changent de camp : elles viennent dans votre main, et peuvent être parachutées au lieu d’un coup.',
  dropOnly: 'Les pièces viennent de la main sur le plateau.',
  noDropMate: (kind) => `Interdit de mater en parachutant : ${kind}.`,
  promotes: 'Certaines pièces sont promues quand elles vont assez loin.',
  places: 'Un coup peut aussi placer une autre pièce sur le plateau.',
  canPass: 'On peut passer.',
  inPlace: 'Certaines pièces peuvent se transformer sur place, ce qui est un coup.',
  drawn: 'Les pièces des premières rangées sont tirées au sort.',
  covered: 'Les pièces couvertes sont mélangées. Personne ne sait ce qu’elles sont avant qu’elles soient découvertes.',
  dealt: (names) => `Seulement dans une partie par lien, car quelqu’un doit distribuer les pièces couvertes : ${names}.`,
  mechanics: { blast: 'Une prise détruit aussi ce qui l’entoure.', conversion: 'Les ennemis autour d’une pièce qui arrive, ou entre elle et une autre, changent de camp.' },
};

/** Describes squares: a whole rank by its number. */
function spanOf(squares: readonly string[]): string {
  const ranks = new Set(squares.map((square) => square.replace(/^[a-z]+/, '')));
  const [rank] = ranks;
  return ranks.size === 1 && squares.length > 2 ? `la rangée ${rank}` : or(squares);
}

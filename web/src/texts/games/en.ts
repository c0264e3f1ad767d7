// English texts of the list of games.
import { counting, listOf } from '../forms';
import type { GamesTexts } from './catalogue';

const counted = counting('en');
const or = listOf('en', 'disjunction');
const and = listOf('en', 'conjunction');
const list = (words: readonly string[]) => or(words);
const OUTCOMES = { win: 'wins', loss: 'loses', draw: 'draws', points: 'wins if it has more points' } as const;

export const en: GamesTexts = {
  heading: 'Games',
  loading: 'Loading…',
  search: 'Search games',
  all: 'All',
  favourites: 'Favourites',
  guests: 'Made by players',
  found: (count) => counted(count, { one: '1 game', other: `${count} games` }),
  nothing: 'No game has that name.',
  failed: 'The list of games could not be loaded. Check your connection and try again.',
  rulesFailed: 'These rules could not be loaded. Check your connection and reload.',
  lab: 'Open in the rule lab',
  favour: (game) => `Keep ${game} as a favourite`,
  board: (files, ranks) => `${files} × ${ranks}`,
  features: { drops: 'drops', places: 'placing', passes: 'passes', drawn: 'random start', covered: 'covered pieces' },
  choose: (game) => `Choose ${game}`,
  back: 'All games',
  start: 'Start',
  pieces: 'Pieces',
  ways: (piece) => `How the ${piece} moves`,
  waysKey: { quiet: 'moves there', capture: 'captures there', both: 'moves or captures there', screen: 'a piece to jump over' },
  waysWords: (piece, from, quiet, captures) =>
    `The ${piece} on ${from} moves to ${quiet.length > 0 ? and(quiet) : 'no square'} and captures on ${captures.length > 0 ? and(captures) : 'no square'}.`,
  waysOver: (quiet, captures) =>
    `Over another piece it moves to ${quiet.length > 0 ? and(quiet) : 'no square'} and captures on ${captures.length > 0 ? and(captures) : 'no square'}.`,
  rules: 'Rules',
  first: (first, second) => `${first} and ${second} play in turn. ${first} moves first.`,
  checkmate: {
    loss: 'Checkmate wins.', win: 'Checkmate loses: get checkmated to win.', draw: 'Checkmate is a draw.', points: 'After checkmate the points decide.',
  },
  stalemate: {
    loss: 'A side without a legal move loses.', win: 'A side without a legal move wins.', draw: 'A side without a legal move draws.',
    points: 'When a side has no legal move, the points decide.',
  },
  extinction: (kinds, left, outcome) => {
    const rest = kinds.length === 0 ? counted(left, { one: 'only one piece', other: `only ${left} pieces` }) : counted(left, { one: `only one ${list(kinds)}`, other: `only ${left} of its ${list(kinds)}` });
    const side = left > 0 ? `with ${rest} left` : kinds.length === 0 ? 'without any piece' : `that has lost its ${list(kinds)}`;
    return outcome === 'draw' ? `A side ${side} ends the game in a draw.` : `A side ${side} ${OUTCOMES[outcome]}.`;
  },
  extinctionAnswered: 'Such a side may answer if its next move can bring the other side to the same: then the game is a draw.',
  arrival: (kinds, squares, second, extra) => {
    const where = second.length > 0 && second.join() !== squares.join() ? `${spanOf(squares)} (${spanOf(second)} for the second side)` : spanOf(squares);
    const suffix = { safe: ' and cannot be captured there', held: ' and leaves it again', answer: ', unless the other side does the same in reply' };
    return `A ${list(kinds)} that reaches ${where}${extra ? suffix[extra] : ''} wins.`;
  },
  counted: {
    captures: (count, outcome) => `A side that has captured ${counted(count, { one: '1 piece', other: `${count} pieces` })} ${OUTCOMES[outcome]}.`,
    promotions: (count, outcome) => `A side that has promoted ${counted(count, { one: '1 piece', other: `${count} pieces` })} ${OUTCOMES[outcome]}.`,
    checks: (count, outcome) => `A side that has given check ${counted(count, { one: 'once', other: `${count} times` })} ${OUTCOMES[outcome]}.`,
  },
  passes: {
    points: 'Two passes in a row end the game, and the points decide.', draw: 'Two passes in a row are a draw.', win: 'After two passes in a row the side that passed last wins.',
    loss: 'After two passes in a row the side that passed last loses.',
  },
  facing: (kinds, outcome) =>
    `A ${list(kinds)} may face the other along an open line. If the other side leaves it so, ${outcome === 'points' ? 'the points decide' : outcome === 'draw' ? 'the game is drawn' : `it ${OUTCOMES[outcome]}`}.`,
  full: { points: 'When the board is full, the points decide.', draw: 'A full board is a draw.', win: 'The side that fills the board wins.', loss: 'The side that fills the board loses.' },
  insufficient: 'A draw when neither side has enough to win.',
  moveLimit: (moves, kinds) => `A draw after ${moves} moves of each side without a capture${kinds.length > 0 ? ` or a move of a ${list(kinds)}` : ''}.`,
  counting: 'When one side has little left, the other has a limited number of moves to win.',
  repetition: (count, outcome) => {
    const time = count === 3 ? 'third' : count === 4 ? 'fourth' : `${count}th`;
    const then = { draw: 'is a draw', loss: 'loses for the side that brings it about', win: 'wins for the side that brings it about', points: 'ends the game, and the points decide' };
    return `The same position for the ${time} time ${then[outcome]}.`;
  },
  perpetual: { check: 'Perpetual check loses.', chase: 'A perpetual chase loses.' },
  points: (kinds, second) =>
    `Points: ${and(kinds.map(([name, points]) => `${name} ${points}`))}.${second > 0 ? ` The second side has ${second} more.` : ''}`,
  constraints: {
    'royal-safety': 'The king, or the piece in its place, may not be left where it could be captured.',
    'forced-capture': 'A player who can capture must capture.',
    'forced-move': 'A side may pass only if it has no other move.',
    'forced-drop': 'The pieces in hand are dropped before anything moves.',
    'gives-no-check': 'Nobody may give check.',
    'spare-royals': 'Several kings: only the last one can be checked.',
    'royal-stays': 'The king may not escape some checks by moving.',
    'duple-check': 'Two kings: only a check of both at once counts.',
  },
  hands: 'Captured pieces change sides: they come into your hand, and may be dropped onto the board instead of a move.',
  dropOnly: 'Pieces come onto the board from the hand.',
  noDropMate: (kind) => `A ${kind} may not be dropped to give checkmate.`,
  promotes: 'Some pieces promote when they get far enough.',
  places: 'A move may place another piece on the board as well.',
  canPass: 'A side may pass.',
  inPlace: 'Some pieces may change without moving; that takes a turn.',
  drawn: 'The pieces of the first ranks are placed at random.',
  covered: 'Covered pieces are shuffled. Nobody knows what one is before it is uncovered.',
  dealt: (names) => `Only in games by invitation, because somebody must deal the covered pieces: ${names}.`,
  mechanics: { blast: 'A capture destroys what stands around it.', conversion: 'Enemies around a piece that arrives, or between it and another, change sides.' },
};

/** Describes squares: a whole rank by its number. */
function spanOf(squares: readonly string[]): string {
  const ranks = new Set(squares.map((square) => square.replace(/^[a-z]+/, '')));
  const [rank] = ranks;
  return ranks.size === 1 && squares.length > 2 ? `rank ${rank}` : or(squares);
}

// The plans of the games between players who only hear: for each moderator the games of the short form, and those that LONG=1 plays besides.
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { LONG, root } from '../server.mjs';
import { moderatorFile } from './facts.mjs';

/** @typedef {import('./game.mjs').Plan} Plan */
/** @typedef {Omit<Plan, 'moderator' | 'seed'> & { name: string }} Named */

/** Captures, en passant, a promotion, checks, and castling on both sides. */
const EVERYTHING = 'e2e4 a7a6 e4e5 d7d5 e5d6 g8f6 d6c7 b8c6 c7d8q c6d8 g1f3 e7e6 f1e2 f8c5 e1g1 e8g8';
/** The first half of it: a capture en passant, and a promotion with a capture. */
const HALF = EVERYTHING.split(' ').slice(0, 10).join(' ');
/** The quickest mate of White by a queen and a bishop. */
const MATE = 'e2e4 e7e5 f1c4 b8c6 d1h5 g8f6 h5f7';
/** The shortest known game to stalemate. */
const STALEMATE = 'e2e3 a7a5 d1h5 a8a6 h5a5 h7h5 h2h4 a6h6 a5c7 f7f6 c7d7 e8f7 d7b7 d8d3 b7b8 d3h7 b8c8 f7g6 c8e6';
const REPETITION = 'g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8';
/** Half of everything before RAND, with a try of each kind: impossible by what the player knows, or because of what stands unseen or gives check. */
const OF_RAND = 'e2e4 -a7b6 a7a6 e4e5 d7d5 -e5e7 -e5f6 e5d6 g8f6 d6c7 b8c6 c7d8q -a6a5 c6d8';
const HEARD_OF_RAND = [
  'said nonsense', 'said illegal_move', 'said white_pawn_tries of none', 'said white_pawn_tries of e5', 'said white_moved_captured as p on d5', 'said black_pawn_tries of c7 e7',
  'said white_moved_captured as piece on d8', 'said white_promoted', 'said black_in_check by rank',
];
/** The same in CrazyKrieg, with questions, and drops onto squares where they are impossible, refused and made. */
const OF_CRAZYKRIEG = 'e2e4 any? -a7b6 a7a6 e4e5 d7d5 any? -g1f3 e5d6 g8f6 d6c7 b8c6 c7d8q c6d8 -P@c1 -P@e7 Q@b6 P@h3';
const HEARD_OF_CRAZYKRIEG = [
  'said nonsense', 'said illegal_move', 'said black_no_any', 'said white_has_any', 'said white_moved_captured as p on d5', 'said white_moved_captured as q on d8',
  'said black_moved_captured as p on d8', 'said black_in_check by rank', 'said white_dropped q', 'said black_dropped p',
];

/** @type {Named[]} */
const SHORT = [
  { name: 'a line with every kind of move, drawn by agreement', line: EVERYTHING, ending: 'draw', reload: true },
  { name: 'random moves, resigned and reviewed', plies: LONG ? 8 : 4, ending: 'resign', review: true },
];

const ENDS = /** @type {const} */ ([
  { name: 'mate', line: MATE, ending: 'line', review: true },
  { name: 'stalemate', line: STALEMATE, ending: 'line', review: true },
  { name: 'repetition', line: REPETITION, ending: 'line' },
  { name: 'a clock that runs out', line: 'e2e4 e7e5', ending: 'time', clock: { initial: 40 } },
  { name: 'random moves with a clock, drawn', plies: 24, ending: 'draw', clock: { initial: 3_600, increment: 5 }, reload: true },
]);

const long = (/** @type {number} */ plies) => /** @type {const} */ ({ name: `up to ${plies} random moves`, plies, ending: 'resign', reload: true, review: true });
const withHouseRules = (/** @type {string} */ rules, plies = 16) => /** @type {const} */ ({ name: `random moves with ${rules}`, plies, ending: 'resign', overlays: rules.split(','), review: true });

/** @type {Named[]} */
const REST = [
  ...ENDS,
  ...[60, 100].map(long),
  ...[
    'three-check', 'double-move', 'atomic', 'piece-hp', 'poisoned-squares,piece-hp', 'explosive-rook', 'berolina-pawns', 'torpedo', 'suicide-chess', 'king-heals,piece-hp', 'no-castling',
  ].map((rules) => withHouseRules(rules)),
];

/** House rules that go with moderators who answer attempts. */
const KRIEGSPIEL_RULES = [
  'three-check', 'five-check', 'berolina-pawns', 'torpedo', 'no-castling', 'king-of-the-hill', 'capture-to-win', 'first-promotion-wins', 'pawns-move-backward', 'extinction', 'capture-all',
];
/** Plies of a random game with house rules before a moderator who answers attempts, where each ply has several tries. */
const FEW_PLIES = 8;
/** The rest before a moderator who answers attempts. A repetition ends nothing there. @type {Named[]} */
const KRIEGSPIEL = [...ENDS, ...[24, 40].map(long), ...KRIEGSPIEL_RULES.map((rules) => withHouseRules(rules, FEW_PLIES))];
/** The rest in a game with drops, which has no stalemate soon. @type {Named[]} */
const WITH_DROPS = [
  ...ENDS.filter(({ name }) => name !== 'stalemate'), ...[16, 24, 40].map(long),
  ...[
    'three-check', 'five-check', 'no-castling', 'capture-to-win', 'first-promotion-wins', 'pawns-move-backward', 'three-check,no-castling', 'five-check,pawns-move-backward',
    'no-castling,pawns-move-backward', 'three-check,pawns-move-backward', 'capture-to-win,no-castling',
  ].map((rules) => withHouseRules(rules, FEW_PLIES)),
];

/** All moderators, by id. */
const moderators = readdirSync(path.join(root, 'rules/moderators')).map((file) => path.basename(file, '.json'));

const answersAttempts = (/** @type {string} */ moderator) => 'attempts' in moderatorFile(moderator);
/** Moderators who answer attempts and play a whole line in the short form: together they give every kind of answer. @type {Readonly<Record<string, Named>>} */
const SHORT_KRIEGSPIEL = {
  crazykrieg: { name: 'questions, drops and tries of every kind', line: OF_CRAZYKRIEG, hears: HEARD_OF_CRAZYKRIEG, oneHears: ['said impossible'], ending: 'draw', reload: true },
  rand: { name: 'pawn tries, a promotion and tries of every kind', line: OF_RAND, hears: HEARD_OF_RAND, ending: 'resign', review: true },
};

/** Of the others: a refused try, captures of both sides, and what is said of pawns and of a check. @type {Named} */
const BRIEF = { name: 'captures, a check and a refused try, drawn by agreement', line: 'e2e4 -a7a4 d7d5 e4d5 d8d5 b1c3 d5e5', ending: 'draw' };

/** @param {string} moderator @returns {Named[]} */
function plansOf(moderator) {
  if (!answersAttempts(moderator)) {
    // The whole line before one moderator, unless there is time for all.
    const isWhole = moderator === moderators.find((one) => !answersAttempts(one)) || LONG;
    const short = SHORT.map((plan) => (plan.line && !isWhole ? { ...plan, name: 'a line with captures and a promotion, drawn by agreement', line: HALF } : plan));
    return [...short, ...(LONG ? REST : [])];
  }
  const [line, random] = SHORT;
  const own = SHORT_KRIEGSPIEL[moderator];
  if (!LONG) return [own ?? BRIEF, { name: 'two random moves, resigned', plies: 2, ending: 'resign' }];
  const rest = moderator === 'crazykrieg' ? WITH_DROPS.map((plan) => ({ ...plan, ruleset: 'crazyhouse' })) : KRIEGSPIEL;
  return [.../** @type {Named[]} */ ([own ?? line, random]), ...rest];
}

/** The games of each moderator, in the order of their seeds. `MODERATOR=` leaves out the others. @type {(readonly [string, Named[]])[]} */
export const PLANS = moderators
  .filter((moderator) => [undefined, moderator].includes(process.env['MODERATOR']))
  .map((moderator) => /** @type {const} */ ([moderator, plansOf(moderator).map((plan) => (moderator === 'crazykrieg' ? { ...plan, ruleset: 'crazyhouse' } : plan))]));
const asked = process.env['MODERATOR'];
if (asked !== undefined && PLANS.length === 0) throw new Error(`there is no moderator ${asked}`);

// A grammar of what the page says: each sentence of its catalogue, and the facts that somebody learns who hears it. Made from the page's own texts:
// a sentence that is reworded stays understood, and two that say the same for different facts cannot be told apart here either.
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';

const web = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
/** @param {string} file */
const load = async (file) => (await runnerImport(path.join(web, file), { root: web, configFile: false, logLevel: 'error' })).module;

/** @type {typeof import('../../src/texts/index.ts')} */
const { texts: page, controlText } = /** @type {any} */ (await load('src/texts/index.ts'));
/** @type {typeof import('../../src/texts/table/index.ts')} */
const { tableTexts } = /** @type {any} */ (await load('src/texts/table/index.ts'));
/** Texts of the page and of the table. */
const texts = { ...page, ...tableTexts, log: { ...tableTexts.log, ...page.people }, bar: { ...tableTexts.bar, ...page.people } };
/** @type {typeof import('../../src/texts/later/index.ts')} */
const { later } = /** @type {any} */ (await load('src/texts/later/index.ts'));
/** @type {typeof import('../../src/texts/mind/index.ts')} */
const { mindTexts } = /** @type {any} */ (await load('src/texts/mind/index.ts'));
/** @type {typeof import('../../src/texts/moderated/index.ts')} */
const { moderated } = /** @type {any} */ (await load('src/texts/moderated/index.ts'));
/** @type {typeof import('../../src/texts/kinds/index.ts')} */
const { kindTexts } = /** @type {any} */ (await load('src/texts/kinds/index.ts'));
/** @type {typeof import('../../src/texts/moves/index.ts')} */
const { moveTexts } = /** @type {any} */ (await load('src/texts/moves/index.ts'));
/** @type {typeof import('../../src/lib/feen.ts')} */
export const { parseFeen } = /** @type {any} */ (await load('src/lib/feen.ts'));
export { controlText, kindTexts, later, mindTexts, moderated, texts };

/** @typedef {import('../../src/wire').Color} Color */
/** @typedef {{ pattern: RegExp, facts: (...found: string[]) => string[] }} Rule */

/** How a text is written that stands for a value. Each alternative is whole: no group of its own. */
const SQUARE = '[a-z]{1,2}[1-9][0-9]?';
const NUMBER = '[0-9]+';
const CLOCK = '[0-9]+(?::[0-9]+)*(?:\\.[0-9])?';

/** Characters that no text has, as stand-ins for values. */
const FIRST_HOLE = 0xe000;

const escaped = (/** @type {string} */ text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
const oneOf = (/** @type {Iterable<string>} */ words) => [...words].map(escaped).sort((a, b) => b.length - a.length).join('|');

/**
 * Makes a rule of a text with values.
 * @param {(...values: any[]) => string} text
 * @param {string[]} holes how each value is written
 * @param {(...found: string[]) => string[]} facts
 * @returns {Rule}
 */
function rule(text, holes, facts) {
  const filled = text(...holes.map((_, index) => String.fromCharCode(FIRST_HOLE + index)));
  /** Which value each group holds. @type {number[]} */
  const order = [];
  const source = escaped(filled).replace(/[\ue000-\ue0ff]/g, (hole) => {
    order.push(hole.charCodeAt(0) - FIRST_HOLE);
    return `(${holes[order.at(-1) ?? 0]})`;
  });
  return {
    pattern: new RegExp(`^${source}(?= |$)`),
    facts: (...found) => facts(...holes.map((_, index) => found[order.indexOf(index)] ?? '')),
  };
}

/** @param {string} text @param {string[]} facts */
const fixed = (text, ...facts) => rule(() => text, [], () => facts);

/** @param {Readonly<Record<string, string>>} table @param {(key: string) => string[]} facts @returns {Rule[]} */
const table = (table, facts) => Object.entries(table).map(([key, text]) => fixed(text, ...facts(key)));

// ---- kinds and pieces

const kinds = new Map(Object.entries(texts.kind).map(([letter, name]) => [name, letter]));
const KIND = `${oneOf(kinds.keys())}|[A-Z]`;
const kindOf = (/** @type {string} */ name) => kinds.get(name) ?? name.toLowerCase();

/** The names of pieces. A promoted one is told where its kind in a hand is another. @type {ReadonlyMap<string, string>} */
export const pieces = new Map(/** @type {const} */ (['w', 'b']).flatMap((side) => Object.entries(texts.piece[side]).flatMap(([letter, name]) => [
  /** @type {const} */ ([name, `${side}${letter}`]),
  /** @type {const} */ ([kindTexts.pieceOf(texts.side[side].toLowerCase(), texts.kind[/** @type {'q'} */ (letter)], true), `${side}+${letter}`]),
])));
const PIECE = oneOf(pieces.keys());

/**
 * Returns the name of a piece as the grammar writes it: `wp` for a white pawn. A plus before any other letter than those of pawns, rooks and kings is a promotion, and
 * no right.
 * @param {{ color: string, type: string, qpi: string }} piece
 */
export const pieceCode = ({ color, type, qpi }) => `${color}${/\+[bnq]/i.test(qpi) ? '+' : ''}${type}`;

const standing = (/** @type {string} */ text) => (text === texts.cell.unseen ? 'unseen' : text === texts.cell.empty ? 'empty' : (pieces.get(text) ?? '?'));

// ---- what the log tells

const { log } = texts;
const promoted = /** @type {const} */ (['white_promoted', 'black_promoted']);

const said = [
  ...table(texts.moderator, (key) => [`said ${key}`]),
  ...promoted.flatMap((key) => table(texts.promotedTo[key], (to) => [`said ${key} ${to}`])),
  ...Object.values(texts.extinct).flatMap((text) =>
    /** @type {const} */ (['white_wins', 'black_wins']).map((key) => rule(text[key], [KIND], () => [`said ${key}_extinction`])),
  ),
];

/** A list in one value, and its parts. */
const SOME = '[^.]+';
const partsOf = (/** @type {string} */ list) => list.split(/,? and |, /);

const directions = new Map(Object.entries(moderated.direction).map(([direction, name]) => [name, direction]));
/** Directions by their words, as the facts write them; their order tells nothing. @param {string} list */
export const directionsOf = (list) => partsOf(list).map((name) => directions.get(name) ?? '?').sort().join('+');

/** Most pawn captures that one side can have. */
const MOST_PAWN_TRIES = 22;
/** Words for what was captured, as the facts write them: a pawn is the same as a class and as a kind. */
const victims = [[moderated.class.piece, 'piece'], ...kinds];

/** Sentences with particulars, of moderators who answer attempts. */
const particulars = /** @type {const} */ (['white', 'black']).flatMap((color) => {
  const side = texts.side[color === 'white' ? 'w' : 'b'];
  const { captured, enPassant, pawnTries } = moderated;
  return [
    .../** @type {const} */ ([[captured, ''], [enPassant, '_ep']]).flatMap(([text, form]) => [
      rule((square) => text(side, null, square), [SQUARE], (square) => [`said ${color}_moved_captured${form} on ${square}`]),
      ...victims.flatMap(([word = '', code]) => [
        rule((square) => text(side, word, square), [SQUARE], (square) => [`said ${color}_moved_captured${form} as ${code} on ${square}`]),
        fixed(text(side, word, null), `said ${color}_moved_captured${form} as ${code}`),
      ]),
    ]),
    rule((list) => moderated.check(side, [list]), [SOME], (list) => [`said ${color}_in_check by ${directionsOf(list)}`]),
    ...[...kinds].map(([name, letter]) => fixed(moderated.dropped(side, name), `said ${color}_dropped ${letter}`)),
    ...Array.from({ length: MOST_PAWN_TRIES + 1 }, (_, tries) => fixed(pawnTries.count(side, tries), `said ${color}_pawn_tries ${tries}`)),
    fixed(pawnTries.sources(side, []), `said ${color}_pawn_tries of none`),
    rule((list) => pawnTries.sources(side, [list]), [SOME], (list) => [`said ${color}_pawn_tries of ${partsOf(list).sort().join(' ')}`]),
  ];
});

const own = [
  ...[...kinds].flatMap(([name, letter]) => [name, kindTexts.promoted(name)].map((words) =>
    rule((from, to) => `${log.ownMove(from, to)} ${moveTexts.promotedTo(words)}`, [SQUARE, SQUARE], (from, to) => [`moved ${from} ${to} ${letter}`]),
  )),
  ...[...kinds].map(([name, letter]) => rule((to) => moveTexts.ownDropped(name, to), [SQUARE], (to) => [`dropped ${letter} ${to}`])),
  rule(log.ownMove, [SQUARE, SQUARE], (from, to) => [`moved ${from} ${to}`]),
  ...Object.entries(log.ownPromotion).map(([kind, text]) => rule(text, [SQUARE, SQUARE], (from, to) => [`moved ${from} ${to} ${kind}`])),
  rule(log.ownHit, [SQUARE, SQUARE], (from, to) => [`hit ${from} ${to}`]),
  rule(log.ownCaptured, [KIND], (kind) => [`captured ${kindOf(kind)}`]),
  rule(log.ownLost, [KIND, SQUARE], (kind, square) => [`lost ${kindOf(kind)} ${square}`]),
  rule(log.ownFell, [KIND, SQUARE], (kind, square) => [`lost ${kindOf(kind)} ${square}`]),
  rule((kind) => log.ownLost(kind, null), [KIND], (kind) => [`lost ${kindOf(kind)}`]),
  ...Object.values(log.weaker).map((text) => rule(text, [KIND, SQUARE], (kind, square) => [`weaker ${kindOf(kind)} ${square}`])),
];

/** Refusals of a move; the others refuse a piece, wherever it was to go. */
export const OF_MOVES = ['illegal_move', 'nonsense', 'impossible'];

const tried = Object.entries(log.tried).flatMap(([key, text]) => [
  rule(text, [SQUARE, SQUARE], (from, to) => [`said ${key}`, `tried ${from}${OF_MOVES.includes(key) ? ` ${to}` : ''}`]),
  ...(key === 'illegal_move' || !OF_MOVES.includes(key) ? [rule((from) => text(from, null), [SQUARE], (from) => [`said ${key}`, `tried ${from}`])] : []),
]);

const triedDrops = Object.entries(moveTexts.tried.drop).flatMap(([key, text]) =>
  [...kinds].map(([name, letter]) => rule((to) => text(name, to), [SQUARE], (to) => [`said ${key}`, `tried drop ${letter}${OF_MOVES.includes(key) ? ` ${to}` : ''}`])),
);

/** The sentences of the log. */
export const LOG = [...tried, ...triedDrops, ...own, ...particulars, ...said, fixed(log.empty), rule(log.ply, [NUMBER], () => [])];

// ---- what the page says besides: notices, the end, answers

const { notice, turn, bar, typed, connection } = texts;
const { spoken } = later;

const ends = /** @type {const} */ (['won', 'lost', 'drawn']).flatMap((result) => table(texts.end[result], (reason) => [`over ${reason} ${result}`]));
const extinct = Object.values(texts.extinct).flatMap((text) =>
  /** @type {const} */ (['won', 'lost']).map((result) => rule(text[result], [KIND], () => [`over extinction ${result}`])),
);

/** Points of both sides at the end of a game that they decide; they have no bounds, and may be halves. */
const POINTS = '[0-9]+(?:[.,][0-9]+)*';
const SIDE_NAME = '[^.:,]+';
const points = [
  rule(later.review.points, [SIDE_NAME, POINTS, SIDE_NAME, POINTS, POINTS], (_, first, __, second, bonus) => [`points ${first} ${second}`, `points for moving second ${bonus}`]),
  rule((side, first, other, second) => later.review.points(side, first, other, second, null), [SIDE_NAME, POINTS, SIDE_NAME, POINTS], (_, first, __, second) => [`points ${first} ${second}`]),
];

const PRESENCE = /** @type {const} */ ({ present: 'here', absent: 'away', unknown: 'unknown' });

const notices = [
  fixed(log.empty, 'nothing said'),
  fixed(notice.begun, 'began', 'peer here'),
  fixed(notice.drawOffered, 'offered by them'),
  fixed(notice.drawAsked, 'offered by you'),
  fixed(notice.drawDeclined, 'declined'),
  fixed(notice.lowTime, 'low time'),
  fixed(notice.bound, 'bound'),
  rule(turn.touched, [SQUARE], (square) => [`touched ${square}`]),
  ...table(texts.errors, (code) => [`error ${code}`]),
  ...[1, 2, 3, 4].flatMap((left) => [fixed(turn.yoursLeft(left), `left yours ${left}`), fixed(turn.theirsLeft(left), `left theirs ${left}`)]),
  ...Object.entries(PRESENCE).map(([key, fact]) => fixed(`${bar.opponent} ${bar[/** @type {keyof typeof PRESENCE} */ (key)]}`, `peer ${fact}`)),
  rule((clock) => `${bar.opponent} ${bar.absent} ${bar.grace(clock)}`, [CLOCK], () => ['peer away']),
  fixed(connection.connecting, 'connecting'),
];

/** A list of things in one value. */
const LIST = '[^.]*';
const items = (/** @type {string} */ list, /** @type {RegExp} */ by = /, /) => (list === '' || list === 'nothing' ? [] : list.split(by));

/** @param {string} list */
const counted = (list) => {
  const count = rule(bar.took, [NUMBER, KIND], (number, kind) => [`${kindOf(kind)}${number}`]);
  return items(list).flatMap((item) => understand(item, [count]) ?? ['?']).sort().join(' ');
};

/** A piece list: `white knight b1, g1; white pawn a2`. */
const ofKind = rule((kind, squares) => `${kind} ${squares}`, [PIECE, `${SQUARE}(?:, ${SQUARE})*`], (kind, squares) => items(squares).map((square) => `stands ${standing(kind)} ${square}`));
const pieceList = {
  pattern: new RegExp(`^((?:(?:${PIECE}) ${SQUARE}(?:, ${SQUARE})*(?:; )?)+)\\.(?= |$)`),
  facts: (/** @type {string} */ list) => items(list, /; /).flatMap((part) => understand(part, [ofKind]) ?? ['?']),
};

const answers = [
  fixed(spoken.none, 'stands none'),
  fixed(spoken.noRank, 'no rank'),
  rule((examples) => spoken.commands(examples), ['[^.]+'], () => ['commands']),
  fixed(texts.clock.none, 'clock none'),
  pieceList,
  ...[true, false].flatMap((dark) =>
    [...pieces.keys(), texts.cell.unseen, texts.cell.empty].map((what) =>
      rule((square) => spoken.square(square, dark, what), [SQUARE], (square) => [`square ${square} ${dark ? 'dark' : 'light'} ${standing(what)}`]),
    ),
  ),
  rule((number) => spoken.rank(number, [], true), [NUMBER], (number) => [`rank ${number}`]),
  rule((number, list) => spoken.rank(number, [list], true), [NUMBER, LIST], (number, list) => [`rank ${number}`, ...items(list).map((item) => {
    const [square = '', ...what] = item.split(' ');
    return `stands ${standing(what.join(' '))} ${square}`;
  })]),
  rule(spoken.clocks, [CLOCK, CLOCK], (yours, theirs) => [`clock ${yours} ${theirs}`]),
  rule(moveTexts.hands, [LIST, LIST], (yours, theirs) => [`in hand: ${counted(yours)}`, `in their hand: ${counted(theirs)}`]),
  rule((list) => moveTexts.hands(list, null), [LIST], (list) => [`in hand: ${counted(list)}`]),
  rule(spoken.captured, [LIST, LIST], (yours, theirs) => [`taken by you: ${counted(yours)}`, `taken by them: ${counted(theirs)}`]),
];

const replies = [
  ...Object.entries(typed).flatMap(([key, text]) => (typeof text !== 'string' || ['label', 'placeholder', 'go'].includes(key) ? [] : [fixed(text, `reply ${key}`)])),
  rule(typed.unreadable, [SOME], () => ['reply unreadable']),
  rule(typed.needs_engine, [SOME], () => ['reply needs_engine']),
  rule(typed.several, ['[^.]*'], () => ['reply several']),
  fixed(moderated.ask.notNow, 'reply notNow'),
  ...table(moveTexts.typed, (key) => [`reply ${key}`]),
];

/** The sentences of regions other than the log. */
export const ASIDE = [...notices, ...ends, ...extinct, ...points, ...replies, ...answers];

// ---- the review

/** The sentences about the steps of a finished game. */
export const REVIEW = [
  fixed(later.review.start, 'start'),
  ...['w', 'b'].flatMap((by) => [
    .../** @type {const} */ (['.', '']).map((stop) => {
      const side = texts.side[/** @type {Color} */ (by)];
      return rule((number, san) => later.review.ply(number, side, san, stop ? [''] : []).trim(), [NUMBER, '\\S+?'], (number, san) => [`step ${number} ${by} ${san}`]);
    }),
    ...Object.entries(later.review.attempt[/** @type {Color} */ (by)]).flatMap(([key, text]) => [
      rule(text, [SQUARE, SQUARE], (from, to) => [`attempt ${by} ${key} ${from}${OF_MOVES.includes(key) ? ` ${to}` : ''}`]),
      rule((from) => text(from, null), [SQUARE], (from) => [`attempt ${by} ${key} ${from}`]),
    ]),
    ...Object.entries(moveTexts.attempt.drop).flatMap(([key, text]) => [...kinds].map(([name, letter]) =>
      rule((to) => text(texts.side[/** @type {Color} */ (by)], name, to), [SQUARE], (to) => [`attempt ${by} ${key} drop ${letter}${OF_MOVES.includes(key) ? ` ${to}` : ''}`]),
    )),
  ]),
  ...Object.entries(later.review.happened).map(([what, text]) => {
    const stem = text([]).replace(/\.$/, '');
    return { pattern: new RegExp(`^${escaped(stem)}([^.]*)\\.(?= |$)`), facts: (/** @type {string} */ places) => [`happened ${what} ${[...places.matchAll(new RegExp(SQUARE, 'g'))].map(([square]) => square).sort().join(' ')}`] };
  }),
];

/**
 * Returns the facts of a text of one or more sentences; null where one of them is in none of the rules.
 * @param {string} text
 * @param {readonly Rule[]} rules
 * @returns {string[] | null}
 */
export function understand(text, rules) {
  if (text === '') return [];
  for (const { pattern, facts } of rules) {
    const found = pattern.exec(text);
    if (!found) continue;
    const rest = understand(text.slice(found[0].length).trim(), rules);
    if (rest !== null) return [...facts(...found.slice(1)), ...rest];
  }
  return null;
}

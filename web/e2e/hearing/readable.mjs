// Texts that can be read on the page, compared with what its client knows: every name in the accessibility tree is understood, says what the frames say,
// and leaves out nothing that holds.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root as project } from '../server.mjs';
import { ASIDE, directionsOf, kindTexts, later, LOG, mindTexts, moderated, OF_MOVES, pieceCode, pieces as pieceNames, REVIEW, texts, understand } from './grammar.mjs';
import { surplus } from './facts.mjs';
import { leavesOf, nodesOf, textOf } from './reader.mjs';

/** @typedef {import('./reader.mjs').Node} Node */
/** @typedef {import('./facts.mjs').Known} Known */

/** @param {unknown} value @returns {string[]} */
const stringsOf = (value) => (typeof value === 'string' ? [value] : typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsOf) : []);

const { actions, bar, cell, clock, connection, dialogs, log, promotion, side, title, turn, typed, mode } = texts;

/** Moves that can be typed, in the field for them. */
const EXAMPLES = 'e2e4, Nf3, O-O';

/** The same in a game with drops. */
const DROP_EXAMPLES = /^[a-h][1-8][a-h][1-8], P@e4$/;

/** Words that tell nothing of the game: names of controls, places and people. */
const LABELS = new Set([
  ...stringsOf([actions, dialogs, promotion, side, mode, clock.yours, clock.theirs, log.heading, typed.label, EXAMPLES, typed.go]),
  ...stringsOf([bar.you, bar.opponent, bar.captured, connection.connecting, turn.choose, turn.sending, later.review, later.moves, later.readRules, later.help, later.help.rows({ moves: EXAMPLES, letter: 'n', square: 'e4', rank: '4' })]),
  actions.chat(0), mindTexts.button, moderated.ask.label, kindTexts.promoteNothing,
  ...Object.values(texts.kind).flatMap((kind) => [kind, kindTexts.promoted(kind)]).map(kindTexts.promoteTo),
]);

const TURNS = /** @type {const} */ (['yours', 'theirs', 'over', 'sending']);

/** The states of a square, the longest name first: `touched, must move` has a comma. */
const STATES = /** @type {(keyof typeof cell)[]} */ (Object.keys(cell)).filter((key) => typeof cell[key] === 'string' && key !== 'unseen' && key !== 'empty')
  .map((key) => /** @type {const} */ ([key, String(cell[key])])).sort(([, a], [, b]) => b.length - a.length);
const STANDING = new Map([[cell.unseen, 'unseen'], [cell.empty, 'empty'], ...pieceNames]);
/** A check with its directions. */
const CHECK = new RegExp(`^${moderated.checked(['([^,]+)'])}(?=, |$)`);

/**
 * Understands the name of a square; null where it says anything else.
 * @param {string} name
 */
export function readCell(name) {
  const found = /^([a-z]{1,2}\d{1,2}), ([^,]+)(?:, (.*))?$/.exec(name);
  const standing = STANDING.get(found?.[2] ?? '');
  if (!found || standing === undefined) return null;
  const [, square = '', , rest = ''] = found;
  /** @type {Set<string>} */
  const states = new Set();
  let points = null;
  /** @type {string | null} */
  let directions = null;
  for (let left = rest; left !== '';) {
    const [key, text] = STATES.find(([, text]) => left === text || left.startsWith(`${text}, `)) ?? [];
    const counted = /^(\d+) points?(?=, |$)/.exec(left);
    const checked = CHECK.exec(left);
    if (key) states.add(key);
    else if (counted) points = Number(counted[1]);
    else if (checked) {
      states.add('check');
      directions = directionsOf(checked[1] ?? '');
    } else return null;
    left = left.slice((text ?? counted?.[0] ?? checked?.[0] ?? '').length).replace(/^, /, '');
  }
  return { square, standing, points, states, directions };
}

/** Returns the squares that can be read. @param {Node} root */
export const cellsOf = (root) => nodesOf(root).filter(({ role }) => role === 'gridcell').map(({ name }) => readCell(name));

/**
 * Returns what can be read and is not known, or is known and cannot be read.
 * @param {Node} root
 * @param {Known} known
 * @param {{ answered: ReadonlySet<string>, house: readonly string[] }} besides answers that were given before, and the names of the house rules
 * @returns {string[]}
 */
export function faultsOf(root, known, { answered, house }) {
  const { now, status, you } = known;
  /** @type {string[]} */
  const faults = [];
  const missing = (/** @type {string} */ what) => faults.push(`missing: cannot be read: ${what}`);
  const extra = (/** @type {string} */ what) => faults.push(`extra: can be read: ${what}`);

  const called = status === 'finished' ? title.over : known.myTurn ? title.yourTurn : title.theirTurn;
  if (root.name !== called) extra(`the title ${root.name}, not ${called}`);

  const grid = nodesOf(root).find(({ role }) => role === 'grid');
  const logNode = nodesOf(root).find(({ role, name }) => role === 'log' && name === log.heading);
  const trays = nodesOf(root).filter(({ role, name }) => role === 'list' && name === bar.captured);
  if (!grid) missing('the board');
  else faults.push(...cellFaults(grid, known));

  // The log has every announcement, own move and capture, and nothing else.
  if (!logNode) missing('the log');
  else {
    const told = linesOf(logNode).map((line) => understand(line, LOG) ?? [`? ${line}`]).flat();
    for (const fact of surplus(known.logged, told)) missing(`${fact} (in the log)`);
    for (const fact of surplus(told, known.logged)) extra(`${fact} (in the log)`);
  }

  const tallies = [now.tally.byOpponent, now.tally.byYou];
  for (const [index, tally] of tallies.entries()) {
    const counted = Object.entries(tally).filter(([, count]) => Number(count) > 0).map(([kind, count]) => bar.took(Number(count), kindName(kind))).sort();
    // Chromium leaves an empty list out of the tree.
    const read = trays.length === 2 || counted.length > 0 || tallies.every((one) => Object.keys(one).length > 0) ? itemsOf(trays, index, tallies) : [];
    for (const item of surplus(counted, read)) missing(`captured ${item}`);
    for (const item of surplus(read, counted)) extra(`captured ${item}`);
  }

  const hands = nodesOf(root).filter(({ role, name }) => role === 'group' && HANDS.has(name));
  faults.push(...handFaults(hands, known));

  // Everything else, one text after another.
  const skipped = new Set([grid, logNode, ...trays, ...hands].filter((node) => node !== undefined).flatMap(nodesOf));
  const rest = leavesOf(root).filter((leaf) => !skipped.has(leaf));
  const left = now.view.movesLeft;
  const turnText = status === 'finished' ? turn.over : left === undefined ? (known.myTurn ? turn.yours : turn.theirs) : known.myTurn ? turn.yoursLeft(left) : turn.theirsLeft(left);
  const read = new Set(rest.map(({ name }) => name));
  // On a phone the log covers the moderator's line while one types; the title tells whose turn it is as well.
  if (status === 'active' && left !== undefined && !read.has(turnText)) missing(turnText);
  const record = recordFacts(now.record);
  const heading = kindTexts.title.blind([nameOf(now.ruleset), ...house].join(' + '));
  const names = [...stringsOf(house), ...house.map((name) => texts.house.active([name])), texts.house.active(house)];
  let clocks = 0;
  for (const leaf of rest) {
    const { name } = leaf;
    if (timerOf(leaf)) {
      clocks += 1;
      const of = timerOf(leaf)?.name === clock.yours ? you : you === 'w' ? 'b' : 'w';
      if (!known.clockFits(of, name)) extra(`${of}'s clock ${name}`);
    } else if (TURNS.some((key) => turn[key] === name)) {
      if (name !== turnText && name !== turn.sending) extra(name);
    } else if (name === turn.opening[you]) {
      if (now.ply > 0) extra(name);
    } else if (LABELS.has(name) || name === heading || DROP_EXAMPLES.test(name) || (house.length > 0 && names.includes(name.replace(/^\. /, '').trim()))) {
      continue;
    } else if (now.record && (record.sans.has(name) || /^\d+( \/ \d+|\.)$/.test(name))) {
      continue;
    } else if (house.length > 0 && checksFit(name, known)) {
      continue;
    } else {
      const facts = understand(presence(leaf) ?? name, [...LOG, ...ASIDE, ...(now.record ? REVIEW : [])]);
      if (facts === null) extra(`${leaf.role} ${name}`);
      else for (const fact of facts.filter((fact) => !known.all.has(fact) && !answered.has(fact) && !record.facts.includes(fact) && !holds(fact, known))) extra(fact);
    }
  }
  if (now.clock && clocks < 2) missing('both clocks');

  // What can be done tells of offers.
  const can = new Set(nodesOf(root).filter(({ role }) => role === 'button').map(({ name }) => name));
  if (status === 'active') {
    for (const [name, offer] of /** @type {const} */ ([[actions.drawPending, 'you'], [actions.accept, 'them'], [actions.decline, 'them']])) {
      if (can.has(name) !== (known.offer === offer)) (known.offer === offer ? missing : extra)(name);
    }
  }
  if (status === 'finished' && !rest.some(({ name }) => understand(name, ASIDE)?.some((fact) => fact.startsWith('over ')))) missing('the result');
  return faults;
}

/** @param {string} ruleset */
const nameOf = (ruleset) => JSON.parse(readFileSync(path.join(project, 'rules', ruleset, 'ruleset.json'), 'utf8')).name;

/** @param {Node} grid @param {Known} known */
function cellFaults(grid, known) {
  const { now, you } = known;
  const { pieces } = now.view;
  const last = now.record?.plies.at(-1);
  /** @type {string[]} */
  const faults = [];
  /** @type {Set<string>} */
  const seen = new Set();
  for (const { name } of nodesOf(grid).filter(({ role }) => role === 'gridcell')) {
    const read = readCell(name);
    if (!read) {
      faults.push(`extra: can be read: a square ${name}`);
      continue;
    }
    const { square, standing, points, states, directions } = read;
    seen.add(square);
    const piece = pieces[square];
    const stands = piece ? pieceCode(piece) : known.veiled ? 'unseen' : 'empty';
    // A move on its way is shown where it goes, and is called unconfirmed there.
    if (standing !== stands && !states.has('pending')) faults.push(`${stands.length === 2 ? 'missing' : 'extra'}: ${square} reads ${standing}, and is known as ${stands}`);
    // The boards of the review have no points; the steps tell what happened to them.
    const isReview = known.status === 'finished' && points === null;
    if ((piece?.points ?? null) !== points && !states.has('pending') && !isReview) faults.push(`missing: ${square} reads ${points} points, not ${piece?.points}`);
    const must = { touched: now.touchedPiece === square, check: known.checkedKing === square };
    for (const [state, holds] of Object.entries(must)) {
      if (states.has(state) !== holds) faults.push(`${holds ? 'missing' : 'extra'}: ${square} is read as ${name}`);
    }
    if (states.has('check') && directions !== known.directions) faults.push(`${directions ? 'extra' : 'missing'}: ${square} reads a check by ${directions}, which is known by ${known.directions}`);
    const may = {
      capture: false, duel: false, retreat: false,
      // The review, which is read at the end, marks where a piece was dropped.
      taken: known.lost.has(square), lastMove: known.changed.has(square) || (last?.from === '*' && last.to === square),
      tried: known.tries.some(({ from, to }) => from === square || to === square), refused: known.tries.some(({ to }) => to === square) || known.myTurn === false,
      weaker: piece?.color === you, reachable: piece?.color !== you,
    };
    for (const [state, allowed] of Object.entries(may)) if (states.has(state) && !allowed) faults.push(`extra: ${square} is read as ${name}`);
  }
  for (const square of Object.keys(pieces)) if (!seen.has(square)) faults.push(`missing: no square ${square} to read`);
  return faults;
}

/** The names of the hands, with their sides. */
const HANDS = new Map(/** @type {const} */ (['w', 'b']).map((color) => [kindTexts.handOf(kindTexts.sides[color === 'w' ? 'white' : 'black']), color]));

/** @param {Node[]} hands @param {Known} known */
function handFaults(hands, { now }) {
  if (!now.view.hands) return hands.map(({ name }) => `extra: can be read: ${name}`);
  return [...HANDS].flatMap(([name, color]) => {
    const held = (now.view.hands[color] ?? []).map((/** @type {any} */ { type, count }) => kindTexts.held(texts.piece[color][/** @type {'p'} */ (type)], count ?? null));
    const read = hands.filter((hand) => hand.name === (now.view.hands[color] === undefined ? `${name}, ${texts.cell.unseen}` : name)).flatMap(leavesOf).map((leaf) => leaf.name);
    return [...surplus(held, read).map((item) => `missing: cannot be read: ${item}`), ...surplus(read, held).map((item) => `extra: can be read: ${item}`)];
  });
}

/** Returns the items of the list of captures of one side: an empty list is not in the tree. @param {Node[]} trays @param {number} index @param {any[]} tallies */
function itemsOf(trays, index, tallies) {
  const filled = tallies.map((tally) => Object.values(tally).some((count) => count > 0));
  const tray = trays.length === 2 ? trays[index] : filled[index] ? trays[0] : undefined;
  return tray ? nodesOf(tray).filter(({ role }) => role === 'listitem').map(textOf) : [];
}

/** @param {Node} node */
const linesOf = (node) => nodesOf(node).filter(({ role }) => role === 'paragraph').map(textOf);
/** The lines of the log as they are read. @param {Node} root */
export const logLinesOf = (root) => nodesOf(root).filter(({ role, name }) => role === 'log' && name === log.heading).flatMap(linesOf);

const kindName = (/** @type {string} */ letter) => /** @type {Readonly<Record<string, string>>} */ (texts.kind)[letter] ?? letter.toUpperCase();

/** @param {Node} leaf @returns {Node | null} */
const timerOf = ({ parent }) => (parent === null || (parent.role === 'timer' && parent.name !== '') ? parent : timerOf(parent));

/** Presence is read together with whose it is. @param {Node} leaf */
function presence({ name, parent }) {
  let status = parent;
  while (status !== null && status.role !== 'status') status = status.parent;
  return status && textOf(status).startsWith(`${bar.opponent} `) && name !== bar.opponent ? textOf(status) : null;
}

/** Returns whether a fact holds by the frames, whenever they told it. @param {string} fact @param {Known} known */
const holds = (fact, { now, myTurn }) =>
  [`peer ${now.peer.connected ? 'here' : 'away'}`, `left ${myTurn ? 'yours' : 'theirs'} ${now.view.movesLeft}`, `touched ${now.touchedPiece}`].includes(fact);

/** Returns whether a text counts checks as they were announced. @param {string} name @param {Known} known */
function checksFit(name, { logged }) {
  const given = ['white', 'black'].map((side) => logged.filter((fact) => new RegExp(`^said ${side}_in_check\\b`).test(fact)).length);
  return given.some((count) => [2, 3, 4, 5].some((of) => name === bar.checks(Math.min(count, of), of)));
}

/** Returns the steps of a record, in order, and the moves in notation. @param {import('../../src/wire').Record | undefined} record */
export function recordFacts(record) {
  /** @type {string[]} */
  const facts = [];
  if (!record) return { facts, sans: new Set() };
  const tries = [...record.tries];
  const attempt = (/** @type {typeof tries[number]} */ { by, text, from, to, drop }) =>
    [`attempt ${by} ${text} ${drop === undefined ? from : `drop ${drop.at(-1)?.toLowerCase()}`}${OF_MOVES.includes(text) && to !== undefined ? ` ${to}` : ''}`];
  let number = 0;
  let before = null;
  for (const { ply, by, san, happened = [] } of record.plies) {
    while (tries[0] && tries[0].ply <= ply) facts.push(...attempt(/** @type {typeof tries[number]} */ (tries.shift())));
    if (by === record.plies[0]?.by && by !== before) number += 1;
    before = by;
    facts.push(`step ${number} ${by} ${san}`);
    const kinds = new Set(happened.map(({ what }) => what));
    for (const kind of kinds) facts.push(`happened ${kind} ${happened.filter(({ what }) => what === kind).map(({ square }) => square).sort().join(' ')}`);
  }
  facts.push(...tries.flatMap(attempt));
  return { facts: ['start', ...facts], sans: new Set(record.plies.map(({ san }) => san)) };
}

// Moves of the players who only hear: as a plan writes them, and in the order in which a player tries them where a moderator answers attempts.

/** @typedef {{ from: string, to: string, promotion?: string, drop?: string }} Move `drop` is the kind of a piece in the hand, and then there is no `from` */

/** Returns whether a word of a plan makes no move: a question, or a try that must be refused. @param {string | undefined} word */
export const isTry = (word) => word === 'any?' || word?.startsWith('-') === true;

/** Reads a move of a plan: `e2e4`, `c7d8q`, `P@e4`. @param {string} text @returns {Move} */
export function readMove(text) {
  const [, drop, onto] = /^([A-Z])@(.*)$/.exec(text) ?? [];
  if (drop !== undefined && onto !== undefined) return { from: '', to: onto, drop: drop.toLowerCase() };
  return { from: text.slice(0, 2), to: text.slice(2, 4), promotion: text.slice(4) };
}

/** The squares onto which a player would drop one kind. */
const MOST_DROPS = 3;

/** @param {string} drop @param {readonly string[]} free @returns {Move[]} */
export const drops = (drop, free) => free.filter((square) => drop !== 'p' || !/[18]$/.test(square)).slice(0, MOST_DROPS).map((to) => ({ from: '', to, drop }));

/** Puts moves on whose way an own piece stands behind the others. @param {readonly Move[]} moves @param {ReadonlySet<string>} standing @returns {Move[]} */
export function triesInOrder(moves, standing) {
  const isBlocked = (/** @type {Move} */ { from, to, drop }) => drop === undefined && between(from, to).some((square) => standing.has(square));
  return [...moves.filter((move) => !isBlocked(move)), ...moves.filter(isBlocked)];
}

/** Returns the squares between two on one line; none where they are on no line. @param {string} from @param {string} to */
function between(from, to) {
  const [files, ranks] = [to.charCodeAt(0) - from.charCodeAt(0), Number(to.slice(1)) - Number(from.slice(1))];
  const steps = Math.max(Math.abs(files), Math.abs(ranks));
  if (files !== 0 && ranks !== 0 && Math.abs(files) !== Math.abs(ranks)) return [];
  return Array.from({ length: steps - 1 }, (_, step) =>
    `${String.fromCharCode(from.charCodeAt(0) + (Math.sign(files) * (step + 1)))}${Number(from.slice(1)) + (Math.sign(ranks) * (step + 1))}`,
  );
}

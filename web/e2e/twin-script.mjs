// One twin by hand, with what chance rarely brings: checks and captures by different pieces, castling, promotion, a touched piece that must move.

/** @typedef {import('./twins.mjs').Twin} Twin */
/** @typedef {import('./twins.mjs').Step} Step */
/** @typedef {import('./twins.mjs').Deed} Deed */
/** @typedef {import('./twins.mjs').Color} Color */

/** A move as `e2e4`, a try or promotion among them (`f7g8n`), or a touch as `e2`. @param {string} text */
function commit(text) {
  const [, from, to, promotion] = /^([a-h][1-8])([a-h][1-8])?([qrbn])?$/.exec(text) ?? [];
  return { type: 'commit', from, ...(to && { to }), ...(promotion && { promotion }) };
}

/** The same on the other side of the board. @param {string} text */
const mirrored = (text) => text.replace(/[1-8]/g, (rank) => String(9 - Number(rank)));

/**
 * The viewer plays the white part of it, or, with `viewer` black, the mirror image.
 * @param {Color} viewer
 * @param {string} moderator
 * @returns {Twin}
 */
export function written(viewer, moderator) {
  const turned = viewer === 'w' ? (/** @type {string} */ text) => text : mirrored;
  const enemy = viewer === 'w' ? 'b' : 'w';
  /** @type {Step[]} */
  const steps = [];
  /** The enemy's socket in each world. */
  const at = { one: 'other 1', other: 'other 1' };
  const greeting = { type: 'hello', gameId: 'abcd1234', joinAs: enemy, token: 'h' };
  const viewers = (/** @type {any} */ send, /** @type {Deed['by']} */ by = undefined) => {
    const deed = { socket: 'viewer 1', send, ...(by && { by }) };
    steps.push({ one: deed, other: deed });
  };
  const you = (/** @type {string} */ text, /** @type {Deed['by']} */ by) => viewers(commit(turned(text)), by);
  const they = (/** @type {string} */ one, /** @type {string} */ other) =>
    steps.push({
      one: { socket: at.one, send: commit(turned(one)) },
      other: { socket: at.other, send: commit(turned(other)) },
    });
  /** What one world has alone. @param {'one' | 'other'} world @param {any} send */
  const alone = (world, send) => {
    const deed = { socket: at[world], send };
    steps.push(world === 'one' ? { one: deed, other: null } : { one: null, other: deed });
  };
  const unheard = (/** @type {'one' | 'other'} */ world, /** @type {string} */ text) => {
    // Where every refusal is said aloud, the viewer may know of it.
    if (moderator === 'blind') alone(world, commit(turned(text)));
  };

  steps.push({ one: { socket: at.one, send: greeting }, other: { socket: at.other, send: greeting } });
  viewers({ type: 'hello' });
  if (viewer === 'b') they('c7c6', 'c7c6');
  you('f2f4', 'tap');
  they('e7e6', 'e7e6');
  you('a2a3', 'drag');
  // A refusal with the same word and another square; in one world more of them, where nobody hears.
  they('h7h3', 'f8f5');
  unheard('one', 'h7a1');
  unheard('one', 'e5e4');
  they('h7h6', 'f8e7');
  you('a3a4', 'word');
  // Touched, which is nobody's business.
  alone('one', commit(turned('d8')));
  // A queen gives check here, a bishop there.
  they('d8h4', 'e7h4');
  you('b2b3', 'word');
  you('e1f2', 'drag');
  you('g2g3', 'tap');
  unheard('other', 'h4a4');
  they('h4e7', 'h4e7');
  you('h2h4', 'tap');
  // Either takes.
  they('e7h4', 'e7h4');
  // Bound by a refused try: another piece may not be moved.
  you('b1b5', 'drag');
  you('a1a2', 'word');
  you('b1c3', 'tap');
  they('h4e7', 'h4e7');
  you('f4f5', 'word');
  // The enemy comes back on another socket.
  at.one = 'other 2';
  alone('one', greeting);
  they('a7a6', 'b7b6');
  you('f5e6', 'tap');
  alone('other', commit(turned('c8')));
  they('a6a5', 'c8a6');
  you('e6f7', 'drag');
  unheard('one', 'a5a4');
  they('e8d8', 'e8f8');
  you('f7g8n', 'tap');
  // A rook takes the new knight here, the king there.
  they('h8g8', 'f8g8');
  you('g1h3', 'word');
  they('b7b6', 'b6b5');
  you('f1g2', 'tap');
  viewers({ type: 'offer-draw' });
  const declined = { type: 'respond-draw', accept: false };
  steps.push({ one: { socket: at.one, send: declined }, other: { socket: at.other, send: declined } });
  they('c8b7', 'd7d6');
  you('e1g1', 'word');
  they('d8c8', 'd6d5');
  // The page is left and opened again.
  const left = { socket: 'viewer 1', close: true };
  steps.push({ one: left, other: left });
  viewers({ type: 'hello' });
  return { mode: 'blind', moderator, creator: enemy, viewer, highlighting: moderator === 'blind', steps };
}

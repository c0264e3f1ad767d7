// A scripted pair with events that random games rarely have: checks and captures by different pieces, castling, promotion, a touched piece that must
// move.

/** @typedef {import('./paired-runs.mjs').PairedRun} PairedRun */
/** @typedef {import('./paired-runs.mjs').Step} Step */
/** @typedef {import('./paired-runs.mjs').Action} Action */
/** @typedef {import('./paired-runs.mjs').Color} Color */

/** Parses a move (`e2e4`), a promotion (`f7g8n`), or a touch (`e2`) into a commit. @param {string} text */
function commit(text) {
  const [, from, to, promotion] = /^([a-h][1-8])([a-h][1-8])?([qrbn])?$/.exec(text) ?? [];
  return { type: 'commit', from, ...(to && { to }), ...(promotion && { promotion }) };
}

/** Mirrors a move to the other side of the board. @param {string} text */
const mirrored = (text) => text.replace(/[1-8]/g, (rank) => String(9 - Number(rank)));

/**
 * Returns the script with the viewer as White, or its mirror image with the viewer as Black.
 * @param {Color} viewer
 * @param {string} moderator
 * @returns {PairedRun}
 */
export function scriptedRun(viewer, moderator) {
  const turned = viewer === 'w' ? (/** @type {string} */ text) => text : mirrored;
  const enemy = viewer === 'w' ? 'b' : 'w';
  /** @type {Step[]} */
  const steps = [];
  /** The opponent's socket in each game. */
  const at = { one: 'other 1', other: 'other 1' };
  const greeting = { type: 'hello', gameId: 'abcd1234', joinAs: enemy, token: 'h' };
  const viewers = (/** @type {any} */ send, /** @type {Action['by']} */ by = undefined) => {
    const action = { socket: 'viewer 1', send, ...(by && { by }) };
    steps.push({ one: action, other: action });
  };
  const you = (/** @type {string} */ text, /** @type {Action['by']} */ by) => viewers(commit(turned(text)), by);
  const they = (/** @type {string} */ one, /** @type {string} */ other) =>
    steps.push({
      one: { socket: at.one, send: commit(turned(one)) },
      other: { socket: at.other, send: commit(turned(other)) },
    });
  /** Adds a step that one game has alone. @param {'one' | 'other'} game @param {any} send */
  const alone = (game, send) => {
    const action = { socket: at[game], send };
    steps.push(game === 'one' ? { one: action, other: null } : { one: null, other: action });
  };
  const hiddenTry = (/** @type {'one' | 'other'} */ game, /** @type {string} */ text) => {
    // Under the other moderators refusals are announced to both, so the viewer may know of them.
    if (moderator === 'blind') alone(game, commit(turned(text)));
  };

  steps.push({ one: { socket: at.one, send: greeting }, other: { socket: at.other, send: greeting } });
  viewers({ type: 'hello' });
  if (viewer === 'b') they('c7c6', 'c7c6');
  you('f2f4', 'tap');
  they('e7e6', 'e7e6');
  you('a2a3', 'drag');
  // A refusal with the same text and another square; one game has more of them, which are not announced.
  they('h7h3', 'f8f5');
  hiddenTry('one', 'h7a1');
  hiddenTry('one', 'e5e4');
  they('h7h6', 'f8e7');
  you('a3a4', 'type');
  // A touch, which is not announced.
  alone('one', commit(turned('d8')));
  // A queen gives check here, a bishop there.
  they('d8h4', 'e7h4');
  you('b2b3', 'type');
  you('e1f2', 'drag');
  you('g2g3', 'tap');
  hiddenTry('other', 'h4a4');
  they('h4e7', 'h4e7');
  you('h2h4', 'tap');
  // Either piece captures.
  they('e7h4', 'e7h4');
  // After a refused try the touched piece must move: another may not.
  you('b1b5', 'drag');
  you('a1a2', 'type');
  you('b1c3', 'tap');
  they('h4e7', 'h4e7');
  you('f4f5', 'type');
  // The opponent reconnects on another socket.
  at.one = 'other 2';
  alone('one', greeting);
  they('a7a6', 'b7b6');
  you('f5e6', 'tap');
  alone('other', commit(turned('c8')));
  they('a6a5', 'c8a6');
  you('e6f7', 'drag');
  hiddenTry('one', 'a5a4');
  they('e8d8', 'e8f8');
  you('f7g8n', 'tap');
  // A rook takes the new knight here, the king there.
  they('h8g8', 'f8g8');
  you('g1h3', 'type');
  they('b7b6', 'b6b5');
  you('f1g2', 'tap');
  viewers({ type: 'offer-draw' });
  const declined = { type: 'respond-draw', accept: false };
  steps.push({ one: { socket: at.one, send: declined }, other: { socket: at.other, send: declined } });
  they('c8b7', 'd7d6');
  you('e1g1', 'type');
  they('d8c8', 'd6d5');
  // The viewer leaves the page and opens it again.
  const left = { socket: 'viewer 1', close: true };
  steps.push({ one: left, other: left });
  viewers({ type: 'hello' });
  return { mode: 'blind', moderator, creator: enemy, viewer, highlighting: moderator === 'blind', steps };
}

// Seeded faults in what is told before a moderator who answers attempts, in one game of CrazyKrieg: each runs in the page of White, and the check of what
// was heard and read must find it at the step that brings it out.

/**
 * @typedef {object} FaultOfAnswer
 * @property {string} [before] what is typed first, in turn, with the page as it should be
 * @property {() => void} seed runs in the page of White
 * @property {string} [step] what is typed then; nothing where the fault can be read at once
 * @property {RegExp} found what the check says
 */

/** By what it is called, each fault. The observers run before the browser tells screen readers of a change. @type {Record<string, FaultOfAnswer>} */
export const ANSWERS = {
  'a refusal of the other side that is dropped': {
    before: 'e2e4',
    step: 'a7a4',
    found: /^missing: not heard: said nonsense$/,
    seed: () => {
      new MutationObserver(() => {
        for (const line of document.querySelectorAll('[role=log] p')) if (line.textContent?.trim() === 'Nonsense.') line.textContent = '';
      }).observe(document.body, { subtree: true, childList: true, characterData: true });
    },
  },
  'an answer to a question that is dropped': {
    step: 'any?',
    found: /^missing: not heard: said black_no_any$/,
    seed: () => {
      new MutationObserver(() => {
        for (const line of document.querySelectorAll('[role=log] p')) if (line.textContent?.includes('has no pawn capture')) line.textContent = '';
      }).observe(document.body, { subtree: true, childList: true, characterData: true });
    },
  },
  'an answer to a question that nobody asked': {
    before: 'd7d5',
    found: /^extra: can be read: said white_has_any$/,
    seed: () => document.querySelector('.speech')?.append(Object.assign(document.createElement('p'), { textContent: 'White has a pawn capture.' })),
  },
  'a capture without its square': {
    before: 'e4d5',
    step: 'd8d5',
    found: /^missing: not heard: said black_moved_captured as p on d5$/,
    seed: () => {
      new MutationObserver(() => {
        for (const line of document.querySelectorAll('[role=log] p')) if (line.textContent?.trim() === 'Black has moved and captured a pawn on d5.') line.textContent = 'Black has moved and captured a pawn.';
      }).observe(document.body, { subtree: true, childList: true, characterData: true });
    },
  },
  'a piece in the hand that is left out': {
    found: /^missing: cannot be read: white pawn in hand$/,
    seed: () => document.querySelector('[data-hand="w"] .held')?.remove(),
  },
  'a refused drop with another answer': {
    step: 'P@e1',
    found: /^missing: not heard: said nonsense$/,
    seed: () => {
      new MutationObserver(() => {
        for (const line of document.querySelectorAll('[role=log] p')) if (line.textContent?.includes('drop a pawn on e1: nonsense')) line.textContent = 'You tried to drop a pawn on e1: illegal move.';
      }).observe(document.body, { subtree: true, childList: true, characterData: true });
    },
  },
  'a check without its direction': {
    before: 'b1c3',
    step: 'd5e5',
    found: /^missing: not heard: said white_in_check by file$/,
    seed: () => {
      new MutationObserver(() => {
        for (const line of document.querySelectorAll('[role=log] p')) if (line.textContent?.trim() === 'White is in check on the file.') line.textContent = 'White is in check.';
      }).observe(document.body, { subtree: true, childList: true, characterData: true });
    },
  },
  'another direction of a check, on the square of the king': {
    found: /^extra: e1 reads a check by rank, which is known by file$/,
    seed: () => document.querySelector('[data-cell="e1"]')?.setAttribute('aria-label', 'e1, white king, in check on the rank'),
  },
  'the square of a drop of the other side': {
    before: 'f1e2',
    step: 'P@h3',
    found: /^extra: heard: \? Black has dropped a pawn on h3\.$/,
    seed: () => {
      new MutationObserver(() => {
        for (const line of document.querySelectorAll('[role=log] p')) if (line.textContent?.trim() === 'Black has dropped a pawn.') line.textContent = 'Black has dropped a pawn on h3.';
      }).observe(document.body, { subtree: true, childList: true, characterData: true });
    },
  },
};

// Seeded faults: small ways in which a page could tell too little or too much to somebody who only hears. Each runs in the page, and the check of what
// was heard and read must find it at the step that brings it out.

/**
 * @typedef {object} Fault
 * @property {() => void} seed runs in the page of White
 * @property {'own move' | 'their move' | 'capture' | 'slip' | 'no turn' | 'question' | 'offer' | 'nothing'} step what happens then
 * @property {RegExp} found what the check says
 */

/** By what it is called, each fault. The observers run before the browser tells screen readers of a change. @type {Record<string, Fault>} */
export const FAULTS = {
  'an announcement that is dropped': {
    step: 'their move',
    found: /^missing: not heard: said black_moved$/,
    seed: () => {
      new MutationObserver(() => {
        for (const line of document.querySelectorAll('[role=log] p')) if (line.textContent?.includes('Black has moved.')) line.textContent = '';
      }).observe(document.body, { subtree: true, childList: true, characterData: true });
    },
  },
  'a capture that is not told': {
    step: 'capture',
    found: /^missing: not heard: lost p /,
    seed: () => {
      new MutationObserver(() => {
        for (const line of document.querySelectorAll('[role=log] p')) if (line.textContent?.includes('was captured')) line.setAttribute('aria-hidden', 'true');
      }).observe(document.body, { subtree: true, childList: true, characterData: true });
    },
  },
  'the same words again in the same node': {
    step: 'slip',
    found: /^missing: not heard: reply unreadable$/,
    seed: () => {
      const region = /** @type {Element} */ (document.querySelector('[data-reply]'));
      const texts = () => /** @type {Text[]} */ ([...region.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE));
      const kept = document.createTextNode(region.textContent ?? '');
      for (const node of texts()) node.data = '';
      region.append(kept);
      new MutationObserver(() => {
        for (const node of texts()) if (node !== kept && node.data !== '') node.data = '';
      }).observe(document.body, { subtree: true, childList: true, characterData: true });
    },
  },
  'a region that comes with its text': {
    step: 'no turn',
    found: /^missing: not heard: error not_your_turn$/,
    seed: () => {
      new MutationObserver((_, observer) => {
        for (const region of document.querySelectorAll('[role=status]')) {
          if (!region.textContent?.includes('It is not your turn.')) continue;
          observer.disconnect();
          const copy = /** @type {Element} */ (region.cloneNode(true));
          region.parentElement?.append(copy);
          region.removeAttribute('role');
          region.setAttribute('hidden', '');
        }
      }).observe(document.body, { subtree: true, childList: true, characterData: true });
    },
  },
  'a log that is not live': {
    step: 'their move',
    found: /^missing: not heard: said black_moved$/,
    seed: () => document.querySelector('[role=log]')?.setAttribute('aria-live', 'off'),
  },
  'an offer that is only seen': {
    step: 'offer',
    found: /^missing: not heard: offered by them$/,
    seed: () => {
      new MutationObserver(() => {
        for (const line of document.querySelectorAll('[role=status] p')) if (line.textContent?.includes('offers a draw')) line.remove();
      }).observe(document.body, { subtree: true, childList: true, characterData: true });
    },
  },
  'the square of a move of the other side, heard': {
    step: 'their move',
    found: /^extra: heard: \? Black has moved\. To /,
    seed: () => {
      new MutationObserver(() => {
        for (const line of document.querySelectorAll('[role=log] p')) if (line.textContent?.trim() === 'Black has moved.') line.textContent = 'Black has moved. To e5.';
      }).observe(document.body, { subtree: true, childList: true, characterData: true });
    },
  },
  'a piece of the other side, on its square': {
    step: 'nothing',
    found: /^extra: d8 reads bq, and is known as unseen$/,
    seed: () => document.querySelector('[data-cell="d8"]')?.setAttribute('aria-label', 'd8, black queen'),
  },
  'an own piece that is left out': {
    step: 'nothing',
    found: /^missing: a1 reads unseen, and is known as wr$/,
    seed: () => document.querySelector('[data-cell="a1"]')?.setAttribute('aria-label', 'a1, unseen'),
  },
  'a capture that the dots tell of': {
    step: 'nothing',
    found: /^extra: d7 is read as d7, unseen, can be captured$/,
    seed: () => document.querySelector('[data-cell="d7"]')?.setAttribute('aria-label', 'd7, unseen, can be captured'),
  },
  'a sentence of the moderator that was not said': {
    step: 'nothing',
    found: /^extra: can be read: said black_in_check$/,
    seed: () => document.querySelector('.speech')?.append(Object.assign(document.createElement('p'), { textContent: 'Black is in check.' })),
  },
  'a word that no text of the page has': {
    step: 'nothing',
    found: /^extra: can be read: button Their queen is near$/,
    seed: () => document.querySelector('.foot button')?.setAttribute('aria-label', 'Their queen is near'),
  },
  'a title that tells of a try': {
    step: 'nothing',
    found: /^extra: can be read: the title /,
    seed: () => {
      document.title = `(1) ${document.title}`;
    },
  },
  'an answer that is wrong': {
    step: 'question',
    found: /^extra: heard: stands wn c3$/,
    seed: () => {
      new MutationObserver(() => {
        const reply = document.querySelector('[data-reply]');
        const text = [...(reply?.childNodes ?? [])].find((node) => node.textContent?.includes('white knight'));
        if (text?.textContent && !text.textContent.includes('c3')) text.textContent = text.textContent.replace('white knight ', 'white knight c3, ');
      }).observe(document.body, { subtree: true, childList: true, characterData: true });
    },
  },
};

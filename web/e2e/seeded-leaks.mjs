// Seeded leaks: small ways in which a page could tell its viewer something. The comparison of two pages must find each.

/** Code that runs in one of two pages, and the part of the snapshot in which it must be found. @type {Record<string, { leak: () => void, part: string }>} */
export const LEAKS = {
  'another sound': {
    part: 'noted: sound',
    leak: () => {
      const sounds = new AudioContext();
      new OscillatorNode(sounds, { type: 'sine', frequency: 191 }).start(0);
    },
  },
  'a sound from a file': { part: 'noted: sound', leak: () => void new Audio('/capture.ogg').play() },
  'a spoken word': { part: 'noted: sound', leak: () => speechSynthesis.speak(new SpeechSynthesisUtterance('captured')) },
  'a longer buzz': { part: 'noted: vibration', leak: () => void navigator.vibrate([31]) },
  'a notification': { part: 'noted: notification', leak: () => void new Notification('Your move') },
  'another title': {
    part: 'title',
    leak: () => {
      document.title = `${document.title}.`;
    },
  },
  'a title that is soon put right': {
    part: 'noted: change',
    leak: () => {
      const { title } = document;
      document.title = `(1) ${title}`;
      document.title = title;
    },
  },
  'another icon': { part: 'icons', leak: () => document.querySelector('link[rel=icon]')?.setAttribute('href', '/icon.svg?1') },
  'a space in an attribute': {
    part: 'document',
    leak: () => {
      const cell = document.querySelector('[data-cell="e5"]');
      cell?.setAttribute('class', `${cell.className} `);
    },
  },
  'an attribute that came and went': {
    part: 'noted: change',
    leak: () => {
      document.body.toggleAttribute('data-busy', true);
      document.body.toggleAttribute('data-busy', false);
    },
  },
  'a word for screen readers': { part: 'reader', leak: () => document.querySelector('[data-cell="e5"]')?.setAttribute('aria-label', 'e5, empty') },
  'a word in the log': { part: 'text', leak: () => document.querySelector('[role=log]')?.append('Black tried.') },
  'the order of children': { part: 'document', leak: () => document.querySelector('[role=log]')?.prepend(document.createComment('')) },
  'another focus': { part: 'focus', leak: () => document.querySelector('button')?.focus() },
  'a word in the field': {
    part: 'values',
    leak: () => {
      const field = document.querySelector('input');
      if (field) field.value = 'e';
    },
  },
  'something kept': { part: 'storage', leak: () => localStorage.setItem('bc:tries', '3') },
  'something kept for the tab': { part: 'storage', leak: () => sessionStorage.setItem('tries', '3') },
  'something kept in a cache': { part: 'caches', leak: async () => (await caches.open('copies')).put('/tries', new Response('3')) },
  'a cookie': {
    part: 'cookies',
    leak: () => {
      document.cookie = 'tries=3';
    },
  },
  'another address': { part: 'address', leak: () => history.replaceState(null, '', '#3') },
  'a step of history': { part: 'noted: address', leak: () => history.pushState({ tries: 3 }, '') },
  'a question to the server': { part: 'noted: requested', leak: () => void fetch('/api/health') },
  'a word to the server': { part: 'noted: requested', leak: () => void navigator.sendBeacon('/api/health', '3') },
  'a word on the console': { part: 'noted: console', leak: () => console.debug('tried') },
  'a fault': { part: 'noted: console', leak: () => void Promise.reject(new Error('tried')) },
};

/** Leaks that only a picture of the page shows. @type {Record<string, () => void>} */
export const VISUAL_LEAKS = {
  'a square that is a little lighter': () => void document.styleSheets[0]?.insertRule('[data-cell="e5"] { background: #ffffff0c }'),
  'a line of one pixel': () => void document.styleSheets[0]?.insertRule('[data-cell="d5"] { border-top: 1px solid #ffffff20 }'),
  'pieces that stand a little higher': () => void document.styleSheets[0]?.insertRule('.board .seat { translate: 0 -0.2px }'),
};

/** Leaks of a game with hands: what the other side holds, and where it was dropped. @type {Record<string, { leak: () => void, part: string }>} */
export const LEAKS_OF_HANDS = {
  'a piece in the other hand': {
    part: 'reader',
    leak: () => {
      const piece = document.createElement('span');
      for (const [name, value] of [['class', 'held'], ['role', 'img'], ['data-drop', 'c:p'], ['aria-label', 'black pawn in hand']]) piece.setAttribute(name ?? '', value ?? '');
      document.querySelector('.upper .hand')?.append(piece);
    },
  },
  'a hand drawn for the wrong side': {
    part: 'document',
    leak: () => {
      const [other, own] = ['.upper .hand', '.lower .hand'].map((hand) => document.querySelector(hand));
      if (own) other?.replaceChildren(...[...own.children].map((piece) => piece.cloneNode(true)));
    },
  },
  'the number of pieces in the other hand': { part: 'reader', leak: () => document.querySelector('.upper .hand')?.setAttribute('aria-label', 'Hand of Black, 1') },
  'an other hand that is not empty': { part: 'document', leak: () => document.querySelector('.upper .hand')?.setAttribute('data-hand', 'b') },
  'a piece that came into the other hand and left it': {
    part: 'noted: change',
    leak: () => {
      const piece = document.createElement('span');
      document.querySelector('.upper .hand')?.append(piece);
      piece.remove();
    },
  },
  'the name of a square on which a piece was dropped': { part: 'reader', leak: () => document.querySelector('[role=gridcell][data-cell="e6"]')?.setAttribute('aria-label', 'e6, dropped') },
  'the name of a square where the own piece may go': { part: 'reader', leak: () => document.querySelector('[role=gridcell][data-cell="d6"]')?.setAttribute('aria-label', 'd6, reachable') },
  'an own piece that cannot be dropped': { part: 'reader', leak: () => document.querySelector('.lower [data-drop]')?.toggleAttribute('disabled', true) },
  'a drop in the log': { part: 'text', leak: () => document.querySelector('[role=log]')?.append('Black has dropped a piece.') },
  'a sound of a drop': { part: 'noted: sound', leak: () => void new OscillatorNode(new AudioContext(), { type: 'sine', frequency: 313 }).start(0) },
  'a drop in the title': {
    part: 'title',
    leak: () => {
      document.title = `${document.title} @`;
    },
  },
};

/** The same for leaks that only a picture shows. @type {Record<string, () => void>} */
export const VISUAL_LEAKS_OF_HANDS = {
  'a hand that is a little lighter': () => void document.styleSheets[0]?.insertRule('.upper .hand { background-color: #ffffff !important }'),
};

// Everything by which a page can tell its viewer something: what it got, drew, sounded, kept, asked for and said. Two pages are compared by it.

import { createHash } from 'node:crypto';

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {{ kind: string, what: unknown }} Note */
/** @typedef {Record<string, string>} Account what a viewer's browser showed and did, by the way in which it did */

/** What is compared for itself alone. */
const APART = ['socket closed', 'wire', 'console'];

/** So many pictures are taken at the most until two in a row are the same. */
const STILL_AFTER = 20;

/**
 * Runs in the page before its own scripts: keeps what goes in and out, in order, under `window.witness`. Sounds are made by no device, time is
 * the test's, and chance is the same in every page.
 */
function attend() {
  /** @type {Note[]} */
  const notes = [];
  const note = (/** @type {string} */ kind, /** @type {unknown[]} */ ...what) => notes.push({ kind, what });
  const page = /** @type {any} */ (window);

  let seed = 20_231_117;
  const chance = () => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647;
  Math.random = chance;
  crypto.getRandomValues = (array) => {
    const bytes = /** @type {Uint8Array} */ (/** @type {unknown} */ (array));
    for (let index = 0; index < bytes.length; index += 1) bytes[index] = Math.floor(chance() * 256);
    return array;
  };

  // ---- what is heard and felt
  class Loudness {
    gain = {
      setValueAtTime: (/** @type {unknown[]} */ ...what) => note('sound', 'gain', ...what),
      exponentialRampToValueAtTime: (/** @type {unknown[]} */ ...what) => note('sound', 'ramp', ...what),
    };
    connect(/** @type {unknown} */ next) {
      return next;
    }
  }
  class Tone {
    constructor(/** @type {unknown} */ _context, /** @type {unknown} */ options) {
      note('sound', 'tone', options);
    }
    connect(/** @type {unknown} */ next) {
      return next;
    }
    start(/** @type {unknown[]} */ ...what) {
      note('sound', 'start', ...what);
    }
    stop(/** @type {unknown[]} */ ...what) {
      note('sound', 'stop', ...what);
    }
  }
  class Sounds {
    state = 'running';
    currentTime = 0;
    destination = {};
    constructor() {
      note('sound', 'context');
    }
  }
  Object.assign(page, { AudioContext: Sounds, OscillatorNode: Tone, GainNode: Loudness });
  HTMLMediaElement.prototype.play = async function play() {
    note('sound', 'media', this.src);
  };
  page.speechSynthesis.speak = (/** @type {{ text: string }} */ { text }) => note('sound', 'speech', text);
  navigator.vibrate = (pattern) => note('vibration', pattern) > 0;

  // ---- what is shown outside of the page
  page.Notification = function Notification(/** @type {unknown[]} */ ...what) {
    note('notification', ...what);
  };
  Object.assign(page.Notification, { permission: 'granted', requestPermission: async () => 'granted' });
  for (const name of ['pushState', 'replaceState']) {
    const original = page.history[name].bind(page.history);
    page.history[name] = (/** @type {unknown[]} */ ...what) => {
      note('address', name, what[0], what[2]);
      return original(...what);
    };
  }

  // ---- what is drawn, change by change
  const markup = (/** @type {Node} */ node) => (node instanceof Element ? node.outerHTML : `${node.nodeName} ${node.nodeValue}`);
  /** Without what the browser's driver lays over a page while it takes a picture: how many it takes is chance. */
  const own = (/** @type {NodeList} */ nodes) => [...nodes].filter(({ nodeName }) => !nodeName.startsWith('X-PW-'));
  const changes = new MutationObserver((records) => {
    for (const { type, target, attributeName, addedNodes, removedNodes } of records) {
      const place = target instanceof Element ? `${target.tagName} ${target.getAttribute('class')}` : target.nodeName;
      if (type === 'attributes') note('change', place, attributeName, /** @type {Element} */ (target).getAttribute(attributeName ?? ''));
      else if (type === 'characterData') note('change', place, target.nodeValue);
      else {
        const [added, removed] = [own(addedNodes), own(removedNodes)];
        if (added.length + removed.length > 0) note('change', place, added.map(markup), removed.map(markup));
      }
    }
  });
  // From where the page's own scripts begin: in how many pieces the browser reads a file is chance.
  document.addEventListener('readystatechange', () => {
    if (document.readyState === 'interactive') changes.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
  });

  // ---- what is kept and asked for
  const keep = Storage.prototype.setItem;
  Storage.prototype.setItem = function setItem(/** @type {string} */ key, /** @type {string} */ value) {
    note('kept', key, value);
    keep.call(this, key, value);
  };
  const ask = page.fetch.bind(page);
  page.fetch = (/** @type {any} */ url, /** @type {any} */ options) => {
    note('asked', String(url instanceof Request ? url.url : url), options?.method ?? 'GET', options?.body ?? null);
    return ask(url, options);
  };
  for (const name of ['sendBeacon', 'share']) {
    Object.defineProperty(navigator, name, { value: (/** @type {unknown[]} */ ...what) => note('asked', name, ...what) });
  }
  for (const name of /** @type {const} */ (['instantiate', 'instantiateStreaming'])) {
    const make = /** @type {(...what: any[]) => any} */ (WebAssembly[name]);
    WebAssembly[name] = async (/** @type {any[]} */ ...what) => {
      const made = await make.apply(WebAssembly, what);
      page.witness.engine = true;
      return made;
    };
  }

  // ---- what comes by socket and goes
  const Socket = page.WebSocket;
  /** Nothing that a server understands. When its answer comes, whatever was on its way before has come. */
  const REST = '{"type":"rest"}';
  /** @type {WebSocket | null} */
  let latest = null;
  /** @type {(() => void)[]} */
  let resting = [];
  const listen = (/** @type {WebSocket} */ socket) => {
    latest = socket;
    socket.addEventListener('message', (event) => {
      if (resting.length > 0 && String(event.data).includes('unknown variant `rest`')) {
        event.stopImmediatePropagation();
        resting.shift()?.();
      } else note('frame', event.data);
    });
    socket.addEventListener('close', ({ code, reason }) => {
      note('socket closed', code, reason);
      for (const done of resting.splice(0)) done();
    });
  };
  page.WebSocket = class extends Socket {
    constructor(/** @type {any} */ url) {
      super(url);
      note('socket', String(url));
      listen(/** @type {any} */ (this));
    }
    send(/** @type {any} */ data) {
      note('said', data);
      super.send(data);
    }
  };

  page.witness = {
    engine: false,
    rest: async () => {
      const socket = latest;
      if (socket?.readyState !== Socket.OPEN) return;
      const answered = new Promise((done) => resting.push(() => done(undefined)));
      Socket.prototype.send.call(socket, REST);
      await answered;
    },
    take: () => notes.splice(0),
    hear: (/** @type {string} */ data) => latest?.dispatchEvent(new MessageEvent('message', { data })),
  };
}

/** Runs in the page: what can be seen and looked up in it now. */
async function look() {
  const values = [...document.querySelectorAll('input, textarea, select')].map((field) => /** @type {HTMLInputElement} */ (field).value);
  const { activeElement: focus } = document;
  const notes = /** @type {any} */ (window).witness?.take() ?? [];
  return {
    notes: /** @type {Note[]} */ (notes),
    shown: {
      title: document.title,
      icons: [...document.querySelectorAll('link')].map(({ rel, href }) => `${rel} ${href}`).join('\n'),
      document: document.documentElement.outerHTML,
      text: document.body.innerText,
      values: values.join('\n'),
      focus: `${focus?.tagName} ${focus?.getAttribute('aria-label')}`,
      scrolling: [...document.querySelectorAll('*')].filter(({ scrollTop, scrollLeft }) => scrollTop + scrollLeft > 0).map(({ className, scrollTop }) => `${className} ${scrollTop}`).join('\n'),
      address: `${location.href} ${history.length} ${JSON.stringify(history.state)} ${document.referrer}`,
      storage: location.protocol === 'about:' ? '' : [...Object.entries(localStorage).map((entry) => ['for good', entry]), ...Object.entries(sessionStorage).map((entry) => ['for the tab', entry])].map((entry) => JSON.stringify(entry)).join('\n'),
      cookies: location.protocol === 'about:' ? '' : document.cookie,
      databases: location.protocol === 'about:' ? '' : JSON.stringify(await indexedDB.databases()),
      workers: String((await navigator.serviceWorker?.getRegistrations())?.length),
    },
  };
}

/** A list that only grows, as a short text that any difference in it changes for good. */
class Tale {
  #sum = '';
  /** @type {string[]} */
  #latest = [];
  length = 0;

  /** @param {string} item */
  add(item) {
    this.#sum = createHash('sha256').update(this.#sum).update(item).digest('hex');
    this.#latest = [...this.#latest.slice(-20), item];
    this.length += 1;
  }

  /** The latest of it, by which a difference is found at once. */
  toString() {
    return `${this.#latest.join('\n')}\n${this.length} in all: ${this.#sum}`;
  }
}

/** One viewer's browser, watched from the first byte on. */
export class Witness {
  /** What was noted so far, by kind, and all of it in its order. @type {Map<string, Tale>} */
  #tales = new Map();
  /** Frames as the browser's own network layer reports them, and what it wrote to its console, since they were last looked at. @type {Note[]} */
  #outside = [];
  #read = { document: '', aloud: '' };

  /**
   * @param {Page} page
   * @param {(text: string) => string} mask
   */
  constructor(page, mask) {
    this.page = page;
    this.mask = mask;
    page.on('websocket', (socket) => {
      socket.on('framereceived', ({ payload }) => {
        if (!payload.includes('unknown variant `rest`')) this.#outside.push({ kind: 'wire', what: payload.toString() });
      });
    });
    page.on('console', (message) => this.#outside.push({ kind: 'console', what: `${message.type()} ${message.text()}` }));
    page.on('pageerror', ({ message }) => this.#outside.push({ kind: 'console', what: message }));
    page.on('dialog', (dialog) => void dialog.dismiss());
  }

  /** From the page's next address on. @param {Date} time */
  async attend(time) {
    const { page } = this;
    await page.addInitScript(attend);
    await page.addInitScript(() => localStorage.setItem('tabula:settings', '{"sound":true,"vibration":true}'));
    await page.clock.install({ time });
    await page.clock.pauseAt(new Date(time.getTime() + 1_000));
  }

  /** Waits until everything that the server said has come and is drawn, and a moment of the page's time has passed. */
  async rest() {
    await this.page.evaluate(() => /** @type {any} */ (window).witness?.rest());
    await this.page.clock.runFor(100);
  }

  async engineReady() {
    await this.page.clock.runFor(100);
    await this.page.waitForFunction(() => /** @type {any} */ (window).witness?.engine, undefined, { polling: 20 });
  }

  /** Everything that the viewer was told up to now. */
  async account() {
    const { notes, shown } = await this.page.evaluate(look);
    // The same document is read out in the same way.
    const read = `${shown.document} ${shown.focus} ${shown.values}`;
    if (read !== this.#read.document) this.#read = { document: read, aloud: await this.page.locator('body').ariaSnapshot() };
    /** @type {Account} */
    const account = {};
    for (const [part, text] of Object.entries({ ...shown, reader: this.#read.aloud })) account[part] = this.mask(text);
    // The name of the game is part of a key, and so of the order in which a browser keeps them.
    account.storage = account.storage?.split('\n').sort().join('\n') ?? '';
    for (const { kind, what } of [...notes, ...this.#outside.splice(0)]) {
      const text = this.mask(`${kind} ${JSON.stringify(what)}`);
      this.#tale(kind).add(text);
      // What comes by several ways comes in no certain order: one socket's end and another's frames, the network's word and the page's.
      if (!APART.includes(kind)) this.#tale('all in order').add(text);
    }
    for (const [kind, tale] of this.#tales) account[`noted: ${kind}`] = String(tale);
    return account;
  }

  /** @param {string} kind */
  #tale(kind) {
    const tale = this.#tales.get(kind) ?? new Tale();
    this.#tales.set(kind, tale);
    return tale;
  }

  /** The page as a picture once it has come to rest, but for the clock of somebody who is away. */
  async picture() {
    let latest = await this.#shot();
    for (let taken = 1; taken < STILL_AFTER; taken += 1) {
      const before = latest;
      latest = await this.#shot();
      if (latest.equals(before)) return latest;
    }
    throw new Error(`the page does not come to rest: ${STILL_AFTER} pictures, each unlike the one before`);
  }

  async #shot() {
    // What moves is at its end, not stopped on its way there: a stopped movement leaves what it moved on a drawing of its own.
    await this.page.evaluate(() => Promise.all(document.getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
      .map(({ finished }) => finished.catch(() => undefined))));
    return this.page.screenshot({ animations: 'disabled', mask: [this.page.locator('.presence.absent')] });
  }

  /** Has everything drawn anew, of which the page's own scripts notice nothing. */
  async redraw() {
    await this.page.emulateMedia({ media: 'print' });
    await this.page.screenshot();
    await this.page.emulateMedia({ media: null });
  }

  /** How many of a kind were noted. @param {string} kind */
  count(kind) {
    return this.#tales.get(kind)?.length ?? 0;
  }
}

/**
 * Where two accounts differ, part by part, each with its first difference.
 * @param {Account} one
 * @param {Account} other
 */
export function differences(one, other) {
  /** @type {Record<string, string>} */
  const found = {};
  for (const part of new Set([...Object.keys(one), ...Object.keys(other)])) {
    const [a, b] = [one[part] ?? '(nothing)', other[part] ?? '(nothing)'];
    if (a === b) continue;
    let at = 0;
    while (a[at] === b[at] && at < a.length) at += 1;
    const around = (/** @type {string} */ text) => JSON.stringify(text.slice(Math.max(0, at - 80), at + 160));
    found[part] = `${around(a)}\n  beside ${around(b)}`;
  }
  return found;
}

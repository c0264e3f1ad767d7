// Recorder of everything by which a page can tell its viewer something: frames, DOM changes, sounds, storage, requests, pictures. Two pages are
// compared by their recordings.

import { createHash } from 'node:crypto';

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {{ kind: string, what: unknown }} Note */
/** @typedef {Record<string, string>} Snapshot what a viewer's browser showed and did, by channel */

/** Channels compared on their own: their order relative to other channels is not fixed. */
const UNORDERED = ['socket closed', 'wire', 'console'];

/** Channels whose order depends on which part of a game of other rules comes first: the kinds of its pieces, or what is moved on its board. */
const LOADED = ['change', 'requested'];

/** How often in a row nothing may be on its way to the page before all of it has come. */
const CALM_LOOKS = 5;

/** The most looks, of 20 ms each or longer, until all of it has come. */
const MAX_LOOKS = 3_000;

/** The most pictures taken until two in a row are equal. */
const MAX_PICTURES = 20;

/**
 * Runs in the page before its own scripts and records what goes in and out, in order, under `window.recorder`. Sounds reach no device, time is
 * the test's, and random numbers are the same in every page.
 */
function installRecorder() {
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

  // ---- sound and vibration
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
    async suspend() {}
    async resume() {}
  }
  Object.assign(page, { AudioContext: Sounds, OscillatorNode: Tone, GainNode: Loudness });
  HTMLMediaElement.prototype.play = async function play() {
    note('sound', 'media', this.src);
  };
  page.speechSynthesis.speak = (/** @type {{ text: string }} */ { text }) => note('sound', 'speech', text);
  navigator.vibrate = (pattern) => note('vibration', pattern) > 0;

  // ---- notifications and the address
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

  // ---- DOM changes
  const markup = (/** @type {Node} */ node) => (node instanceof Element ? node.outerHTML : `${node.nodeName} ${node.nodeValue}`);
  /**
   * Leaves out the elements that the browser's driver inserts for a screenshot: how many it takes varies. Also the picture of the board from before the
   * scripts of the page: whether it is drawn depends on which comes first, and what it shows on the frame alone (`preview.test.ts`), which is compared.
   */
  const own = (/** @type {NodeList} */ nodes) =>
    [...nodes].filter((node) => !node.nodeName.startsWith('X-PW-') && !(node instanceof Element && node.id === 'preview'));
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
  // From when the page's own scripts start: in how many pieces the browser parses the file varies.
  document.addEventListener('readystatechange', () => {
    if (document.readyState === 'interactive') changes.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
  });

  // The caret blinks, and would be in some pictures only. The driver's own way to hide it changes the fields, which would be noted.
  const still = new CSSStyleSheet();
  still.replaceSync('* { caret-color: transparent !important }');
  document.adoptedStyleSheets.push(still);

  // ---- storage and requests
  const keep = Storage.prototype.setItem;
  Storage.prototype.setItem = function setItem(/** @type {string} */ key, /** @type {string} */ value) {
    note('stored', key, value);
    keep.call(this, key, value);
  };
  const ask = page.fetch.bind(page);
  page.fetch = (/** @type {any} */ url, /** @type {any} */ options) => {
    note('requested', String(url instanceof Request ? url.url : url), options?.method ?? 'GET', options?.body ?? null);
    return ask(url, options);
  };
  for (const name of ['sendBeacon', 'share']) {
    Object.defineProperty(navigator, name, { value: (/** @type {unknown[]} */ ...what) => note('requested', name, ...what) });
  }
  for (const name of /** @type {const} */ (['instantiate', 'instantiateStreaming'])) {
    const make = /** @type {(...what: any[]) => any} */ (WebAssembly[name]);
    WebAssembly[name] = async (/** @type {any[]} */ ...what) => {
      const made = await make.apply(WebAssembly, what);
      page.recorder.engine = true;
      return made;
    };
  }

  // ---- WebSocket frames
  const Socket = page.WebSocket;
  /** A message that the server does not know. When it answers, every frame that was on its way before has arrived. */
  const BARRIER = '{"type":"rest"}';
  /** @type {WebSocket | null} */
  let latest = null;
  /** Callbacks that wait for the answer to a barrier, by the socket that it was sent on. @type {Map<WebSocket, (() => void)[]>} */
  const waiting = new Map();
  const listen = (/** @type {WebSocket} */ socket) => {
    latest = socket;
    /** @type {(() => void)[]} */
    const pending = [];
    waiting.set(socket, pending);
    socket.addEventListener('message', (event) => {
      if (pending.length > 0 && String(event.data).includes('unknown variant `rest`')) {
        event.stopImmediatePropagation();
        pending.shift()?.();
      } else note('frame', event.data);
    });
    socket.addEventListener('close', ({ code, reason }) => {
      // A socket that the page has replaced is closed by the page or by the server, whichever comes first.
      if (socket === latest) note('socket closed', code, reason);
      else note('socket closed', 'replaced');
      for (const done of pending.splice(0)) done();
    });
  };
  page.WebSocket = class extends Socket {
    constructor(/** @type {any} */ url) {
      super(url);
      note('socket', String(url));
      listen(/** @type {any} */ (this));
    }
    send(/** @type {any} */ data) {
      note('sent', data);
      super.send(data);
    }
  };

  page.recorder = {
    engine: false,
    settle: async () => {
      const socket = latest;
      if (!socket) return;
      const until = (/** @type {WebSocket} */ one, /** @type {'open' | 'close'} */ what) => new Promise((done) => one.addEventListener(what, done));
      // One that is being opened says hello first.
      if (socket.readyState === Socket.CONNECTING) await Promise.race([until(socket, 'open'), until(socket, 'close')]);
      if (socket.readyState !== Socket.OPEN) return;
      const pending = waiting.get(socket);
      const answered = new Promise((done) => pending?.push(() => done(undefined)));
      Socket.prototype.send.call(socket, BARRIER);
      await answered;
      // The page closes those that it has replaced.
      await Promise.all([...waiting.keys()].filter(({ readyState }) => readyState === Socket.CLOSING).map((one) => until(one, 'close')));
    },
    take: () => notes.splice(0),
    inject: (/** @type {string} */ data) => latest?.dispatchEvent(new MessageEvent('message', { data })),
  };
}

/** Runs in the page and returns everything that can be seen or looked up in it now. */
async function inspectPage() {
  const values = [...document.querySelectorAll('input, textarea, select')].map((field) => /** @type {HTMLInputElement} */ (field).value);
  // A control that is switched off loses the focus with the next picture.
  const focus = document.activeElement?.matches(':disabled') ? document.body : document.activeElement;
  const notes = /** @type {any} */ (window).recorder?.take() ?? [];
  /** Returns all entries of caches, which the page itself writes. */
  const cached = async () => {
    const entries = [];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) entries.push([name, request.url, await (await cache.match(request))?.text()]);
    }
    return entries;
  };
  /** Returns the document. Parts of the page come in the order of the network: what says that they are there stands in one order. */
  const markup = () => {
    const copy = /** @type {Element} */ (document.documentElement.cloneNode(true));
    for (const table of copy.querySelectorAll('[data-rules][data-chooser]')) {
      for (const name of ['data-rules', 'data-chooser']) {
        const value = table.getAttribute(name) ?? '';
        table.removeAttribute(name);
        table.setAttribute(name, value);
      }
    }
    return copy.outerHTML;
  };
  return {
    notes: /** @type {Note[]} */ (notes),
    shown: {
      title: document.title,
      icons: [...document.querySelectorAll('link')].map(({ rel, href }) => `${rel} ${href}`).join('\n'),
      document: markup(),
      text: document.body.innerText,
      values: values.join('\n'),
      focus: `${focus?.tagName} ${focus?.getAttribute('aria-label')}`,
      scrolling: [...document.querySelectorAll('*')].filter(({ scrollTop, scrollLeft }) => scrollTop + scrollLeft > 0).map(({ className, scrollTop }) => `${className} ${scrollTop}`).join('\n'),
      address: `${location.href} ${history.length} ${JSON.stringify(history.state)} ${document.referrer}`,
      storage: location.protocol === 'about:' ? '' : [...Object.entries(localStorage).map((entry) => ['for good', entry]), ...Object.entries(sessionStorage).map((entry) => ['for the tab', entry])].map((entry) => JSON.stringify(entry)).join('\n'),
      cookies: location.protocol === 'about:' ? '' : document.cookie,
      databases: location.protocol === 'about:' ? '' : JSON.stringify(await indexedDB.databases()),
      caches: location.protocol === 'about:' ? '' : JSON.stringify(await cached()),
      workers: String((await navigator.serviceWorker?.getRegistrations())?.length),
    },
  };
}

/** A list that only grows, with a digest that any difference changes for good. */
class EventDigest {
  #sum = '';
  /** @type {string[]} */
  items = [];

  /** @param {string} item */
  add(item) {
    this.#sum = createHash('sha256').update(this.#sum).update(item).digest('hex');
    this.items.push(item);
  }

  toString() {
    return `${this.items.length} in all: ${this.#sum}`;
  }
}

/** The recording of one viewer's page, from the first byte on. */
export class PageRecorder {
  /** Digests of the notes so far, by kind, and of all of them in order. @type {Map<string, EventDigest>} */
  #digests = new Map();
  /** Frames as the browser's network layer reports them, and console messages, since the last snapshot. @type {Note[]} */
  #outside = [];
  /** True from a request for a part of the page to the next snapshot: what comes first, the part or what the socket brings, is up to the network. */
  #isLoading = false;
  #read = { document: '', aloud: '' };
  /** Requests of the page that are not answered yet. @type {Set<import('playwright-core').Request>} */
  #asked = new Set();

  /**
   * @param {Page} page
   * @param {(text: string) => string} mask
   * @param {boolean} hasOtherRules true for a game of other rules than those of chess, whose parts come in any order
   */
  constructor(page, mask, hasOtherRules) {
    this.page = page;
    this.mask = mask;
    this.hasOtherRules = hasOtherRules;
    page.on('websocket', (socket) => {
      socket.on('framereceived', ({ payload }) => {
        if (!payload.includes('unknown variant `rest`')) this.#outside.push({ kind: 'wire', what: payload.toString() });
      });
    });
    page.on('request', (request) => {
      this.#asked.add(request);
      if (['document', 'script'].includes(request.resourceType())) this.#isLoading = true;
    });
    page.on('requestfinished', (request) => this.#asked.delete(request));
    page.on('requestfailed', (request) => this.#asked.delete(request));
    page.on('console', (message) => this.#outside.push({ kind: 'console', what: `${message.type()} ${message.text()}` }));
    page.on('pageerror', ({ message }) => this.#outside.push({ kind: 'console', what: message }));
    page.on('dialog', (dialog) => void dialog.dismiss());
  }

  /** Installs the recorder, from the page's next navigation on. @param {Date} time */
  async install(time) {
    const { page } = this;
    await page.addInitScript(installRecorder);
    await page.addInitScript(() => localStorage.setItem('tabula:settings', '{"sound":true,"vibration":true}'));
    await page.clock.install({ time });
    await page.clock.pauseAt(new Date(time.getTime() + 1_000));
  }

  /** Waits until every frame of the server has arrived and is drawn, and 100 ms of the page's time have passed. */
  async settle() {
    await this.page.evaluate(() => /** @type {any} */ (window).recorder?.settle());
    await this.page.clock.runFor(100);
  }

  /** Waits until the engine is there, and the part that the page loads because of it. */
  async engineReady() {
    await this.page.clock.runFor(100);
    await this.page.waitForFunction(() => /** @type {any} */ (window).recorder?.engine, undefined, { polling: 20 });
    await this.page.locator('[data-chooser=loaded]').waitFor({ state: 'attached' });
  }

  /** Waits until the rules and the hands of a game of other rules are there, and all that the page loads because of them. */
  async rulesReady() {
    await this.page.locator('.hand').first().waitFor({ state: 'attached' });
    await this.page.waitForFunction(() => /** @type {any} */ (window).recorder?.engine, undefined, { polling: 20 });
    await this.partsReady();
    await this.page.clock.runFor(100);
  }

  /** Waits until nothing is on its way to the page. */
  async partsReady() {
    let looks = 0;
    for (let calm = 0; calm < CALM_LOOKS; calm = this.#asked.size === 0 ? calm + 1 : 0) {
      looks += 1;
      if (looks > MAX_LOOKS) throw new Error(`not answered: ${[...this.#asked].map((request) => request.url()).join(', ')}`);
      await new Promise((done) => setTimeout(done, 20));
      // What has come has been run.
      await this.page.evaluate(() => undefined);
    }
  }

  /** Returns everything that the viewer was shown or told up to now. */
  async snapshot() {
    const { notes, shown } = await this.page.evaluate(inspectPage);
    // The same document has the same accessibility tree.
    const read = `${shown.document} ${shown.focus} ${shown.values}`;
    if (read !== this.#read.document) this.#read = { document: read, aloud: await this.page.locator('body').ariaSnapshot() };
    /** @type {Snapshot} */
    const snapshot = {};
    for (const [part, text] of Object.entries({ ...shown, reader: this.#read.aloud })) snapshot[part] = this.mask(text);
    // Keys contain the id of the game, which decides the order in which the browser lists them.
    snapshot.storage = snapshot.storage?.split('\n').sort().join('\n') ?? '';
    for (const { kind, what } of this.#ordered([...notes, ...this.#outside.splice(0)])) {
      const text = this.mask(`${kind} ${JSON.stringify(what)}`);
      this.#digest(kind).add(text);
      // The order between these channels is not fixed: one socket's close and another's frames, the network's report and the page's.
      if (!this.#isLoading && !UNORDERED.includes(kind)) this.#digest('all in order').add(text);
    }
    this.#isLoading = false;
    for (const [kind, digest] of this.#digests) snapshot[`noted: ${kind}`] = String(digest);
    return snapshot;
  }

  /**
   * Returns notes in an order that does not depend on the network. While parts of a game of other rules are loaded, what was asked for is sorted, and
   * changes of the document are left out: what they led to is compared.
   * @param {Note[]} notes
   */
  #ordered(notes) {
    if (!this.#isLoading || !this.hasOtherRules) return notes;
    const asked = notes.filter(({ kind }) => kind === 'requested').map((note) => ({ note, text: this.mask(JSON.stringify(note.what)) }));
    asked.sort((a, b) => (a.text < b.text ? -1 : Number(a.text > b.text)));
    return [...notes.filter(({ kind }) => !LOADED.includes(kind)), ...asked.map(({ note }) => note)];
  }

  /** @param {string} kind */
  #digest(kind) {
    const digest = this.#digests.get(kind) ?? new EventDigest();
    this.#digests.set(kind, digest);
    return digest;
  }

  /** Takes a picture of the page once it no longer changes, without the countdown of an absent player. */
  async picture() {
    let latest = await this.#shot();
    for (let taken = 1; taken < MAX_PICTURES; taken += 1) {
      const before = latest;
      latest = await this.#shot();
      if (latest.equals(before)) return latest;
    }
    throw new Error(`the page does not come to rest: ${MAX_PICTURES} pictures, each unlike the one before`);
  }

  async #shot() {
    // Animations have ended and are not stopped midway: a stopped one leaves its element on a layer of its own.
    await this.page.evaluate(() => Promise.all(document.getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
      .map(({ finished }) => finished.catch(() => undefined))));
    return this.page.screenshot({ animations: 'disabled', caret: 'initial', mask: [this.page.locator('.presence.absent')] });
  }

  /** Forces a full redraw, which the page's scripts cannot notice. */
  async redraw() {
    await this.page.emulateMedia({ media: 'print' });
    await this.page.screenshot({ caret: 'initial' });
    await this.page.emulateMedia({ media: null });
  }

  /** Returns the number of notes of a kind. @param {string} kind */
  count(kind) {
    return this.#digests.get(kind)?.items.length ?? 0;
  }

  /** Returns the notes of a kind so far, in order. @param {string} kind */
  notes(kind) {
    return this.#digests.get(kind)?.items ?? [];
  }
}

/** The most characters of a note, and the most notes, that a difference shows. */
const SHOWN = { letters: 400, notes: 6 };

/**
 * Returns what was noted by each of two pages from the first note on in which they differ.
 * @param {readonly string[]} one
 * @param {readonly string[]} other
 */
export function firstDifference(one, other) {
  const at = one.findIndex((note, index) => note !== other[index]);
  const from = at === -1 ? one.length : at;
  const shown = (/** @type {readonly string[]} */ notes) =>
    notes.slice(from, from + SHOWN.notes).map((note) => `  ${note.length > SHOWN.letters ? `${note.slice(0, SHOWN.letters)}…` : note}\n`).join('');
  return `from note ${from + 1} on:\n${shown(one)}beside\n${shown(other)}`;
}

/**
 * Returns the parts in which two snapshots differ, each with its first difference.
 * @param {Snapshot} one
 * @param {Snapshot} other
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

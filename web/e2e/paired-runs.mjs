// Paired runs: two games that differ only in what the viewer may not know, played side by side. The viewer has a real page, everybody else sockets.
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { joinGame, TIMEOUT_MS } from './player.mjs';
import { differences, firstDifference, PageRecorder } from './recorder.mjs';
import { results, root } from './server.mjs';

/** @typedef {import('playwright-core').Browser} Browser */
/** @typedef {import('playwright-core').Page} Page */
/** @typedef {import('./recorder.mjs').Snapshot} Snapshot */
/** @typedef {'w' | 'b'} Color */
/**
 * An action of one person: a message on their socket, or its close. The viewer's socket is the page's.
 * @typedef {{ socket: string, send?: any, close?: boolean, by?: 'tap' | 'drag' | 'type' }} Action
 */
/** @typedef {{ one: Action | null, other: Action | null }} Step */
/** The viewer of a pair: a player, or a spectator. @typedef {Color | 'spectator'} Viewer */
/**
 * @typedef {object} PairedRun
 * @property {'blind' | 'vanilla'} mode
 * @property {string} moderator
 * @property {Color} creator
 * @property {Viewer} viewer
 * @property {string} [ruleset] chess by default
 * @property {boolean} [highlighting] whether the page marks where a piece may go; true by default
 * @property {Step[]} steps
 */

/** The game's ids in the recorded runs, for its players and for spectators, and the first letters of the seats' tokens: the viewer's, and the opponent's in each game. */
const GAME = 'abcd1234';
const WATCHED = 'wxyz5678';
const SEAT_LETTERS = 'vhgpq';

/** Reads pairs from a file of the server's tests. @param {string} name @returns {PairedRun[]} */
const readRuns = (name) => JSON.parse(readFileSync(path.join(root, 'server/tests', name), 'utf8'));

/** Returns the pairs of chess recorded by the session's tests in which the viewer is a player. (A page does not send a touch of the hand, as those with hands do.) */
export const recordedRuns = () => readRuns('paired_runs.json').filter(({ viewer, ruleset }) => ruleset === undefined && (viewer === 'w' || viewer === 'b'));

/** Returns the pairs with hands that are written by hand, for both players and a spectator. */
export const runsWithHands = () => readRuns('paired_scripts.json');

/** Runs in a page of its own and holds the sockets of everybody but the viewer. */
function openOtherSockets() {
  /** @type {Map<string, WebSocket>} */
  const sockets = new Map();
  /** @type {Map<string, string[]>} */
  const received = new Map();
  const page = /** @type {any} */ (window);
  /** @param {string} name @param {string} game @returns {Promise<WebSocket>} */
  const socketOf = async (name, game) => {
    const open = sockets.get(name);
    if (open) return open;
    const socket = new WebSocket(`ws://${location.host}/ws?game=${game}`);
    sockets.set(name, socket);
    /** @type {string[]} */
    const frames = [];
    received.set(name, frames);
    socket.onmessage = ({ data }) => frames.push(data);
    await new Promise((done) => (socket.onopen = socket.onclose = done));
    return socket;
  };
  /** Sends a message and returns the answer: the first frame that is not about presence. */
  page.send = async (/** @type {string} */ name, /** @type {string} */ game, /** @type {string} */ text) => {
    const socket = await socketOf(name, game);
    if (socket.readyState !== WebSocket.OPEN) return null;
    const answer = new Promise((done) => {
      socket.addEventListener('message', function listen({ data }) {
        if (String(data).includes('"type":"peer-status"')) return;
        socket.removeEventListener('message', listen);
        done(data);
      });
      socket.addEventListener('close', () => done(null));
    });
    socket.send(text);
    return answer;
  };
  page.close = async (/** @type {string} */ name) => {
    const socket = sockets.get(name);
    if (!socket || socket.readyState === WebSocket.CLOSED) return;
    const closed = new Promise((done) => socket.addEventListener('close', done));
    socket.close();
    await closed;
  };
  /** A third person connects, is answered, and leaves. */
  page.probe = async (/** @type {string} */ game, /** @type {string} */ text) => {
    await page.send('stranger', game, text);
    await page.close('stranger');
    sockets.delete('stranger');
  };
  page.received = () => [...received.values()].flat();
}

/** One of the two games of a pair. */
class GameRun {
  /** The real tokens, by the letter that stands for each. @type {Map<string, string>} */
  #tokens = new Map();
  /** @type {Set<string>} */
  #pageSockets = new Set();
  /** Ids of commands already given: a page gives each once. @type {Set<string>} */
  #given = new Set();
  /** True if the page has loaded its engine. */
  #ready = false;
  /** @type {PageRecorder} */
  recorder;

  /**
   * @param {PairedRun} run
   * @param {string} url
   * @param {string} game
   * @param {string | undefined} watched the game's id for spectators, where it allows them
   * @param {Page} others
   * @param {Page} page
   */
  constructor(run, url, game, watched, others, page) {
    this.run = run;
    this.url = url;
    this.game = game;
    this.watched = watched;
    this.others = others;
    /** Frames that the viewer received. @type {string[]} */
    this.received = [];
    /** Frames that the viewer sent. @type {string[]} */
    this.sent = [];
    page.on('websocket', (socket) => {
      socket.on('framereceived', ({ payload }) => this.received.push(payload.toString()));
      socket.on('framesent', ({ payload }) => this.sent.push(payload.toString()));
    });
    this.recorder = new PageRecorder(page, (text) => this.masked(text), run.ruleset !== undefined);
  }

  /**
   * @param {Browser} browser
   * @param {string} url
   * @param {PairedRun} run
   * @param {Date} time
   */
  static async of(browser, url, run, time) {
    const strangers = await browser.newContext();
    await strangers.addInitScript(openOtherSockets);
    const others = await strangers.newPage();
    await others.goto(`${url}/api/health`);
    const side = run.creator === 'w' ? 'white' : 'black';
    const isWatched = run.viewer === 'spectator';
    const { gameId, creatorToken, watchUrl } = await others.evaluate(async (asked) => {
      const answer = await fetch('/api/games', {
        method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(asked),
      });
      return await answer.json();
    }, { mode: run.mode, side, highlightingEnabled: run.highlighting ?? true, moderator: run.moderator, ...(run.ruleset && { ruleset: run.ruleset }), ...(isWatched && { spectators: { allowed: true, delaySeconds: 0 } }) });
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
    context.setDefaultTimeout(TIMEOUT_MS);
    const page = await context.newPage();
    const game = new GameRun(run, url, gameId, watchUrl?.replace('/w/', ''), others, page);
    await game.recorder.install(time);
    if (run.creator === run.viewer) {
      game.#tokens.set('v', creatorToken);
      await page.addInitScript(([key, token]) => localStorage.setItem(key ?? '', token ?? ''), [`bc:${gameId}`, creatorToken]);
    } else {
      for (const letter of 'hg') game.#tokens.set(letter, creatorToken);
    }
    return game;
  }

  get page() {
    return this.recorder.page;
  }

  /**
   * Replaces what differs between any two games: random ids and tokens, and the time of day. (That times tell nothing either is shown where the
   * test owns the clock: in the tests of the session and of the server.)
   * @param {string} text
   */
  masked(text) {
    const token = this.#tokens.get('v');
    const named = text.replaceAll(this.game, GAME).replaceAll(this.watched ?? WATCHED, WATCHED).replaceAll(token ?? GAME, 'v'.repeat(24));
    return named
      .replace(/(?:M[0-9]+ [0-9]+h1v1h-1z)+/g, 'the link')
      .replace(/(\\*"(?:at|graceUntil|now|timestamp)\\*":)[0-9]+/g, '$1 0')
      .replace(/(loses in )[0-9]:[0-9]{2}/g, '$1-:--');
  }

  /** Lets the parts of the page arrive late, by different times: what depends on their order would differ by chance only. */
  async slowDown() {
    let asked = 0;
    await this.page.route('**/assets/*', async (route) => {
      asked += 1;
      await new Promise((done) => setTimeout(done, 80 * (asked % 4)));
      // The page may have been closed meanwhile.
      await route.continue().catch(() => undefined);
    });
  }

  /** @param {Action} action */
  async act(action) {
    if (action.socket.startsWith('viewer')) await this.#actAtPage(action);
    else if (action.close) await this.others.evaluate((name) => /** @type {any} */ (window).close(name), action.socket);
    else await this.#send(action.socket, { ...action.send });
    await this.#settle();
    if (!this.#ready && (await this.page.getByRole('grid').count()) > 0) {
      if (this.run.viewer !== 'spectator') await this.recorder.engineReady();
      if (this.run.ruleset) await this.recorder.rulesReady();
      this.#ready = true;
    }
  }

  /** @param {string} socket @param {any} message */
  async #send(socket, message) {
    const letter = message.token?.[0];
    const token = this.#tokens.get(letter);
    if (token) message.token = token;
    // A player who takes an open seat has no token yet.
    else if (SEAT_LETTERS.includes(letter)) delete message.token;
    if (message.gameId === GAME) message.gameId = this.game;
    const answer = await this.others.evaluate(
      ([name, game, text]) => /** @type {any} */ (window).send(name, game, text),
      [socket, this.game, JSON.stringify(message)],
    );
    const given = answer === null ? undefined : JSON.parse(answer).token;
    if (letter && given) this.#tokens.set(letter, given);
  }

  /** Waits until all consequences have happened: the game has handled everything before when it answers a third person. */
  async #settle() {
    const hello = { type: 'hello', gameId: this.game, joinAs: this.run.creator };
    await this.others.evaluate(([game, text]) => /** @type {any} */ (window).probe(game, text), [this.game, JSON.stringify(hello)]);
    await this.recorder.settle();
  }

  /** @param {Action} action */
  async #actAtPage({ socket, send, close, by }) {
    const { page } = this;
    if (close) {
      this.#pageSockets.clear();
      this.#ready = false;
      await page.goto('about:blank');
    } else if (send.type === 'spectator.join') {
      this.#pageSockets.add(socket);
      await page.goto(`${this.url}/w/${this.watched}`);
      await page.getByRole('grid').waitFor();
      const token = await page.evaluate((key) => localStorage.getItem(key), `bc:${this.watched}:watcher`);
      if (token) this.#tokens.set('v', token);
    } else if (send.type === 'hello') {
      const isThere = this.#pageSockets.size > 0;
      this.#pageSockets.add(socket);
      // Being online again makes the page ask for everything on a new socket.
      if (isThere) await page.evaluate(() => window.dispatchEvent(new Event('online')));
      else if (this.#tokens.has('v')) await page.goto(`${this.url}/g/${this.game}`);
      else await joinGame(page, `${this.url}/g/${this.game}`);
      // Before the opponent joins, the page shows the QR code of the link.
      await page.getByRole('grid').or(page.getByRole('img', { name: 'QR code' })).first().waitFor();
      const token = await page.evaluate((key) => localStorage.getItem(key), `bc:${this.game}`);
      if (token) this.#tokens.set('v', token);
      if (this.run.ruleset) await this.recorder.partsReady();
    } else if (this.#pageSockets.has(socket) && !this.#given.has(send.id)) {
      if (send.id) this.#given.add(send.id);
      await this.#touch(send, by);
    }
  }

  /** Does at the board and its buttons what the page allows; anything else is skipped. @param {any} send @param {Action['by']} by */
  async #touch(send, by = send.to === undefined ? 'drag' : 'type') {
    const { page } = this;
    const press = async (/** @type {string} */ name) => {
      const button = page.getByRole('button', { name, exact: true, disabled: false });
      if ((await button.count()) > 0) await button.click();
    };
    if (send.type === 'offer-draw') {
      await press('Draw');
      await press('Offer draw');
    } else if (send.type === 'respond-draw') {
      await press(send.accept ? 'Accept draw' : 'Decline');
    } else if (send.type === 'commit') {
      const { from, to = from, promotion } = send;
      if (by === 'type') await this.#type(`${from}${to}`);
      else if (by === 'tap') await this.#tap([from, to]);
      else await this.#drag(from, to);
      if (promotion && (await this.#offersChoice())) await page.locator('.chooser').getByRole('button', { name: `Promote to ${KINDS[promotion]}` }).click();
    } else if (send.type === 'drop') {
      await this.#drop(send, by);
    }
  }

  /** Drops a piece from the own hand, or touches it alone. What is not in the hand can only be typed. @param {any} send @param {Action['by']} by */
  async #drop({ piece, to }, by) {
    const held = this.page.locator(`button[data-drop="${piece}"]:enabled`);
    if (to !== undefined && (by === 'type' || (await held.count()) === 0)) await this.#type(`${piece.at(-1).toUpperCase()}@${to}`);
    else if (to !== undefined && by === 'drag') await this.#dragFrom(held, to);
    else if ((await held.count()) > 0) {
      // A second click would put it back.
      if ((await held.getAttribute('aria-pressed')) !== 'true') await held.click();
      if (to !== undefined) await this.#tap([to]);
    }
  }

  /** Returns whether the page offers the choice of a promotion, by itself or because the server asks. The part that shows it was loaded with the engine. */
  async #offersChoice() {
    await this.#settle();
    return this.page.locator('.chooser').isVisible();
  }

  /** @param {string} text */
  async #type(text) {
    await this.page.locator('[data-typed]').fill(text);
    await this.page.keyboard.press('Enter');
  }

  /** @param {string[]} cells */
  async #tap(cells) {
    for (const cell of cells) await this.page.locator(`[data-cell="${cell}"]`).click();
  }

  /** @param {string} from @param {string} to */
  #drag(from, to) {
    return this.#dragFrom(this.page.locator(`[data-cell="${from}"]`), to);
  }

  /** @param {import('playwright-core').Locator} piece @param {string} to */
  async #dragFrom(piece, to) {
    const middle = async (/** @type {import('playwright-core').Locator} */ place) => {
      const box = await place.boundingBox();
      assert.ok(box);
      return /** @type {const} */ ([box.x + box.width / 2, box.y + box.height / 2]);
    };
    const { mouse } = this.page;
    const [x, y] = await middle(piece);
    await mouse.move(x, y);
    await mouse.down();
    await mouse.move(x + 9, y + 9);
    // The answer to the touch arrives before the piece is dropped: otherwise either could come first.
    await this.#settle();
    await mouse.move(...(await middle(this.page.locator(`[data-cell="${to}"]`))));
    await mouse.up();
  }

  /** Runs a seeded leak in this page. @param {() => void} leak */
  async leak(leak) {
    await this.page.evaluate(leak);
    await this.recorder.settle();
  }

  /** Injects a frame that the server did not send. @param {string} text */
  async inject(text) {
    await this.page.evaluate((data) => /** @type {any} */ (window).recorder.inject(data), text);
    await this.recorder.settle();
  }

  /** Returns the frames that the others received. */
  async othersReceived() {
    return this.masked((await this.others.evaluate(() => /** @type {any} */ (window).received())).join('\n'));
  }

  async close() {
    await Promise.all([this.page.context().close(), this.others.context().close()]);
  }
}

/** @type {Record<string, string>} */
const KINDS = { q: 'queen', r: 'rook', b: 'bishop', n: 'knight' };

/** The largest difference of a colour channel, of 255, that rounding may cause. */
export const MAX_COLOUR_DIFFERENCE = 2;

/** How often pages that look different are redrawn before they count as different. */
const MAX_REDRAWS = 4;

/** A pair of games, compared after every step. */
export class Pair {
  /**
   * @param {GameRun} one
   * @param {GameRun} other
   * @param {PairedRun} run
   */
  constructor(one, other, run) {
    this.one = one;
    this.other = other;
    this.run = run;
  }

  /** @param {Browser} browser @param {string} url @param {PairedRun} run */
  static async of(browser, url, run) {
    const time = new Date();
    const [one, other] = await Promise.all([GameRun.of(browser, url, run, time), GameRun.of(browser, url, run, time)]);
    await other.slowDown();
    return new Pair(one, other, run);
  }

  get games() {
    return /** @type {const} */ (['one', 'other']).map((name) => ({ name, game: this[name] }));
  }

  /** Does one step in each game. @param {Step} step */
  async act(step) {
    await Promise.all(this.games.map(async ({ name, game }) => {
      const action = step[/** @type {'one' | 'other'} */ (name)];
      if (action) await game.act(action);
      else await game.recorder.settle();
    }));
  }

  async differences() {
    const [one, other] = await Promise.all([this.one.recorder.snapshot(), this.other.recorder.snapshot()]);
    const found = differences(one, other);
    for (const part of Object.keys(found)) {
      const [, kind] = /^noted: (.*)$/.exec(part) ?? [];
      if (kind !== undefined) found[part] += `\n${firstDifference(this.one.recorder.notes(kind), this.other.recorder.notes(kind))}`;
    }
    return found;
  }

  /** Plays a whole run and fails on anything by which the viewer can tell the games apart. @param {string} label */
  async play(label) {
    for (const [index, step] of this.run.steps.entries()) {
      await this.act(step);
      assert.deepEqual(await this.differences(), {}, `${label}, step ${index}: ${JSON.stringify(step)}`);
    }
    await this.#comparePictures(label);
    // The others received different frames in each game: the runs are not copies.
    assert.notEqual(await this.one.othersReceived(), await this.other.othersReceived(), label);
  }

  /** Asserts that the pages look the same. @param {string} label */
  async #comparePictures(label) {
    const { most, pictures } = await this.pictures();
    if (most <= MAX_COLOUR_DIFFERENCE) return;
    mkdirSync(results, { recursive: true });
    for (const { name, bytes } of pictures) writeFileSync(path.join(results, `paired-${name}.png`), bytes);
    assert.fail(`${label}: the pictures differ by ${most} of 255, see ${results}/paired-*.png`);
  }

  /**
   * Takes pictures of both pages and measures their largest colour difference. After an animation the browser redraws only damaged areas, and what
   * remains at the edges of shapes depends on timing. A full redraw removes it; a real difference stays.
   */
  async pictures() {
    for (let drawn = 1; ; drawn += 1) {
      const pictures = await Promise.all(this.games.map(async ({ name, game }) => ({ name, bytes: await game.recorder.picture() })));
      const most = await this.#apart(pictures.map(({ bytes }) => bytes));
      if (most <= MAX_COLOUR_DIFFERENCE || drawn === MAX_REDRAWS) return { most, pictures };
      await Promise.all(this.games.map(({ game }) => game.recorder.redraw()));
    }
  }

  /** Returns the largest difference of a colour channel between two pictures. @param {Buffer[]} pictures */
  async #apart(pictures) {
    return this.one.others.evaluate(async (both) => {
      const [a, b] = await Promise.all(both.map(async (text) => {
        const image = await createImageBitmap(new Blob([Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))]));
        const canvas = new OffscreenCanvas(image.width, image.height).getContext('2d');
        canvas?.drawImage(image, 0, 0);
        return canvas?.getImageData(0, 0, image.width, image.height).data ?? new Uint8ClampedArray();
      }));
      return a && b && a.length === b.length ? a.reduce((worst, value, at) => Math.max(worst, Math.abs(value - (b[at] ?? 0))), 0) : 255;
    }, pictures.map((bytes) => bytes.toString('base64')));
  }

  async close() {
    await Promise.all([this.one.close(), this.other.close()]);
  }
}

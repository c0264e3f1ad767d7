// Two games that differ only in what the viewer may not know, played side by side: the viewer at a real page, everybody else by sockets.
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { PATIENCE_MS, results, root } from './support.mjs';
import { differences, Witness } from './witness.mjs';

/** @typedef {import('playwright-core').Browser} Browser */
/** @typedef {import('playwright-core').Page} Page */
/** @typedef {import('./witness.mjs').Account} Account */
/** @typedef {'w' | 'b'} Color */
/** @typedef {{ from: string, to?: string, promotion?: string }} Try */
/**
 * What somebody does: a message on a socket of theirs, or its end. A viewer's socket is the page.
 * @typedef {{ socket: string, send?: any, close?: boolean, by?: 'tap' | 'drag' | 'word' }} Deed
 */
/** @typedef {{ one: Deed | null, other: Deed | null }} Step */
/**
 * @typedef {object} Twin
 * @property {'blind' | 'vanilla'} mode
 * @property {string} moderator
 * @property {Color} creator
 * @property {Color} viewer
 * @property {boolean} [highlighting] whether the page marks where a piece may go; it does, if it is not said
 * @property {Step[]} steps
 */

/** What the twins call the game, and the tokens of its seats: the viewer's, and those of the other in each world. */
const GAME = 'abcd1234';
const SEATED = 'vhgpq';

/** The pairs that the session's tests have worked out, with those of players. @returns {Twin[]} */
export function kept() {
  const twins = JSON.parse(readFileSync(path.join(root, 'server/tests/twins.json'), 'utf8'));
  return twins.filter((/** @type {{ viewer: string }} */ { viewer }) => viewer === 'w' || viewer === 'b');
}

/** Runs in a page of its own: sockets for those who are not the viewer. */
function lendHands() {
  /** @type {Map<string, WebSocket>} */
  const sockets = new Map();
  /** @type {Map<string, string[]>} */
  const heard = new Map();
  const page = /** @type {any} */ (window);
  /** @param {string} name @param {string} game @returns {Promise<WebSocket>} */
  const socketOf = async (name, game) => {
    const open = sockets.get(name);
    if (open) return open;
    const socket = new WebSocket(`ws://${location.host}/ws?game=${game}`);
    sockets.set(name, socket);
    /** @type {string[]} */
    const frames = [];
    heard.set(name, frames);
    socket.onmessage = ({ data }) => frames.push(data);
    await new Promise((done) => (socket.onopen = socket.onclose = done));
    return socket;
  };
  /** Sends, and gives the answer back: the first frame that is not about presence. */
  page.say = async (/** @type {string} */ name, /** @type {string} */ game, /** @type {string} */ text) => {
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
  page.end = async (/** @type {string} */ name) => {
    const socket = sockets.get(name);
    if (!socket || socket.readyState === WebSocket.CLOSED) return;
    const closed = new Promise((done) => socket.addEventListener('close', done));
    socket.close();
    await closed;
  };
  /** A stranger asks, is answered, and goes. */
  page.knock = async (/** @type {string} */ game, /** @type {string} */ text) => {
    await page.say('stranger', game, text);
    await page.end('stranger');
    sockets.delete('stranger');
  };
  page.heard = () => [...heard.values()].flat();
}

/** One of the two games. */
class World {
  /** The real tokens, by the letter that stands for each. @type {Map<string, string>} */
  #tokens = new Map();
  /** @type {Set<string>} */
  #pageSockets = new Set();
  /** Names of commands that have been given. A page gives each once. @type {Set<string>} */
  #given = new Set();
  /** The page has its engine. */
  #ready = false;
  /** @type {Witness} */
  witness;

  /**
   * @param {Twin} twin
   * @param {string} url
   * @param {string} game
   * @param {Page} hands
   * @param {Page} page
   */
  constructor(twin, url, game, hands, page) {
    this.twin = twin;
    this.url = url;
    this.game = game;
    this.hands = hands;
    /** Every frame that the viewer got. @type {string[]} */
    this.heard = [];
    /** Every frame that the viewer sent. @type {string[]} */
    this.said = [];
    page.on('websocket', (socket) => {
      socket.on('framereceived', ({ payload }) => this.heard.push(payload.toString()));
      socket.on('framesent', ({ payload }) => this.said.push(payload.toString()));
    });
    this.witness = new Witness(page, (text) => this.masked(text));
  }

  /**
   * @param {Browser} browser
   * @param {string} url
   * @param {Twin} twin
   * @param {Date} time
   */
  static async of(browser, url, twin, time) {
    const strangers = await browser.newContext();
    await strangers.addInitScript(lendHands);
    const hands = await strangers.newPage();
    await hands.goto(`${url}/api/health`);
    const side = twin.creator === 'w' ? 'white' : 'black';
    const { gameId, creatorToken } = await hands.evaluate(async (asked) => {
      const answer = await fetch('/api/games', {
        method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(asked),
      });
      return await answer.json();
    }, { mode: twin.mode, side, highlightingEnabled: twin.highlighting ?? true, moderator: twin.moderator });
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
    context.setDefaultTimeout(PATIENCE_MS);
    const page = await context.newPage();
    const world = new World(twin, url, gameId, hands, page);
    await world.witness.attend(time);
    if (twin.creator === twin.viewer) {
      world.#tokens.set('v', creatorToken);
      await page.addInitScript(([key, token]) => localStorage.setItem(key ?? '', token ?? ''), [`bc:${gameId}`, creatorToken]);
    } else {
      for (const letter of 'hg') world.#tokens.set(letter, creatorToken);
    }
    return world;
  }

  get page() {
    return this.witness.page;
  }

  /**
   * Without what has to differ between any two games made alike: the names that chance gave, and the time of day. (That times tell nothing
   * either is shown where the clock is the test's: in the tests of the session and of the server.)
   * @param {string} text
   */
  masked(text) {
    const token = this.#tokens.get('v');
    const named = text.replaceAll(this.game, GAME).replaceAll(token ?? GAME, 'v'.repeat(24));
    return named
      .replace(/(?:M[0-9]+ [0-9]+h1v1h-1z)+/g, 'the link')
      .replace(/(\\*"(?:at|graceUntil)\\*":)[0-9]+/g, '$1 0')
      .replace(/(loses in )[0-9]:[0-9]{2}/g, '$1-:--');
  }

  /** @param {Deed} deed */
  async act(deed) {
    if (deed.socket.startsWith('viewer')) await this.#actAtPage(deed);
    else if (deed.close) await this.hands.evaluate((name) => /** @type {any} */ (window).end(name), deed.socket);
    else await this.#say(deed.socket, { ...deed.send });
    await this.#settle();
    if (!this.#ready && (await this.page.getByRole('grid').count()) > 0) {
      await this.witness.engineReady();
      this.#ready = true;
    }
  }

  /** @param {string} socket @param {any} message */
  async #say(socket, message) {
    const letter = message.token?.[0];
    const token = this.#tokens.get(letter);
    if (token) message.token = token;
    // Whoever takes an open seat has no token yet.
    else if (SEATED.includes(letter)) delete message.token;
    if (message.gameId === GAME) message.gameId = this.game;
    const answer = await this.hands.evaluate(
      ([name, game, text]) => /** @type {any} */ (window).say(name, game, text),
      [socket, this.game, JSON.stringify(message)],
    );
    const given = answer === null ? undefined : JSON.parse(answer).token;
    if (letter && given) this.#tokens.set(letter, given);
  }

  /** Whatever follows from what was done has happened. The game has taken in all that reached it when it answers a stranger in its turn. */
  async #settle() {
    const hello = { type: 'hello', gameId: this.game, joinAs: this.twin.creator };
    await this.hands.evaluate(([game, text]) => /** @type {any} */ (window).knock(game, text), [this.game, JSON.stringify(hello)]);
    await this.witness.rest();
  }

  /** @param {Deed} deed */
  async #actAtPage({ socket, send, close, by }) {
    const { page } = this;
    if (close) {
      this.#pageSockets.clear();
      this.#ready = false;
      await page.goto('about:blank');
    } else if (send.type === 'hello') {
      const isThere = this.#pageSockets.size > 0;
      this.#pageSockets.add(socket);
      // Being online again makes the page ask for everything on a new socket.
      if (isThere) await page.evaluate(() => window.dispatchEvent(new Event('online')));
      else await page.goto(`${this.url}/g/${this.game}`);
      // Alone at the table one waits for the other beside a picture of the link.
      await page.getByRole('grid').or(page.getByRole('img', { name: 'QR code' })).first().waitFor();
      const token = await page.evaluate((key) => localStorage.getItem(key), `bc:${this.game}`);
      if (token) this.#tokens.set('v', token);
    } else if (this.#pageSockets.has(socket) && !this.#given.has(send.id)) {
      if (send.id) this.#given.add(send.id);
      await this.#touch(send, by);
    }
  }

  /** What a hand can do at the board and its buttons; what the page does not let it do is not done. @param {any} send @param {Deed['by']} by */
  async #touch(send, by = send.to === undefined ? 'drag' : 'word') {
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
      if (by === 'word') await this.#type(`${from}${to}`);
      else if (by === 'tap') await this.#tap([from, to]);
      else await this.#drag(from, to);
      if (promotion && (await page.locator('.chooser').count()) > 0) await page.locator('.chooser').getByRole('button', { name: `Promote to ${KINDS[promotion]}` }).click();
    }
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
  async #drag(from, to) {
    const middle = async (/** @type {string} */ cell) => {
      const box = await this.page.locator(`[data-cell="${cell}"]`).boundingBox();
      assert.ok(box);
      return /** @type {const} */ ([box.x + box.width / 2, box.y + box.height / 2]);
    };
    const { mouse } = this.page;
    const [x, y] = await middle(from);
    await mouse.move(x, y);
    await mouse.down();
    await mouse.move(x + 9, y + 9);
    // What answers the touch is there before the piece is put down: else either could come first.
    await this.#settle();
    await mouse.move(...(await middle(to)));
    await mouse.up();
  }

  /** Something that this page does and the other not. @param {() => void} leak */
  async leak(leak) {
    await this.page.evaluate(leak);
    await this.witness.rest();
  }

  /** A frame that the server did not send. @param {string} text */
  async hear(text) {
    await this.page.evaluate((data) => /** @type {any} */ (window).witness.hear(data), text);
    await this.witness.rest();
  }

  /** What the others were sent. */
  async othersHeard() {
    return this.masked((await this.hands.evaluate(() => /** @type {any} */ (window).heard())).join('\n'));
  }

  async close() {
    await Promise.all([this.page.context().close(), this.hands.context().close()]);
  }
}

/** @type {Record<string, string>} */
const KINDS = { q: 'queen', r: 'rook', b: 'bishop', n: 'knight' };

/** How far colours may be apart, of 255: what a browser rounds now up, now down. */
export const INVISIBLE = 2;

/** How often pages that look different are drawn before they count as different. */
const DRAWN_ANEW = 4;

/** A pair of worlds, compared after every step. */
export class Pair {
  /**
   * @param {World} one
   * @param {World} other
   * @param {Twin} twin
   */
  constructor(one, other, twin) {
    this.one = one;
    this.other = other;
    this.twin = twin;
  }

  /** @param {Browser} browser @param {string} url @param {Twin} twin */
  static async of(browser, url, twin) {
    const time = new Date();
    const [one, other] = await Promise.all([World.of(browser, url, twin, time), World.of(browser, url, twin, time)]);
    return new Pair(one, other, twin);
  }

  get worlds() {
    return /** @type {const} */ (['one', 'other']).map((name) => ({ name, world: this[name] }));
  }

  /** Does what a step says in each world. @param {Step} step */
  async act(step) {
    await Promise.all(this.worlds.map(async ({ name, world }) => {
      const deed = step[/** @type {'one' | 'other'} */ (name)];
      if (deed) await world.act(deed);
      else await world.witness.rest();
    }));
  }

  async differences() {
    const [one, other] = await Promise.all([this.one.witness.account(), this.other.witness.account()]);
    return differences(one, other);
  }

  /** Plays a whole twin; whatever the viewer can tell by is a fault. @param {string} label */
  async play(label) {
    for (const [index, step] of this.twin.steps.entries()) {
      await this.act(step);
      assert.deepEqual(await this.differences(), {}, `${label}, step ${index}: ${JSON.stringify(step)}`);
    }
    await this.#look(label);
    // Who is not the viewer was sent something else in each world: the twins are no copies.
    assert.notEqual(await this.one.othersHeard(), await this.other.othersHeard(), label);
  }

  /** The pages look the same. @param {string} label */
  async #look(label) {
    const { most, pictures } = await this.pictures();
    if (most <= INVISIBLE) return;
    mkdirSync(results, { recursive: true });
    for (const { name, bytes } of pictures) writeFileSync(path.join(results, `twin-${name}.png`), bytes);
    assert.fail(`${label}: the pictures differ by ${most} of 255, see ${results}/twin-*.png`);
  }

  /**
   * What the pages look like, and how far they are apart. After a movement a browser draws anew only where it thinks it has to; what that leaves at
   * the edges of shapes depends on how fast it was. It is gone when everything is drawn anew, and what a page shows is not.
   */
  async pictures() {
    for (let drawn = 1; ; drawn += 1) {
      const pictures = await Promise.all(this.worlds.map(async ({ name, world }) => ({ name, bytes: await world.witness.picture() })));
      const most = await this.#apart(pictures.map(({ bytes }) => bytes));
      if (most <= INVISIBLE || drawn === DRAWN_ANEW) return { most, pictures };
      await Promise.all(this.worlds.map(({ world }) => world.witness.redraw()));
    }
  }

  /** How far the colours of two pictures are apart at the most. @param {Buffer[]} pictures */
  async #apart(pictures) {
    return this.one.hands.evaluate(async (both) => {
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

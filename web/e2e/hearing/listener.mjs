// One player who only hears, at one page: types and presses keys, hears what live regions say, reads what has a name. Beside the player runs the
// check: what was heard and can be read, against the frames that the page received.
import assert from 'node:assert/strict';
import { TIMEOUT_MS } from '../player.mjs';
import { Known, surplus } from './facts.mjs';
import { ASIDE, later, LOG, REVIEW, texts, understand } from './grammar.mjs';
import { faultsOf, logLinesOf } from './readable.mjs';
import { nodesOf, Reader, textOf } from './reader.mjs';

/** How long the page is waited for until it says everything: a busy machine is no fault of it. */
const PATIENCE_MS = TIMEOUT_MS;
const PAUSE_MS = 25;
/** The most Tab presses until a control must have been reached. */
const MOST_TABS = 60;

export class Listener {
  known = new Known();
  /** Everything in order, for the report of a fault. @type {string[]} */
  transcript = [];
  /** Answers given so far. @type {Set<string>} */
  answered = new Set();
  /** The sentences heard since the last check. @type {string[]} */
  heard = [];
  /** The facts of the frames since the last check, and of the player's own actions. @type {string[]} */
  told = [];
  /** The page as it was last read. @type {import('./reader.mjs').Node | null} */
  read = null;
  /** Names of the house rules. @type {readonly string[]} */
  house = [];
  /** Everything that was heard, and understood. @type {string[]} */
  heardAll = [];
  /** True if it is this player's turn, by what was heard. */
  myTurn;
  /** The number of own plies that were heard. */
  pliesHeard = 0;
  /** The piece that must move, by what was heard. @type {string | null} */
  bound = null;
  /** True in a game in which pieces are dropped. */
  hasDrops = false;
  /** True if this player asked for pawn captures in this turn. */
  asked = false;
  #frames = 0;
  #reader;
  #sent = new Map();
  #inReview = false;
  /** True while an answer is awaited that repeats what was said. */
  #isAnswered = false;

  /** @param {import('../player.mjs').Player} player @param {Reader} reader @param {string} name */
  constructor(player, reader, name) {
    this.player = player;
    this.page = player.page;
    this.#reader = reader;
    this.name = name;
    this.myTurn = name === 'White';
  }

  /** @param {import('../player.mjs').Player} player @param {string} name */
  static async at(player, name) {
    return new Listener(player, await Reader.of(player.page), name);
  }

  /** @param {string} line */
  #note(line) {
    this.transcript.push(`${this.name} ${line}`);
  }

  /** Looks and listens, once the page has handled everything that it received. */
  async perceive() {
    const { page, player } = this;
    let frames;
    do {
      frames = player.received.length;
      await this.#handled();
      const { root, spoken } = await this.#reader.look();
      this.read = root;
      for (const { region, text } of spoken) {
        const isLog = region === `log ${texts.log.heading}`;
        const rules = isLog ? LOG : [...(this.#inReview ? REVIEW : []), ...ASIDE, ...LOG];
        const facts = understand(text, rules) ?? [`? ${text}`];
        this.#note(`heard (${region}): ${text}`);
        this.heard.push(...facts);
        this.heardAll.push(...facts);
        // An answer repeats what was said: no news.
        if (isLog || !this.#isAnswered) for (const fact of facts) this.#learn(fact);
      }
      await page.evaluate(() => undefined);
    } while (player.received.length !== frames);
    for (const message of player.sent) if (message.id) this.#sent.set(message.id, message);
    for (; this.#frames < frames; this.#frames += 1) {
      const facts = this.known.take(player.received[this.#frames], this.#sent);
      this.#note(`received: ${facts.join('; ') || player.received[this.#frames].type}`);
      this.told.push(...facts);
    }
    return this.read;
  }

  /** Waits until the page has handled what it received, and has sent what it was told to send. */
  async #handled() {
    // Behind the tasks in which frames are handled.
    await this.page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 0)));
  }

  /** Learns from what was heard whose turn it is and what is bound. @param {string} fact */
  #learn(fact) {
    const [word, what, detail] = fact.split(' ');
    const theirs = this.name === 'White' ? 'black' : 'white';
    if (word === 'moved' || word === 'hit' || word === 'dropped') {
      this.pliesHeard += 1;
      this.bound = null;
      this.myTurn = this.asked = false;
    } else if (word === 'said' && new RegExp(`^${theirs}_(moved|castled|promoted|hit|dropped)`).test(what ?? '')) {
      this.myTurn = true;
    } else if (word === 'left') {
      this.myTurn = what === 'yours' && detail !== undefined;
    } else if (word === 'touched') {
      this.bound = what ?? null;
    } else if (word === 'over') {
      this.myTurn = false;
    }
  }

  /**
   * Perceives until everything was said, and returns what is missing or too much.
   * @param {{ patience?: number, wanted?: RegExp }} [options] how long a fault is waited for that may yet go away; and one that must be found, which is waited
   *   for that may yet come
   */
  async check({ patience = PATIENCE_MS, wanted } = {}) {
    const begun = Date.now();
    for (;;) {
      // Before the look: after a pause of the machine there is one more.
      const waited = Date.now() - begun;
      const root = await this.perceive();
      const faults = [
        ...surplus(this.told, this.heard).map((fact) => `missing: not heard: ${fact}`),
        ...surplus(this.heard, this.told).map((fact) => `extra: heard: ${fact}`),
        ...faultsOf(root, this.known, this),
        ...(this.known.status === 'active' && this.myTurn !== this.known.myTurn ? ['missing: not heard: whose turn it is'] : []),
      ];
      // What was too much to hear stays so; parts of the page that are loaded late are waited for.
      const isDone = wanted ? faults.some((fault) => wanted.test(fault)) || waited > PATIENCE_MS : faults.length === 0;
      if (wanted ? isDone && waited > patience : isDone || waited > patience) {
        this.heard = [];
        this.told = [];
        for (const fault of faults) this.#note(`FAULT ${fault}`);
        return faults;
      }
      await this.page.waitForTimeout(PAUSE_MS);
    }
  }

  /** Leaves the game. */
  async leave() {
    await this.page.goto('about:blank');
    this.#note('leaves');
  }

  /** Opens the link of the game and takes the open seat. @param {string} link */
  async join(link) {
    await this.#enter(() => this.player.join(link));
  }

  /**
   * Opens the link of the game and takes the open seat, and listens while a part is on its way, which comes only then.
   * @param {string} link @param {string} part
   */
  async joinSlowly(link, part) {
    await this.#slowly(part, async () => {
      await this.player.join(link);
      await this.player.waitForFrame(({ type }) => type === 'joined');
    });
    await this.loaded();
    this.#note('enters');
  }

  /** Loads the page anew, and listens while a part is on its way. @param {string} part */
  async reloadSlowly(part) {
    await this.#slowly(part, async () => {
      await this.page.reload();
      await this.page.getByRole('grid').waitFor();
    });
    await this.loaded();
    this.#note('enters');
  }

  /** @param {string} part @param {() => Promise<unknown>} open */
  async #slowly(part, open) {
    /** @type {() => void} */
    let release = () => undefined;
    const released = new Promise((resolve) => (release = () => resolve(undefined)));
    await this.page.route(part, async (route) => {
      await released;
      await route.continue();
    });
    const asked = this.page.waitForRequest(part);
    await Promise.all([asked, open()]);
    await this.perceive();
    release();
  }

  /** Opens the page of the game anew: nothing is heard, and everything can be read. @param {string} link */
  async enter(link) {
    await this.#enter(() => this.page.goto(link));
  }

  /** @param {() => Promise<unknown>} open */
  async #enter(open) {
    await open();
    await this.loaded();
    this.#note('enters');
  }

  /** Waits until the page is loaded; in a game with drops also for its rules, by which the log tells drops in other words. */
  async loaded() {
    await this.page.getByRole('grid').waitFor();
    await this.page.waitForLoadState('networkidle');
    await this.page.locator('[data-typed]').waitFor({ state: 'attached' });
    if (this.hasDrops) await this.page.locator('[data-rules=loaded]').waitFor();
  }

  /** Loads the page anew, once a fault was found in it. */
  async reload() {
    await this.page.reload();
    await this.loaded();
    await this.forget();
  }

  // ---- what the player does, by key alone

  /** Where the keys go, by name. */
  get focused() {
    const nodes = this.read ? nodesOf(this.read).filter(({ focused }) => focused) : [];
    return nodes.at(-1) ?? null;
  }

  /** Types into the field for moves and questions. @param {string} text */
  async type(text) {
    const { keyboard } = this.page;
    await this.perceive();
    if (this.focused?.name !== texts.typed.label) {
      await keyboard.press('/');
      await this.#until(() => this.focused?.name === texts.typed.label, 'the field for moves');
    }
    this.#note(`types: ${text}`);
    // What was typed before and not taken stays in the field.
    await keyboard.press('ControlOrMeta+a');
    await keyboard.type(text);
    await keyboard.press('Enter');
  }

  /** Asks by typing, hears the answer, and returns its facts. @param {string} question */
  async ask(question) {
    const [before, asked] = [this.heard.length, Date.now()];
    this.#isAnswered = question === 'said';
    await this.type(question);
    await this.#until(() => this.heard.length > before, `an answer to ${question}`);
    this.#isAnswered = false;
    const facts = this.heard.slice(before);
    if (question === 'said') {
      const lines = logLinesOf(/** @type {any} */ (this.read)).slice(-5);
      this.told.push(...lines.flatMap((line) => understand(line, [...ASIDE, ...LOG]) ?? []));
    } else if (question === 'clock') {
      const { clock } = this.known.now;
      const [, yours = '', theirs = ''] = /^clock (\S+) (\S+)$/.exec(facts[0] ?? '') ?? [];
      const { you } = this.known;
      if (!clock) this.told.push('clock none');
      else if (this.known.clockFits(you, yours, asked) && this.known.clockFits(you === 'w' ? 'b' : 'w', theirs, asked)) this.told.push(...facts);
      else this.told.push(`clock ${JSON.stringify(clock.leftMs)}`);
    } else {
      this.told.push(...this.known.answer(question));
    }
    for (const fact of facts) this.answered.add(fact);
    return facts;
  }

  /** Says what the page must say because of what the player did, as no frame tells it. @param {string[]} facts */
  expect(...facts) {
    this.told.push(...facts);
    for (const fact of facts) this.answered.add(fact);
  }

  /** Goes to a control by Tab and presses it. @param {string} name @param {string} [within] the name of its dialog */
  async press(name, within) {
    for (let tabs = 0; tabs < MOST_TABS; tabs += 1) {
      await this.perceive();
      const at = this.focused;
      if (at?.name === name && at.role !== 'textbox' && (within === undefined || isWithin(at, within))) {
        this.#note(`presses: ${name}`);
        await this.page.keyboard.press('Enter');
        return;
      }
      await this.page.keyboard.press('Tab');
    }
    assert.fail(`${this.name} does not reach ${name} by Tab\n${this.report()}`);
  }

  /** Goes to the board. The field for moves is left by the key that puts a chosen piece back, so elsewhere that key is not pressed. */
  async toBoard() {
    const { keyboard } = this.page;
    await this.perceive();
    if (this.focused?.role === 'textbox') {
      await keyboard.press('Escape');
      await keyboard.press('Escape');
      await this.perceive();
    }
    if (this.focused?.role !== 'gridcell') await keyboard.press('b');
    await this.#until(() => this.focused?.role === 'gridcell', 'the board');
  }

  /** Presses a key that is read where nothing is typed. @param {string} key */
  async pressKey(key) {
    this.#note(`presses the key ${key}`);
    await this.page.keyboard.press(key);
  }

  /** Goes to a square on the board by the arrow keys and presses it. @param {string} square */
  async pressSquare(square) {
    const { keyboard } = this.page;
    await this.perceive();
    await this.toBoard();
    const rows = nodesOf(/** @type {any} */ (this.read)).filter(({ role }) => role === 'row').map(({ children }) => children.map(({ name }) => name.split(',')[0]));
    const place = (/** @type {string | undefined} */ called) => {
      const row = rows.findIndex((cells) => cells.includes(called));
      return { row, column: rows[row]?.indexOf(called) ?? -1 };
    };
    const [at, to] = [place(this.focused?.name.split(',')[0]), place(square)];
    for (let row = at.row; row !== to.row; row += Math.sign(to.row - at.row)) await keyboard.press(to.row > at.row ? 'ArrowDown' : 'ArrowUp');
    for (let column = at.column; column !== to.column; column += Math.sign(to.column - at.column)) {
      await keyboard.press(to.column > at.column ? 'ArrowRight' : 'ArrowLeft');
    }
    await this.#until(() => this.focused?.name.startsWith(`${square},`) ?? false, square);
    this.#note(`presses: ${square}`);
    await keyboard.press('Enter');
  }

  /** Perceives until something holds. @param {() => boolean} holds @param {string} what */
  async #until(holds, what) {
    const until = Date.now() + PATIENCE_MS;
    for (;;) {
      const isLast = Date.now() > until;
      await this.perceive();
      if (holds()) return;
      if (isLast) assert.fail(`${this.name} waited in vain for ${what}\n${this.report()}`);
      await this.page.waitForTimeout(PAUSE_MS);
    }
  }

  /** Waits until the server has answered everything that the page sent. It does not look, because each look costs much and the caller looks next. */
  async settled() {
    const isAnswered = () => {
      const answered = new Set(this.player.received.map(({ ack }) => ack));
      return this.player.sent.every(({ id }) => id === undefined || answered.has(id));
    };
    await this.#handled();
    for (const until = Date.now() + PATIENCE_MS; !isAnswered();) {
      if (Date.now() > until) assert.fail(`${this.name} waited in vain for the answers of the server\n${this.report()}`);
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  }

  /** Waits until the page has received a number of frames. @param {number} count */
  async waitForFrames(count) {
    await this.#until(() => this.player.received.length >= count, `${count} frames`);
  }

  /** Waits until one of some controls can be read. @param {readonly string[]} names */
  async waitForOne(names) {
    await this.#until(() => names.some((name) => this.canRead(name)), names.join(' or '));
  }

  /** Returns whether a control can be read. @param {string} name */
  canRead(name) {
    return this.read !== null && nodesOf(this.read).some((node) => node.name === name);
  }

  /** Leaves the field, the board and the log, where keys mean something else than steps of the review. */
  async toReview() {
    for (await this.perceive(); ['textbox', 'gridcell', 'log'].includes(this.focused?.role ?? ''); await this.perceive()) {
      await this.page.keyboard.press('Tab');
    }
  }

  /** Steps through the review, and returns the facts of the step; null at the last one. @param {string} key */
  async step(key) {
    const before = this.heard.length;
    if (key !== 'Home' && this.read && nodesOf(this.read).some(({ name, disabled }) => name === later.review.next && disabled)) return null;
    await this.page.keyboard.press(key);
    await this.#until(() => this.heard.length > before, 'a step of the review');
    return this.heard.splice(before);
  }

  /** Waits until the frames say that the other is here or away. @param {boolean} connected */
  async waitForPeer(connected) {
    await this.#until(() => this.known.now.peer.connected === connected, `the other player to be ${connected ? 'here' : 'away'}`);
  }

  /** Waits until a fact was heard. @param {string} fact */
  async waitForHeard(fact) {
    await this.#until(() => this.heard.includes(fact), fact);
  }

  /** Listens, and forgets it. */
  async hush() {
    await this.perceive();
    this.heard = [];
  }

  /** Forgets what was heard wrongly, once the page was loaded anew. */
  async forget() {
    await this.perceive();
    this.heard = [];
    this.told = [];
    this.myTurn = this.known.myTurn;
  }

  /** Waits until a control can be read. @param {string} name */
  async waitFor(name) {
    await this.#until(() => nodesOf(/** @type {any} */ (this.read)).some((node) => node.name === name), name);
  }

  /** From now on steps of the review are heard. */
  beginReview() {
    this.#inReview = true;
  }

  /** Returns the last of what happened, for the report of a fault. */
  report() {
    return this.transcript.slice(-40).join('\n');
  }
}

/** @param {import('./reader.mjs').Node} node @param {string} name @returns {boolean} */
const isWithin = ({ parent }, name) => parent !== null && ((parent.role === 'dialog' && (parent.name === name || textOf(parent).startsWith(name))) || isWithin(parent, name));

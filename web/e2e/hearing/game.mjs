// A blind game between two players who only hear, from a seed. Each chooses by what was heard and read alone; after everything that one does, both are
// checked against the frames that their pages received.
import assert from 'node:assert/strict';
import { makeGame, DESKTOP, PHONE, Player } from '../fixtures.mjs';
import { TIMEOUT_MS } from '../player.mjs';
import { kindTexts, later, moderated, parseFeen, pieceCode, texts } from './grammar.mjs';
import { Listener } from './listener.mjs';
import { cellsOf, recordFacts } from './readable.mjs';
import { moderatorFile, surplus } from './facts.mjs';
import { drops, isTry, readMove, triesInOrder } from './moves.mjs';

/** The longest time until a player hears of the other's move, in milliseconds. */
const TURN_WITHIN_MS = TIMEOUT_MS;

/** @typedef {'resign' | 'draw' | 'line' | 'time'} Ending how a game ends if its line or its luck does not end it before */
/**
 * @typedef {object} Plan
 * @property {string} moderator
 * @property {number} seed
 * @property {string} [ruleset]
 * @property {string} [line] moves that are played from the start, with failed tries between them. `any?` asks for pawn captures, and a move after a hyphen must be
 *   refused.
 * @property {readonly string[]} [hears] beginnings of facts that both must hear
 * @property {readonly string[]} [oneHears] beginnings of facts that one of them must hear
 * @property {number} [plies] the number of plies after which the game is given up or drawn
 * @property {Ending} ending
 * @property {string[]} [overlays]
 * @property {object} [clock]
 * @property {boolean} [review] whether the finished game is stepped through
 * @property {boolean} [reload] whether both pages are loaded again in mid-game
 */

/** A generator of numbers in [0, 1) from a seed. @param {number} seed */
export function chanceOf(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const QUESTIONS = ['pieces', 'pieces n', 'last', 'said', 'captured', 'clock', 'e4?', 'd2?', 'rank 1', 'rank 7'];
/** A text that is no move, and the reply to it; nothing for a move from a square without an own piece. */
const SLIPS = /** @type {const} */ ([['hello', 'unreadable'], ['a1z9', 'off_board'], ['', 'no_piece']]);
/** The most tries for one move: by then every square of the board was tried. */
const MOST_TRIES = 80;

const KNIGHT = [[1, 2], [2, 1], [2, -1], [1, -2], [-1, -2], [-2, -1], [-2, 1], [-1, 2]];
const STRAIGHT = [[1, 0], [0, 1], [-1, 0], [0, -1]];
const OBLIQUE = [[1, 1], [1, -1], [-1, 1], [-1, -1]];
const far = (/** @type {number[][]} */ ways) => ways.flatMap(([file = 0, rank = 0]) => [1, 2, 3, 4, 5, 6, 7].map((steps) => [file * steps, rank * steps]));
/** How a player expects the kinds to move; house rules may differ, and then every square is tried. @type {Readonly<Record<string, number[][]>>} */
const WAYS = { n: KNIGHT, r: far(STRAIGHT), b: far(OBLIQUE), q: far([...STRAIGHT, ...OBLIQUE]), k: [...STRAIGHT, ...OBLIQUE, [2, 0], [-2, 0]] };

export class HeardGame {
  /** @type {Listener[]} white, then black */
  listeners = [];
  ply = 0;
  link = '';

  /** @param {import('../server.mjs').Server} server @param {import('playwright-core').Browser} browser @param {Plan} plan */
  constructor(server, browser, plan) {
    this.server = server;
    this.browser = browser;
    this.plan = plan;
    this.chance = chanceOf(plan.seed);
    const { attempts, tries } = moderatorFile(plan.moderator);
    this.answers = attempts !== undefined;
    this.hasQuestion = tries?.after_yes !== undefined;
  }

  /** @template T @param {readonly T[]} list @returns {T} */
  pick(list) {
    return /** @type {T} */ (list[Math.floor(this.chance() * list.length)]);
  }

  /** @template T @param {readonly T[]} list */
  shuffled(list) {
    return list.map((element) => ({ element, at: this.chance() })).sort((a, b) => a.at - b.at).map(({ element }) => element);
  }

  get over() {
    return this.listeners.some(({ known }) => known.status === 'finished');
  }

  /**
   * Brings both to the board: one who waited there, and one who came, who is returned.
   * @param {{ slow?: string }} [options] what the server is slow to send to the one who comes, who hears the page from the first moment on
   */
  async begin({ slow } = {}) {
    const { moderator, ruleset, overlays = [], clock } = this.plan;
    // The log is beside the board or below it; on a phone typing covers the moderator's words.
    const [one, other] = await Promise.all([Player.open(this.browser, DESKTOP), Player.open(this.browser, { ...PHONE, hasTouch: false, isMobile: false, deviceScaleFactor: 1 })]);
    const [white, black] = [await Listener.at(one, 'White'), await Listener.at(other, 'Black')];
    this.listeners = [white, black];
    this.link = await makeGame(this.server, one, { moderator, overlays, ...(ruleset && { ruleset }), ...(clock && { clock }) });
    const house = await namesOf(this.server, overlays);
    white.house = black.house = house;
    white.hasDrops = black.hasDrops = ruleset !== undefined;
    await one.page.goto(this.link);
    await white.waitFor(later.waiting.heading);
    if (slow === undefined) await black.join(this.link);
    else await black.joinSlowly(this.link, slow);
    await white.loaded();
    await this.check();
    return black;
  }

  /** Checks both, or some. @param {readonly Listener[]} listeners */
  async check(listeners = this.listeners) {
    const faults = (await Promise.all(listeners.map(async (listener) => (await listener.check()).map((fault) => `${listener.name}: ${fault}`)))).flat();
    for (const { name, player } of this.listeners) faults.push(...player.errors.splice(0).map((error) => `${name}: an error of the page: ${error}`));
    assert.deepEqual(faults, [], `seed ${this.plan.seed}, ${this.plan.moderator}, ply ${this.ply}\n${this.listeners.map((listener) => listener.report()).join('\n----\n')}`);
  }

  /** Does something at a page, waits for the server's answer, and checks both. @param {Listener} mover @param {() => Promise<unknown>} act */
  async act(mover, act) {
    await act();
    await mover.settled();
    await this.check();
  }

  /** Returns the player who has heard that it is their turn: the mover is answered before the other player is told. */
  async #mover() {
    for (const until = Date.now() + TURN_WITHIN_MS; Date.now() < until && !this.over; await this.check()) {
      const mover = this.listeners.find(({ myTurn }) => myTurn);
      if (mover) return mover;
    }
    return undefined;
  }

  async play() {
    await this.begin();
    const { line = '', plies = Infinity, reload = false } = this.plan;
    const moves = line.split(' ').filter((move) => move !== '');
    const half = Math.floor(Math.min(plies, moves.filter((move) => !isTry(move)).length || plies) / 2);
    while (!this.over && this.ply < plies) {
      // Nothing is done behind the last move of a line: an offer that was declined then would be passed on no more.
      if (moves.length === 0 && line !== '' && plies === Infinity) break;
      const mover = await this.#mover();
      if (this.over) break;
      assert.ok(mover, 'somebody hears that it is their turn');
      const waiting = /** @type {Listener} */ (this.listeners.find((other) => other !== mover));
      if (reload && this.ply === half) {
        await mover.leave();
        await waiting.waitForPeer(false);
        await this.check([waiting]);
        await mover.enter(this.link);
        await waiting.waitForPeer(true);
        await this.check();
      }
      await this.beside(mover, waiting);
      if (this.hasQuestion && line === '' && this.chance() < 0.4) await this.askAny(this.chance() < 0.8 ? mover : waiting);
      while (isTry(moves[0])) await this.fail(mover, moves.shift() ?? '');
      const planned = moves.shift();
      await this.turn(mover, planned);
      this.ply += 1;
    }
    await this.end();
    const { hears = [], oneHears = [] } = this.plan;
    const isHeard = (/** @type {Listener} */ { heardAll }, /** @type {string} */ wanted) => heardAll.some((fact) => `${fact} `.startsWith(`${wanted} `));
    for (const wanted of hears) for (const listener of this.listeners) assert.ok(isHeard(listener, wanted), `${listener.name} heard: ${wanted}`);
    for (const wanted of oneHears) assert.ok(this.listeners.some((listener) => isHeard(listener, wanted)), `somebody heard: ${wanted}`);
    if (this.plan.review) await this.review();
  }

  /** Asks for pawn captures: by text, by the key, or by the button where it can be read. The moderator answers once in a turn. @param {Listener} player */
  async askAny(player) {
    const isOpen = player.myTurn && !player.asked;
    await this.act(player, async () => {
      const way = this.pick(['text', 'key', 'button']);
      if (way === 'text') await player.type('any?');
      else if (way === 'button' && isOpen && player.canRead(moderated.ask.label)) await player.press(moderated.ask.label);
      else {
        await player.toBoard();
        await player.pressKey('a');
      }
      if (isOpen) player.asked = true;
      else player.expect('reply notNow');
    });
  }

  /** Asks, or tries what must be refused. @param {Listener} mover @param {string} planned */
  async fail(mover, planned) {
    if (planned === 'any?') {
      await this.askAny(mover);
      return;
    }
    const before = mover.pliesHeard;
    await this.attempt(mover, readMove(planned.slice(1)));
    assert.equal(mover.pliesHeard, before, `${planned} is refused\n${mover.report()}`);
  }

  /** Things that are done beside moves, now and then. @param {Listener} mover @param {Listener} waiting */
  async beside(mover, waiting) {
    const dice = this.chance();
    if (dice < 0.25) await this.act(mover, () => mover.ask(this.pick(QUESTIONS)));
    else if (dice < 0.35) await this.act(waiting, () => waiting.ask(this.pick(QUESTIONS)));
    else if (dice < 0.45) {
      const [words, reply] = this.pick(SLIPS);
      const unseen = this.pick(cellsOf(/** @type {any} */ (mover.read)).flatMap((cell) => (cell?.standing === 'unseen' ? [cell.square] : [])));
      const slip = words || `${unseen}a1`;
      // The same slip twice is told twice.
      for (let times = 0; times < 2; times += 1) {
        await this.act(mover, async () => {
          await mover.type(slip);
          mover.expect(`reply ${reply}`);
        });
      }
    } else if (dice < 0.55) {
      const [from] = await this.ownSquares(waiting);
      for (let times = 0; times < 2; times += 1) {
        await this.act(waiting, async () => {
          await waiting.type(`${from?.square}${from?.square}`.replace(/.$/, (rank) => (rank === '4' ? '5' : '4')));
          waiting.expect('error not_your_turn');
        });
      }
    } else if (dice < 0.62) {
      await this.act(mover, () => this.offerDraw(mover));
      await waiting.waitForOne([texts.actions.decline]);
      await this.act(waiting, () => waiting.press(texts.actions.decline));
    }
  }

  /** @param {Listener} player */
  async offerDraw(player) {
    // An offer that was declined is passed on again only after the next own move.
    await player.press(texts.actions.offerDraw);
    await player.press(texts.dialogs.drawYes, texts.dialogs.drawHeading);
  }

  /** Asks where the own pieces stand. @param {Listener} player */
  async ownSquares(player) {
    const facts = await player.ask('pieces');
    return facts.map((fact) => {
      const [, piece = '', square = ''] = fact.split(' ');
      return { kind: piece.charAt(1), square };
    });
  }

  /** Plays one ply: the planned move, or what is found by trying. @param {Listener} mover @param {string | undefined} planned */
  async turn(mover, planned) {
    const before = mover.pliesHeard;
    if (planned !== undefined) {
      const move = readMove(planned);
      // A try that fails binds the piece, which is the one to move: the plan goes on.
      if (this.chance() < 0.4 && move.drop === undefined) await this.attempt(mover, { from: move.from, to: this.wrong(move.from) });
      if (mover.pliesHeard === before) await this.attempt(mover, move);
      assert.ok(mover.pliesHeard > before || this.over, `${planned} is played\n${mover.report()}`);
      return;
    }
    const pieces = this.shuffled(await this.ownSquares(mover));
    await this.check();
    const standing = new Set(pieces.map(({ square }) => square));
    if (this.answers) {
      await this.seek(mover, pieces);
      return;
    }
    for (const { kind, square } of pieces) {
      const targets = this.shuffled(this.targets(mover, kind, square)).filter((to) => !standing.has(to));
      for (const to of [...targets.slice(0, MOST_TRIES)]) {
        await this.attempt(mover, { from: square, to });
        if (mover.pliesHeard > before || this.over) return;
        // Another piece, if this one is of no use; the same one, if it is bound.
        if (mover.bound !== square) break;
      }
      if (mover.bound === square) {
        for (const to of this.shuffled(this.everywhere(mover)).filter((to) => !standing.has(to) && !targets.includes(to))) {
          await this.attempt(mover, { from: square, to });
          if (mover.pliesHeard > before || this.over) return;
        }
      }
    }
    assert.fail(`${mover.name} finds no move\n${mover.report()}`);
  }

  /** Tries one move after another until one is made, before a moderator who answers attempts. @param {Listener} mover @param {{ kind: string, square: string }[]} pieces */
  async seek(mover, pieces) {
    const before = mover.pliesHeard;
    const standing = new Set(pieces.map(({ square }) => square));
    const free = this.everywhere(mover).filter((square) => !standing.has(square));
    const moves = pieces.flatMap(({ kind, square }) => this.targets(mover, kind, square).map((to) => ({ from: square, to }))).filter(({ to }) => !standing.has(to));
    const held = mover.known.now.view.hands ? await this.held(mover) : [];
    const [first, ...rest] = this.shuffled(pieces);
    const foolish = this.chance() < 0.3 && first ? [{ from: first.square, to: this.wrong(first.square) }] : [];
    const likely = triesInOrder(this.shuffled([...moves, ...held.flatMap((drop) => drops(drop, this.shuffled(free)))]), standing);
    // By house rules pieces move otherwise: then every square is tried.
    const others = [first, ...rest].flatMap((piece) => (piece ? this.shuffled(free).map((to) => ({ from: piece.square, to })) : []));
    for (const move of [...foolish, ...likely, ...others]) {
      await this.attempt(mover, move);
      if (mover.pliesHeard > before || this.over) return;
    }
    assert.fail(`${mover.name} finds no move\n${mover.report()}`);
  }

  /** Asks what is in the own hand, and returns the kinds. @param {Listener} player */
  async held(player) {
    const [fact = ''] = await player.ask('hands');
    await this.check();
    return [...fact.replace(/^in hand: /, '').matchAll(/([a-z])\d+/g)].map(([, kind = '']) => kind);
  }

  /** A square that no piece of chess reaches: three files and one rank away. @param {string} from */
  wrong(from) {
    const [file, rank] = [from.charCodeAt(0), Number(from.slice(1))];
    return `${String.fromCharCode(file + (from < 'e' ? 3 : -3))}${rank + (rank < 8 ? 1 : -1)}`;
  }

  /** @param {Listener} mover */
  everywhere({ read }) {
    return cellsOf(/** @type {any} */ (read)).flatMap((cell) => (cell ? [cell.square] : []));
  }

  /** Squares to which a player would try a piece. @param {Listener} mover @param {string} kind @param {string} from */
  targets(mover, kind, from) {
    const board = new Set(this.everywhere(mover));
    const forward = mover.name === 'White' ? 1 : -1;
    const ways = WAYS[kind] ?? [[0, forward], [0, 2 * forward], [1, forward], [-1, forward]];
    return ways.map(([file = 0, rank = 0]) => `${String.fromCharCode(from.charCodeAt(0) + file)}${Number(from.slice(1)) + rank}`).filter((square) => board.has(square));
  }

  /**
   * Tries a move, by typing or on the board, and chooses a promotion where one is asked for.
   * @param {Listener} mover @param {import('./moves.mjs').Move} move
   */
  async attempt(mover, { from, to, promotion = '', drop }) {
    const kind = promotion || this.pick(['q', 'r', 'b', 'n']);
    const names = [kindTexts.promoteTo(kindTexts.promoted(texts.kind[/** @type {'q'} */ (kind)])), texts.promotion.choose[/** @type {'q'} */ (kind)]];
    const asked = () => names.find((name) => mover.canRead(name));
    const onBoard = this.chance() < 0.2;
    const isSaid = promotion !== '' && this.plan.seed % 2 === 1;
    await this.act(mover, async () => {
      if (drop !== undefined) await this.drop(mover, drop, to, onBoard);
      else if (onBoard) {
        if (mover.bound !== from) await mover.pressSquare(from);
        // With dots, a press where there is none puts the piece back: what has no dot is typed.
        await mover.perceive();
        const target = cellsOf(/** @type {any} */ (mover.read)).find((cell) => cell?.square === to);
        if (target?.states.has('reachable')) await mover.pressSquare(to);
        else await mover.type(`${from}${to}`);
      } else {
        await mover.type(`${from}${to}${isSaid ? `=${promotion}` : ''}`);
      }
      // The page or the server asks what a planned promotion is, with a part that the page may still be loading.
      if (promotion !== '' && drop === undefined && (onBoard || !isSaid)) await mover.waitForOne(names);
      await mover.perceive();
      const name = asked();
      if (name !== undefined) await mover.press(name);
    });
    // Where the server asks what the piece becomes.
    const name = asked();
    if (name !== undefined) await this.act(mover, () => mover.press(name));
  }

  /** Drops a piece, by typing or on the board. @param {Listener} mover @param {string} kind @param {string} to @param {boolean} onBoard */
  async drop(mover, kind, to, onBoard) {
    const piece = texts.piece[mover.name === 'White' ? 'w' : 'b'][/** @type {'p'} */ (kind)];
    const held = Array.from({ length: 16 }, (_, count) => kindTexts.held(piece, count + 1)).find((name) => mover.canRead(name));
    if (onBoard && held !== undefined) {
      await mover.press(held);
      await mover.pressSquare(to);
    } else {
      await mover.type(`${kind.toUpperCase()}@${to}`);
    }
  }

  async end() {
    const { ending } = this.plan;
    const [white, black] = /** @type {[Listener, Listener]} */ (this.listeners);
    if (ending === 'time') {
      await Promise.all(this.listeners.map(({ page }) => page.locator('.result').waitFor()));
    } else if (!this.over && ending === 'draw') {
      await this.act(white, () => this.offerDraw(white));
      await black.waitForOne([texts.actions.accept]);
      await this.act(black, () => black.press(texts.actions.accept));
    } else if (!this.over) {
      const loser = this.chance() < 0.5 ? white : black;
      await this.act(loser, async () => {
        await loser.press(texts.actions.resign);
        await loser.press(texts.dialogs.resignYes, texts.dialogs.resignHeading);
      });
    }
    await this.check();
    assert.ok(this.over, 'the game is over');
    for (const { heardAll, name } of this.listeners) assert.ok(heardAll.some((fact) => fact.startsWith('over ')), `${name} heard that the game is over`);
  }

  /** Steps through the finished game by key, and hears in it everything that its record has. */
  async review() {
    for (const listener of this.listeners) {
      await listener.waitFor(later.review.heading);
      listener.beginReview();
      const { record } = listener.known.now;
      const expected = recordFacts(record).facts;
      await listener.toReview();
      /** @type {string[]} */
      const heard = [];
      const boards = [record.initial, ...record.plies.map((/** @type {any} */ { feen }) => feen)].map((feen) => piecesOf(parseFeen(feen)?.pieces ?? {}));
      let ply = 0;
      for (let step = 0; step < expected.length + 1; step += 1) {
        const facts = await listener.step(step === 0 ? 'Home' : 'ArrowRight');
        if (facts === null) break;
        // The end of a long silence is no part of the record.
        heard.push(...facts.filter((fact) => fact !== 'connecting'));
        ply += facts.filter((fact) => fact.startsWith('step ')).length;
        const read = cellsOf(/** @type {any} */ (listener.read)).flatMap((cell) => (cell && cell.standing.length === 2 ? [`${cell.square} ${cell.standing}`] : []));
        assert.deepEqual(read.sort(), boards[ply], `the board after ply ${ply}\n${listener.report()}`);
      }
      assert.deepEqual({ missing: surplus(expected, heard), extra: surplus(heard, expected) }, { missing: [], extra: [] }, `the record of seed ${this.plan.seed}\n${listener.report()}`);
    }
  }

  async close() {
    await Promise.all(this.listeners.map(({ player }) => player.context.close()));
  }
}

/** @param {Readonly<Record<string, { color: string, type: string, qpi: string }>>} pieces */
const piecesOf = (pieces) => Object.entries(pieces).map(([square, piece]) => `${square} ${pieceCode(piece)}`).sort();

/** Returns the names of house rules as the page shows them: in the order of their ids. @param {import('../server.mjs').Server} server @param {string[]} overlays */
async function namesOf(server, overlays) {
  if (overlays.length === 0) return [];
  const listed = /** @type {any} */ (await (await server.fetch('/api/overlays')).json());
  return [...overlays].sort().map((id) => listed.overlays.find((/** @type {any} */ one) => one.id === id)?.name ?? id);
}

/** Plays a game by its plan. @param {import('../server.mjs').Server} server @param {import('playwright-core').Browser} browser @param {Plan} plan */
export async function playHeard(server, browser, plan) {
  const game = new HeardGame(server, browser, plan);
  try {
    await game.play();
    return game;
  } finally {
    await game.close();
  }
}

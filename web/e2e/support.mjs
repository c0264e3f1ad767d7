// A real server, a real browser, and players who keep every frame they get.
import { spawn } from 'node:child_process';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { after } from 'node:test';
import { fileURLToPath } from 'node:url';
import assert from 'node:assert/strict';
import { AxeBuilder } from '@axe-core/playwright';
import { chromium } from 'playwright-core';

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {import('playwright-core').Browser} Browser */
/** @typedef {import('playwright-core').BrowserContextOptions} ContextOptions */
/** @typedef {'w' | 'b'} Color */

const web = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
export const root = path.resolve(web, '..');
export const results = path.join(web, 'test-results');

/** How long a browser is waited for: other work on the machine is no fault of the page. */
export const PATIENCE_MS = 30_000;

/** The rules of Axe that look at colours. */
const COLOURS = ['color-contrast', 'link-in-text-block'];

const ARGUMENTS = [
  '--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
  '--disable-component-update', '--disable-sync',
];

/** @type {ContextOptions} */
export const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true };
/** @type {ContextOptions} */
export const SMALL_PHONE = { viewport: { width: 360, height: 640 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true };
/** @type {ContextOptions} */
export const DESKTOP = { viewport: { width: 1280, height: 800 } };

function binary() {
  const named = process.env['TABULA_BIN'];
  if (named) return named;
  const metadata = execFileSync('cargo', ['metadata', '--no-deps', '--format-version', '1'], {
    cwd: root, encoding: 'utf8', maxBuffer: 1 << 26,
  });
  return path.join(JSON.parse(metadata).target_directory, 'debug/tabula');
}

/** A server on a free port with its own empty journal. */
export class Server {
  #data = mkdtempSync(path.join(tmpdir(), 'tabula-e2e-'));
  /** @type {import('node:child_process').ChildProcess | null} */
  #process = null;
  url = '';

  #flags;
  #log;
  /** What it wrote to its log. @type {string[]} */
  logged = [];

  /** @param {{ flags?: string[], log?: string }} how flags besides the usual ones, and how much is logged */
  constructor({ flags = [], log = 'warn' } = {}) {
    this.#flags = flags;
    this.#log = log;
  }

  /** @param {{ flags?: string[], log?: string }} [how] */
  static async start(how) {
    const server = new Server(how);
    await server.up();
    return server;
  }

  /** Starts it, on the same port as before if there was one. */
  async up() {
    const program = binary();
    assert.ok(existsSync(program), `${program} is not there: cargo build -p tabula`);
    assert.ok(existsSync(path.join(web, 'dist/index.html')), 'the page is not built: npm run build');
    const listen = this.url ? new URL(this.url).host : '127.0.0.1:0';
    const started = spawn(
      program,
      ['--listen', listen, '--rules', 'rules', '--web', path.join(web, 'dist'), '--data', this.#data, '--log', this.#log, ...this.#flags],
      { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] },
    );
    this.#process = started;
    assert.ok(started.stdout && started.stderr);
    createInterface({ input: started.stderr }).on('line', (line) => {
      this.logged.push(line);
      // What is wrong is told at once.
      if (this.#log === 'warn') console.error(line);
    });
    for await (const line of createInterface({ input: started.stdout })) {
      const url = /^Tabula is at (http:\/\/\S+)/.exec(line)?.[1];
      if (url) {
        this.url = url;
        started.stdout.resume();
        return;
      }
    }
    throw new Error('the server ended before it listened');
  }

  async down() {
    const running = this.#process;
    this.#process = null;
    if (!running || running.exitCode !== null) return;
    const ended = new Promise((resolve) => running.once('exit', resolve));
    running.kill('SIGTERM');
    await ended;
  }

  async stop() {
    await this.down();
    rmSync(this.#data, { recursive: true, force: true });
  }
}

export const browse = () =>
  chromium.launch({ executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium', args: ARGUMENTS });

/**
 * A server and a browser for all tests of a file, which end after the last of them.
 * @param {ConstructorParameters<typeof Server>[0]} [how] flags and log of the server
 */
export async function stage(how) {
  const [server, browser] = await Promise.all([Server.start(how), browse()]);
  after(async () => {
    await browser.close();
    await server.stop();
  });
  return { server, browser };
}

/** One person at one screen. */
export class Player {
  /** Every frame that the server sent, parsed. @type {any[]} */
  heard = [];
  /** Every frame that the page sent, parsed. @type {any[]} */
  said = [];
  /** What the browser complained about. @type {string[]} */
  complaints = [];

  /**
   * @param {import('playwright-core').BrowserContext} context
   * @param {Page} page
   * @param {boolean} touch
   * @param {NonNullable<ContextOptions['colorScheme']>} colorScheme
   */
  constructor(context, page, touch, colorScheme) {
    this.context = context;
    this.page = page;
    this.touch = touch;
    this.colorScheme = colorScheme;
    page.on('websocket', (socket) => {
      socket.on('framereceived', ({ payload }) => this.heard.push(JSON.parse(payload.toString())));
      socket.on('framesent', ({ payload }) => this.said.push(JSON.parse(payload.toString())));
    });
    page.on('pageerror', (error) => this.complaints.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error') this.complaints.push(message.text());
    });
  }

  /**
   * @param {Browser} browser
   * @param {ContextOptions} options
   */
  static async sit(browser, options) {
    const context = await browser.newContext(options);
    context.setDefaultTimeout(PATIENCE_MS);
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    return new Player(context, await context.newPage(), options.hasTouch === true, options.colorScheme ?? 'light');
  }

  /** Another tab of the same browser. */
  async anotherTab() {
    return new Player(this.context, await this.context.newPage(), this.touch, this.colorScheme);
  }

  /** @param {string} cell */
  cell(cell) {
    return this.page.locator(`[data-cell="${cell}"]`);
  }

  /** @param {string} cell */
  async tap(cell) {
    if (this.touch) await this.cell(cell).tap();
    else await this.cell(cell).click();
  }

  /**
   * Buttons are clicked on every screen: Chromium drops the tap that follows a drag which was made by the debugger.
   * @param {string} name
   */
  async press(name) {
    await this.page.getByRole('button', { name, exact: true }).click();
  }

  /** @param {string} from @param {string} to */
  async move(from, to) {
    await this.tap(from);
    await this.tap(to);
  }

  /** @param {string} cell */
  async middle(cell) {
    const box = await this.cell(cell).boundingBox();
    assert.ok(box, cell);
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  }

  /**
   * Drags with the finger or the mouse; `midway` happens while the piece is in the air.
   * @param {string} from
   * @param {string} to
   * @param {() => Promise<void>} [midway]
   */
  async drag(from, to, midway = async () => undefined) {
    const [a, b] = [await this.middle(from), await this.middle(to)];
    const way = [0.2, 0.5, 0.8, 1].map((part) => ({ x: a.x + (b.x - a.x) * part, y: a.y + (b.y - a.y) * part }));
    if (!this.touch) {
      await this.page.mouse.move(a.x, a.y);
      await this.page.mouse.down();
      for (const { x, y } of way) await this.page.mouse.move(x, y);
      await midway();
      await this.page.mouse.up();
      return;
    }
    const session = await this.context.newCDPSession(this.page);
    /** @param {'touchStart' | 'touchMove' | 'touchEnd'} type @param {{ x: number, y: number }[]} touchPoints */
    const send = (type, touchPoints) => session.send('Input.dispatchTouchEvent', { type, touchPoints });
    await send('touchStart', [a]);
    for (const point of way) await send('touchMove', [point]);
    await midway();
    await send('touchEnd', []);
    await session.detach();
  }

  /** The moderator's line, largest words first. @param {string | RegExp} text */
  async hears(text) {
    await this.page.locator('[data-said]').filter({ hasText: text }).first().waitFor();
  }

  /** @param {'yours' | 'theirs' | 'over' | 'unsent'} kind */
  async turn(kind) {
    await this.page.locator(`[data-turn="${kind}"]`).waitFor();
  }

  /** @param {string} cell @param {RegExp} label */
  async labelled(cell, label) {
    await this.page.locator(`[data-cell="${cell}"]`).and(this.page.getByRole('gridcell', { name: label })).waitFor();
  }

  /** @param {(frame: any) => boolean} matches */
  async hasHeard(matches) {
    for (let waited = 0; waited < 5_000; waited += 25) {
      const found = this.heard.find(matches);
      if (found) return found;
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
    throw new Error(`no such frame among ${this.heard.length}: ${JSON.stringify(this.heard.at(-1))?.slice(0, 300)}`);
  }

  /** Marks, pieces and words come to rest: whatever moves or appears by and by is there. */
  async rest() {
    await this.page.evaluate(() => Promise.all(document.getAnimations().filter((one) => one.effect?.getTiming().iterations !== Infinity).map((one) => one.finished.catch(() => undefined))));
  }

  /** @param {string} name */
  async shot(name) {
    mkdirSync(results, { recursive: true });
    await this.rest();
    await this.page.screenshot({ path: path.join(results, `${name}.png`) });
  }

  /**
   * Axe must find nothing, in the light and in the dark. All but the colours is the same in both, and looked at once.
   * @param {string} where
   * @param {string[]} [besides] rules that do not apply there
   */
  async accessible(where, besides = []) {
    // What is only half there has half of its colour. A page that is not drawn just now moves nothing: that is not waited for.
    await Promise.race([this.rest(), this.page.waitForTimeout(2_000)]);
    for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
      await this.page.emulateMedia({ colorScheme });
      // No frames of other origins are here, for whose sake a page would be opened each time.
      const axe = new AxeBuilder({ page: this.page }).setLegacyMode();
      /** @type {string[]} */
      const colours = COLOURS.filter((rule) => !besides.includes(rule));
      /** @type {import('axe-core').AxeResults} */
      const { violations } = await (colorScheme === 'light' ? axe.disableRules(besides) : axe.withRules(colours)).analyze();
      const told = violations.map(({ id, help, nodes }) => `${id}: ${help}\n  ${nodes.map(({ html }) => html).join('\n  ')}`);
      assert.deepEqual(told, [], `${where}, ${colorScheme}`);
    }
    await this.page.emulateMedia({ colorScheme: this.colorScheme });
  }

  /** Nothing scrolls, and no part of the table lies over another. @param {string} where */
  async fits(where) {
    const faults = await this.page.evaluate(() => {
      const found = [];
      const { scrollHeight, scrollWidth } = document.documentElement;
      if (scrollHeight > innerHeight) found.push(`scrolls down by ${scrollHeight - innerHeight}`);
      if (scrollWidth > innerWidth) found.push(`scrolls sideways by ${scrollWidth - innerWidth}`);
      const parts = [...document.querySelectorAll('.banner, .peer, .board, .own, .line, .log, .foot')]
        .filter((part) => part.parentElement?.classList.contains('table'))
        .map((part) => ({ name: part.className.split(' ')[0], box: part.getBoundingClientRect(), style: getComputedStyle(part) }))
        .filter(({ box, style }) => box.width > 1 && box.height > 1 && style.visibility !== 'hidden')
        // The closed log lies unseen in the moderator's place.
        .filter(({ name, style }) => name !== 'log' || style.pointerEvents !== 'none');
      for (const [index, a] of parts.entries()) {
        if (a.box.bottom > innerHeight + 1 || a.box.right > innerWidth + 1) found.push(`${a.name} leaves the screen`);
        for (const b of parts.slice(index + 1)) {
          const wide = Math.min(a.box.right, b.box.right) - Math.max(a.box.left, b.box.left);
          const high = Math.min(a.box.bottom, b.box.bottom) - Math.max(a.box.top, b.box.top);
          if (wide > 1 && high > 1) found.push(`${a.name} over ${b.name}`);
        }
      }
      for (const part of document.querySelectorAll('.speech, .review, .foot, .bar')) {
        if (part.scrollHeight > part.clientHeight + 1 || part.scrollWidth > part.clientWidth + 1) {
          found.push(`${part.className} is cut: ${part.scrollWidth}x${part.scrollHeight} in ${part.clientWidth}x${part.clientHeight}`);
        }
      }
      return found;
    });
    assert.deepEqual(faults, [], where);
  }
}

/**
 * Creates a game through the page and lets a second player join it by its link.
 * @param {Server} server
 * @param {Player} creator
 * @param {Player} guest
 * @param {{ mode?: 'Blind' | 'Open', side?: 'White' | 'Black', highlighting?: boolean }} [wish]
 */
export async function meet(server, creator, guest, { mode = 'Blind', side = 'White', highlighting = true } = {}) {
  await creator.page.goto(server.url);
  await creator.page.getByText(mode, { exact: true }).click();
  await creator.page.getByText(side, { exact: true }).click();
  const toggle = creator.page.getByRole('switch', { name: /Show where a piece may go/ });
  if ((await toggle.isChecked()) !== highlighting) await toggle.click();
  await creator.press('Create game');
  const link = await creator.page.getByLabel('Link to the game').inputValue();
  await guest.page.goto(link);
  await guest.page.getByRole('grid').waitFor();
  await creator.page.getByRole('grid').waitFor();
  return link;
}

/** Waits until the engine has come, by arming a piece and putting it back. @param {Player} player @param {string} cell @param {string} reaches */
export async function engineReady(player, cell, reaches) {
  await player.tap(cell);
  await player.labelled(reaches, /reachable|captured/);
  await player.page.keyboard.press('Escape');
}

/**
 * No frame of a player may name a piece of the other side before the game is over.
 * @param {Player} player
 * @param {Color} you
 */
export function assertNothingLeaked(player, you) {
  let views = 0;
  for (const frame of player.heard) {
    const finished = frame.gameStatus === 'finished';
    if (finished) continue;
    assert.equal(frame.record, undefined, 'a record before the end');
    for (const [cell, piece] of Object.entries(frame.view?.pieces ?? {})) {
      views += 1;
      assert.equal(/** @type {any} */ (piece).color, you, `${cell} in ${JSON.stringify(frame).slice(0, 200)}`);
    }
    for (const text of strings(frame)) {
      const qpi = /^([A-Za-z]):[+-]?([A-Za-z])\^?'?$/.exec(text);
      if (!qpi) continue;
      const side = qpi[2] === qpi[2]?.toUpperCase() ? 'w' : 'b';
      assert.equal(side, you, `${text} in a frame for ${you}`);
    }
  }
  assert.ok(views > 0, 'no view was looked at');
}

/** @param {any} value @returns {Generator<string>} */
function* strings(value) {
  if (typeof value === 'string') yield value;
  else if (typeof value === 'object' && value !== null) {
    for (const [key, inner] of Object.entries(value)) {
      yield key;
      yield* strings(inner);
    }
  }
}

/** Numbers of frames run without a gap from each snapshot on. @param {Player} player */
export function assertNumbered(player) {
  let last = null;
  for (const frame of player.heard) {
    if (typeof frame.seq !== 'number') continue;
    if (last !== null && frame.type !== 'joined') assert.equal(frame.seq, last + 1);
    last = frame.seq;
  }
}

// One browser page of a test: it records every frame, acts like a finger or a mouse, and waits for what the page shows.
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { LONG, results } from './server.mjs';

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {import('playwright-core').Browser} Browser */
/** @typedef {import('playwright-core').BrowserContextOptions} ContextOptions */

/** How long the browser is waited for, in milliseconds: a busy machine is no fault of the page. */
export const TIMEOUT_MS = 180_000;

/** The source of Axe, which each page under test loads anew. */
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The rules of Axe about colours. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/** Phones draw four pixels for each of the page's. Only pictures show it, and drawing them takes time. */
const deviceScaleFactor = process.env['TABULA_SCREENSHOTS'] ? 2 : 1;

/** @type {ContextOptions} */
export const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor, hasTouch: true, isMobile: true };
/** @type {ContextOptions} */
export const SMALL_PHONE = { viewport: { width: 360, height: 640 }, deviceScaleFactor, hasTouch: true, isMobile: true };
/** @type {ContextOptions} */
export const TABLET = { viewport: { width: 768, height: 1024 }, deviceScaleFactor, hasTouch: true, isMobile: true };
/** @type {ContextOptions} */
export const DESKTOP = { viewport: { width: 1280, height: 800 } };

/** Opens the link of a game and takes the open seat. @param {Page} page @param {string} link */
export async function joinGame(page, link) {
  await page.goto(link);
  await page.getByRole('button', { name: 'Join', exact: true }).click();
}

/** A browser context with one page: one player or spectator at one screen. */
export class Player {
  /** Frames that the server sent, parsed. @type {any[]} */
  received = [];
  /** Frames that the page sent, parsed. @type {any[]} */
  sent = [];
  /** Errors of the page and of the browser's console. @type {string[]} */
  errors = [];

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
      socket.on('framereceived', ({ payload }) => this.received.push(JSON.parse(payload.toString())));
      socket.on('framesent', ({ payload }) => this.sent.push(JSON.parse(payload.toString())));
    });
    page.on('pageerror', (error) => this.errors.push(error.message));
    page.on('console', (message) => {
      // A picture that is opened as a page names no icon, and the browser asks for the usual one.
      if (message.type() === 'error' && !message.location().url.endsWith('/favicon.ico')) this.errors.push(message.text());
    });
  }

  /**
   * Opens a page without motion: the processor draws each picture of it. Tests that need motion ask for it; so do those that need a service worker, which
   * would keep the whole page for each of the others.
   * @param {Browser} browser
   * @param {ContextOptions} options
   */
  static async open(browser, options) {
    const context = await browser.newContext({ reducedMotion: 'reduce', serviceWorkers: 'block', ...options });
    context.setDefaultTimeout(TIMEOUT_MS);
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    return new Player(context, await context.newPage(), options.hasTouch === true, options.colorScheme ?? 'light');
  }

  /**
   * Leaves out in all pages that are opened after this what a page does once so much time is over, or more: it gives up waiting, or takes away what was
   * shown. A slow machine is no fault of the page, and a test looks at leisure.
   * @param {number} least in milliseconds
   */
  async leaveTime(least) {
    await this.page.addInitScript((longest) => {
      const [later, limit] = [window.setTimeout, AbortSignal.timeout];
      Object.assign(window, { setTimeout: (/** @type {() => void} */ run, /** @type {number} */ wait) => (wait >= longest ? 0 : later(run, wait)) });
      AbortSignal.timeout = (wait) => (wait >= longest ? new AbortController().signal : limit.call(AbortSignal, wait));
    }, least);
  }

  /** Opens another tab of the same context. */
  async openTab() {
    return new Player(this.context, await this.context.newPage(), this.touch, this.colorScheme);
  }

  /** Opens the link of a game and takes the open seat. @param {string} link */
  async join(link) {
    await joinGame(this.page, link);
  }

  /** Returns the link for the spectators of the last game that was joined. */
  async watchLink() {
    await this.waitForFrame(({ type }) => type === 'joined');
    const { watchId } = this.received.findLast(({ type }) => type === 'joined');
    return new URL(`/w/${watchId}`, this.page.url()).href;
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
   * Clicks a button, on touch screens too: Chromium drops the tap that follows a drag by the debugger.
   * @param {string} name
   */
  async press(name) {
    await this.page.getByRole('button', { name, exact: true }).click();
  }

  /** Copies the finished game in a form, and returns what was copied. @param {string} form */
  async copy(form) {
    await this.press('Copy');
    await this.press(form);
    await this.page.getByRole('dialog').getByText('Copied.').waitFor({ state: 'attached' });
    const text = await this.page.evaluate(() => navigator.clipboard.readText());
    await this.press('Close');
    return text;
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
   * Drags with the finger or the mouse, and calls `midway` before it is dropped.
   * @param {string} from
   * @param {string} to
   * @param {() => Promise<void>} [midway]
   */
  async drag(from, to, midway = async () => undefined) {
    await this.#drag(await this.middle(from), await this.middle(to), midway);
  }

  /** Drags a piece out of the hand in the same way. @param {string} qpi @param {string} to @param {() => Promise<void>} [midway] */
  async dragHeld(qpi, to, midway = async () => undefined) {
    const box = await this.page.locator(`button[data-drop="${qpi}"]:enabled`).boundingBox();
    assert.ok(box, qpi);
    await this.#drag({ x: box.x + box.width / 2, y: box.y + box.height / 2 }, await this.middle(to), midway);
  }

  /** @param {{ x: number, y: number }} a @param {{ x: number, y: number }} b @param {() => Promise<void>} midway */
  async #drag(a, b, midway) {
    const path = [0.2, 0.5, 0.8, 1].map((part) => ({ x: a.x + (b.x - a.x) * part, y: a.y + (b.y - a.y) * part }));
    if (!this.touch) {
      await this.page.mouse.move(a.x, a.y);
      await this.page.mouse.down();
      for (const { x, y } of path) await this.page.mouse.move(x, y);
      await midway();
      await this.page.mouse.up();
      return;
    }
    const session = await this.context.newCDPSession(this.page);
    /** @param {'touchStart' | 'touchMove' | 'touchEnd'} type @param {{ x: number, y: number }[]} touchPoints */
    const send = (type, touchPoints) => session.send('Input.dispatchTouchEvent', { type, touchPoints });
    const [first, ...others] = path;
    // The first step follows at once, as in a tap of the library: a finger that rests on a square for half a second asks what stands there.
    await Promise.all([send('touchStart', [a]), send('touchMove', first ? [first] : [])]);
    for (const point of others) await send('touchMove', [point]);
    await midway();
    await send('touchEnd', []);
    await session.detach();
  }

  /** Waits until the moderator's line shows the text. @param {string | RegExp} text */
  async waitForAnnouncement(text) {
    await this.page.locator('[data-said]').filter({ hasText: text }).first().waitFor();
  }

  /** @param {'yours' | 'theirs' | 'over' | 'unsent'} kind */
  async waitForTurn(kind) {
    await this.page.locator(`[data-turn="${kind}"]`).waitFor();
  }

  /** Waits until the page has a title: it may be set after what is shown. @param {string} title */
  async waitForTitle(title) {
    await this.page.waitForFunction((wanted) => document.title === wanted, title, { polling: 25 }).catch(async (error) => {
      throw new Error(`the title is ${await this.page.title()}, not ${title}`, { cause: error });
    });
  }

  /** @param {string} cell @param {RegExp} label */
  async waitForLabel(cell, label) {
    const matches = (/** @type {[string, string]} */ [place, pattern]) =>
      new RegExp(pattern).test(document.querySelector(`[data-cell="${place}"][role=gridcell]`)?.getAttribute('aria-label') ?? '');
    // A search by role would compute the names of all squares, each time that it looks.
    const names = /** @type {[string, string]} */ ([cell, label.source]);
    await this.page.waitForFunction(matches, names, { polling: 25 }).catch(async (error) => {
      throw new Error(`${cell} is ${await this.cell(cell).getAttribute('aria-label')}, not ${label}`, { cause: error });
    });
  }

  /** Waits until one square alone is told as selected. No square is told as not selected: some screen readers say that of each. @param {string} cell */
  async waitForSelected(cell) {
    await this.page.locator(`[role=gridcell][data-cell="${cell}"][aria-selected=true]`).waitFor({ state: 'attached' });
    assert.equal(await this.page.locator('[role=gridcell][aria-selected]').count(), 1);
  }

  /** Waits until no square is told as selected. */
  async waitForNoneSelected() {
    await this.page.locator('[role=gridcell][aria-selected=true]').first().waitFor({ state: 'detached' });
  }

  /** Waits for a frame from the server. @param {(frame: any) => boolean} matches */
  async waitForFrame(matches) {
    for (let waited = 0; waited < TIMEOUT_MS; waited += 25) {
      const found = this.received.find(matches);
      if (found) return found;
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
    throw new Error(`no such frame among ${this.received.length}: ${JSON.stringify(this.received.at(-1))?.slice(0, 300)}`);
  }

  /** Waits until every finite animation of the page has ended. */
  async settle() {
    await this.page.evaluate(() => Promise.all(document.getAnimations().filter(({ effect }) => effect?.getTiming().iterations !== Infinity).map(({ finished }) => finished.catch(() => undefined))));
  }

  /** Writes a screenshot into test-results/, when TABULA_SCREENSHOTS is set: no test compares them, and each takes time. @param {string} name */
  async screenshot(name) {
    if (!process.env['TABULA_SCREENSHOTS']) return;
    mkdirSync(results, { recursive: true });
    await this.settle();
    await this.page.screenshot({ path: path.join(results, `${name}.png`) });
  }

  /**
   * Asserts that Axe finds no violation in the player's theme, and with LONG=1 in the other as well. Rules other than those of colours find the same in both,
   * and run once.
   * @param {string} where
   * @param {string[]} [disabled] rules that do not apply there
   */
  async checkAccessibility(where, disabled = []) {
    // A fading element has a part of its contrast. A page in the background does not animate, and a busy machine draws late: what has not ended then is ended.
    await Promise.race([this.settle(), this.page.waitForTimeout(2_000)]);
    await this.page.evaluate(() => {
      for (const animation of document.getAnimations()) if (animation.effect?.getComputedTiming().endTime !== Infinity) animation.finish();
    });
    const schemes = /** @type {const} */ (['light', 'dark']).filter((scheme) => LONG || scheme === this.colorScheme);
    for (const colorScheme of schemes) {
      await this.page.emulateMedia({ colorScheme });
      const colourRules = COLOUR_RULES.filter((rule) => !disabled.includes(rule));
      const violations = await this.#axe(
        colorScheme === this.colorScheme ? { rules: Object.fromEntries(disabled.map((rule) => [rule, { enabled: false }])) } : { runOnly: colourRules },
      );
      const found = violations.map(({ id, help, nodes }) => `${id}: ${help}\n  ${nodes.map(({ html }) => html).join('\n  ')}`);
      assert.deepEqual(found, [], `${where}, ${colorScheme}`);
    }
    await this.page.emulateMedia({ colorScheme: this.colorScheme });
  }

  /** Returns the violations alone: what passes is not described, which would take most of the time. @param {import('axe-core').RunOptions} options */
  async #axe(options) {
    if (options.runOnly && /** @type {string[]} */ (options.runOnly).length === 0) return [];
    if (!(await this.page.evaluate(() => 'axe' in window))) await this.page.evaluate(AXE);
    /** @type {import('axe-core').AxeResults} */
    // Fetches no style sheet again: no rule in use needs it.
    const { violations } = await this.page.evaluate((chosen) => /** @type {any} */ (window).axe.run(document, chosen), { ...options, resultTypes: ['violations'], preload: false });
    return violations;
  }

  /** Asserts that nothing scrolls, overlaps or is clipped in the game's layout. @param {string} where */
  async checkLayout(where) {
    const faults = await this.page.evaluate(() => {
      const found = [];
      const { scrollHeight, scrollWidth } = document.documentElement;
      if (scrollHeight > innerHeight) found.push(`scrolls down by ${scrollHeight - innerHeight}`);
      // On a phone `innerWidth` grows with what is too wide.
      const width = Math.min(innerWidth, screen.width);
      if (scrollWidth > width) found.push(`scrolls sideways by ${scrollWidth - width}`);
      const parts = [...document.querySelectorAll('.banner, .upper, .board, .lower, .line, .log, .foot')]
        .filter((part) => part.parentElement?.classList.contains('table'))
        .map((part) => ({ name: part.className.split(' ')[0], box: part.getBoundingClientRect(), style: getComputedStyle(part) }))
        .filter(({ box, style }) => box.width > 1 && box.height > 1 && style.visibility !== 'hidden')
        // The closed log lies unseen in the moderator's place.
        .filter(({ name, style }) => name !== 'log' || style.pointerEvents !== 'none');
      for (const [index, a] of parts.entries()) {
        if (a.box.bottom > innerHeight + 1 || a.box.right > width + 1) found.push(`${a.name} leaves the screen`);
        for (const b of parts.slice(index + 1)) {
          const wide = Math.min(a.box.right, b.box.right) - Math.max(a.box.left, b.box.left);
          const high = Math.min(a.box.bottom, b.box.bottom) - Math.max(a.box.top, b.box.top);
          // What is said of the connection stands over the opponent's bar: nothing moves for it.
          if (wide > 1 && high > 1 && `${a.name} ${b.name}` !== 'banner upper') found.push(`${a.name} over ${b.name}`);
        }
      }
      for (const part of document.querySelectorAll('.speech, .review, .foot, .bar')) {
        if (part.scrollHeight > part.clientHeight + 1 || part.scrollWidth > part.clientWidth + 1) {
          found.push(`${part.className} is clipped: ${part.scrollWidth}x${part.scrollHeight} in ${part.clientWidth}x${part.clientHeight}`);
        }
      }
      return found;
    });
    assert.deepEqual(faults, [], where);
  }
}

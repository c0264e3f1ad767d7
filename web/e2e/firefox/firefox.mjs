// Debian's Firefox for the tests of this folder: the stock browser, which Playwright drives by WebDriver BiDi. Where the library has no way to a command
// of the browser, its connection is used as it is.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { after } from 'node:test';
import { firefox } from 'playwright-core';
import { stage } from '../fixtures.mjs';
import { Player, TIMEOUT_MS } from '../player.mjs';
import { results } from '../server.mjs';

/** Firefox has no option of a page for reduced motion, a touch screen, and the scroll bars of a phone: these settings hold for all of its pages. */
const PREFERENCES = { 'ui.prefersReducedMotion': 1, 'dom.w3c_touch_events.enabled': 1, 'ui.useOverlayScrollbars': 1 };

const PROGRAMS = ['/usr/bin/firefox-esr', '/usr/bin/firefox'];

/** The command for the colour scheme, which the browser's long-lived version does not have yet. */
const COLOUR_SCHEME = 'emulation.setMediaFeaturesOverride';

/** @typedef {{ sessionId: string, send: (method: string, parameters: object) => Promise<any> }} Session */

/** Returns the library's own object behind one of its interface. @param {any} object */
const behind = (object) => object._connection.toImpl(object);

/** Starts Firefox. @returns {Promise<import('playwright-core').Browser>} */
async function launchFirefox() {
  const program = process.env['FIREFOX'] ?? PROGRAMS.find((place) => existsSync(place));
  if (program === undefined) throw new Error('Firefox is missing: make firefox');
  const browser = await firefox.launch({ channel: 'moz-firefox', executablePath: program, firefoxUserPrefs: PREFERENCES });
  // The library sets the colour scheme of each page, also where nobody asks for one.
  /** @type {Session} */
  const session = behind(browser)._browserSession;
  const send = session.send.bind(session);
  session.send = (method, parameters) =>
    send(method, parameters).catch((/** @type {Error} */ error) => {
      if (method !== COLOUR_SCHEME || !error.message.includes('unknown command')) throw error;
    });
  return browser;
}

/**
 * Starts Firefox and a server.
 * @param {{ own?: string }} [options] the name of a file that stops its server
 */
export async function startFirefox({ own } = {}) {
  const [server, browser] = await Promise.all([stage.server(JSON.stringify({ firefox: own }), {}), launchFirefox()]);
  after(async () => {
    await browser.close();
    if (!stage.outlivesFile) await stage.stop();
  });
  return { server, browser };
}

/** A page of Firefox. Its frames are not known; its touch screen is touched with a finger, as Firefox itself makes of it. */
export class FirefoxPlayer extends Player {
  /** @override @param {import('playwright-core').Browser} browser @param {import('playwright-core').BrowserContextOptions} options */
  static async open(browser, options) {
    const context = await browser.newContext({ serviceWorkers: 'block', ...options });
    context.setDefaultTimeout(TIMEOUT_MS);
    return new FirefoxPlayer(context, await context.newPage(), options.hasTouch === true, 'light');
  }

  /** Sends a command about the page to the browser. @param {string} method @param {object} parameters */
  #send(method, parameters) {
    /** @type {Session} */
    const session = behind(this.page).delegate._session;
    return session.send(method, { context: session.sessionId, ...parameters });
  }

  /** Writes a screenshot. The library's own adds a style to the page for a moment, which the page's policy refuses. @override @param {string} name */
  async screenshot(name) {
    if (!process.env['TABULA_SCREENSHOTS']) return;
    mkdirSync(results, { recursive: true });
    await this.settle();
    const { data } = await this.#send('browsingContext.captureScreenshot', {});
    writeFileSync(path.join(results, `${name}.png`), Buffer.from(data, 'base64'));
  }

  /** Touches the screen at points one after another, and lets go. @param {{ x: number, y: number }[]} points */
  async #touch(points) {
    const moves = points.map(({ x, y }) => ({ type: 'pointerMove', x: Math.round(x), y: Math.round(y) }));
    const actions = [...moves.slice(0, 1), { type: 'pointerDown', button: 0 }, ...moves.slice(1), { type: 'pointerUp', button: 0 }];
    await this.#send('input.performActions', { actions: [{ type: 'pointer', id: 'finger', parameters: { pointerType: 'touch' }, actions }] });
  }

  /** @override @param {string} cell */
  async tap(cell) {
    if (!this.touch) return super.tap(cell);
    await this.cell(cell).waitFor();
    await this.#touch([await this.middle(cell)]);
  }

  /** @override @param {string} from @param {string} to */
  async drag(from, to) {
    if (!this.touch) return super.drag(from, to);
    const [a, b] = [await this.middle(from), await this.middle(to)];
    await this.#touch([0, 0.2, 0.5, 0.8, 1].map((part) => ({ x: a.x + (b.x - a.x) * part, y: a.y + (b.y - a.y) * part })));
  }
}

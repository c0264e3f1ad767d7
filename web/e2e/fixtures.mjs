// Parts that the browser tests share: a server with a browser, a game between two players, and checks of the frames they received.
import assert from 'node:assert/strict';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after } from 'node:test';
import { chromium } from 'playwright-core';
import { root, Server } from './server.mjs';

export { DESKTOP, PHONE, Player, SMALL_PHONE, TABLET } from './player.mjs';
export { LONG, Server } from './server.mjs';

/** @typedef {'w' | 'b'} Color */

const ARGUMENTS = [
  '--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
  '--disable-component-update', '--disable-sync',
  // The engine is compiled once, quickly: each page runs it too short for better code to pay.
  '--js-flags=--liftoff-only',
];

/** The shell is the same browser without its window, and starts and draws faster. */
const PROGRAMS = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];

export const launchBrowser = () =>
  chromium.launch({ executablePath: process.env['CHROMIUM'] ?? PROGRAMS.find((program) => existsSync(program)) ?? 'chromium', args: ARGUMENTS });

/** @typedef {NonNullable<ConstructorParameters<typeof Server>[0]>} ServerOptions */

/** The parts that the files of this process share. */
class SharedStage {
  /** True if the process stops it after its last file; otherwise the only file does, after its last test. */
  outlivesFile = false;
  /** @type {Promise<import('playwright-core').Browser> | undefined} */
  #browser;
  /** The servers by their options. @type {Map<string, Promise<Server>>} */
  #servers = new Map();

  browser() {
    return (this.#browser ??= launchBrowser());
  }

  /** @param {string} key @param {ServerOptions} options */
  server(key, options) {
    const server = this.#servers.get(key) ?? Server.start(options);
    this.#servers.set(key, server);
    return server;
  }

  async stop() {
    await (await this.#browser)?.close();
    await Promise.all([...this.#servers.values()].map(async (server) => (await server).stop()));
  }
}

export const stage = new SharedStage();

/**
 * Returns a browser, and a server of these options, which all files of this process share.
 * @param {ServerOptions & { own?: string }} [options] flags and log level of the server; `own` is the name of a file that shares its server with no other
 */
export async function startStage({ own, ...options } = {}) {
  const [server, browser] = await Promise.all([stage.server(JSON.stringify({ own, ...options }), options), stage.browser()]);
  if (!stage.outlivesFile) after(() => stage.stop());
  return { server, browser };
}

/** The folder of `rulesWithTime`, once it is there. @type {string | undefined} */
let patientRules;

/** Returns a folder with the project's rules, in which there are minutes for a bid and for a retreat: a test looks at the page meanwhile. */
export function rulesWithTime() {
  if (patientRules !== undefined) return patientRules;
  const folder = (patientRules = mkdtempSync(path.join(tmpdir(), 'tabula-bids-')));
  cpSync(path.join(root, 'rules'), folder, { recursive: true });
  for (const name of readdirSync(path.join(folder, 'gambit'))) {
    const file = path.join(folder, 'gambit', name);
    writeFileSync(file, readFileSync(file, 'utf8').replace(/(?<="(?:bid|retreat)_ms": )\d+/g, '300000'));
  }
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** @typedef {{ mode?: 'Blind' | 'Open', side?: 'White' | 'Black', highlighting?: boolean, overlays?: string[], moderator?: string, clock?: object, gambit?: string, ruleset?: string, spectators?: object, machine?: { level: number }, aids?: 'none' | 'marks' | 'deductions' }} GameOptions */

/**
 * Creates a game and returns its link. The landing page has tests of its own: the game is made by the request that the page would send, and its token
 * kept where the page would keep it.
 * @param {Server} server
 * @param {import('./player.mjs').Player} creator
 * @param {GameOptions} [options]
 */
export async function makeGame(server, creator, { mode = 'Blind', side = 'White', highlighting = true, overlays = [], ...others } = {}) {
  const answer = await server.fetch('/api/games', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      mode: mode === 'Blind' ? 'blind' : 'vanilla', side: side.toLowerCase(), highlightingEnabled: highlighting, overlays, chat: mode === 'Open',
      spectators: { allowed: true, delaySeconds: 0 }, ...others,
    }),
  });
  assert.equal(answer.status, 201);
  const { gameId, creatorToken } = /** @type {Record<string, string>} */ (await answer.json());
  const link = `${server.url}/g/${gameId}`;
  await creator.page.goto(`${server.url}/icon.svg`);
  await creator.page.evaluate(([key = '', token = '']) => localStorage.setItem(key, token), [`bc:${gameId}`, creatorToken]);
  return link;
}

/**
 * Creates a game, brings both players to it and returns its link.
 * @param {Server} server
 * @param {import('./player.mjs').Player} creator
 * @param {import('./player.mjs').Player} guest
 * @param {GameOptions} [options]
 */
export async function startGame(server, creator, guest, options) {
  const link = await makeGame(server, creator, options);
  await Promise.all([creator.page.goto(link), guest.join(link)]);
  for (const { page } of [creator, guest]) await page.getByRole('grid').waitFor();
  return link;
}

/**
 * Creates a game on the landing page and lets a second player join by its link, which is returned.
 * @param {Server} server
 * @param {import('./player.mjs').Player} creator
 * @param {import('./player.mjs').Player} guest
 * @param {GameOptions} [options]
 */
export async function createGame(server, creator, guest, { mode = 'Blind', side = 'White', highlighting = true } = {}) {
  await creator.page.goto(server.url);
  await creator.page.getByText(mode, { exact: true }).click();
  await creator.page.getByText(side, { exact: true }).click();
  const toggle = creator.page.getByRole('switch', { name: /Show possible moves/ });
  if ((await toggle.isChecked()) !== highlighting) await toggle.click();
  await creator.press('Create game');
  const link = await creator.page.getByLabel('Link to the game').inputValue();
  await guest.join(link);
  await guest.page.getByRole('grid').waitFor();
  await creator.page.getByRole('grid').waitFor();
  return link;
}

/** Waits until the engine is loaded, by arming a piece and putting it back. @param {import('./player.mjs').Player} player @param {string} cell @param {string} reaches */
export async function engineReady(player, cell, reaches) {
  await player.tap(cell);
  await player.waitForLabel(reaches, /reachable|captured/);
  await player.page.keyboard.press('Escape');
}

/**
 * Asserts that no frame to a player names a piece of the other side before the game is over.
 * @param {import('./player.mjs').Player} player
 * @param {Color} you
 */
export function assertNothingLeaked(player, you) {
  let views = 0;
  for (const frame of player.received) {
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
  assert.ok(views > 0, 'no frame had pieces');
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

/** Asserts that frames are numbered without a gap from each snapshot on. @param {import('./player.mjs').Player} player */
export function assertNumbered(player) {
  let last = null;
  for (const frame of player.received) {
    if (typeof frame.seq !== 'number') continue;
    if (last !== null && frame.type !== 'joined') assert.equal(frame.seq, last + 1);
    last = frame.seq;
  }
}

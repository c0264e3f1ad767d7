// The server under test: the built program on a free port, with a journal of its own.
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const web = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
export const root = path.resolve(web, '..');
/** True if tests run in their long forms (`LONG=1`, as in `make test-long`). */
export const LONG = Boolean(process.env['LONG']);
/** Folder of the screenshots. */
export const results = path.join(web, 'test-results');

/** Returns the folder of the built programs. */
function programFolder() {
  const named = process.env['TABULA_BIN'];
  if (named) return path.dirname(named);
  const metadata = execFileSync('cargo', ['metadata', '--no-deps', '--format-version', '1'], {
    cwd: root, encoding: 'utf8', maxBuffer: 1 << 26,
  });
  return path.join(JSON.parse(metadata).target_directory, 'debug');
}

/** One address has all games of all tests. */
const AMPLE_LIMITS = ['--games=1000', '--games-per-address=1000', '--create-burst=1000', '--join-burst=1000', '--connections-per-address=1000'];

/** Returns the path of the server program: `TABULA_BIN`, or the debug build of the workspace. */
const programPath = () => process.env['TABULA_BIN'] ?? path.join(programFolder(), 'tabula');

/** Returns the path of an example, which is built beside the server. @param {string} name */
export const examplePath = (name) => path.join(programFolder(), 'examples', name);

/** A server on a free port with an empty journal. */
export class Server {
  #data = mkdtempSync(path.join(tmpdir(), 'tabula-e2e-'));
  /** @type {import('node:child_process').ChildProcess | null} */
  #process = null;
  url = '';

  #flags;
  #logLevel;
  /** Lines of the server's log. @type {string[]} */
  log = [];

  #page;

  /** @param {{ flags?: string[], log?: string, rules?: string, page?: string }} options flags besides the defaults, the log level, and the folders of the rules and of the built page */
  constructor({ flags = [], log = 'warn', rules = 'rules', page = path.join(web, 'dist') } = {}) {
    this.#page = page;
    this.#flags = ['--rules', rules, ...AMPLE_LIMITS, ...flags];
    this.#logLevel = log;
  }

  /** @param {{ flags?: string[], log?: string, rules?: string, page?: string }} [options] */
  static async start(options) {
    const server = new Server(options);
    await server.up();
    return server;
  }

  /** Starts the program, on the same port as before if there was one. */
  async up() {
    const program = programPath();
    assert.ok(existsSync(program), `${program} is missing: cargo build -p tabula`);
    assert.ok(existsSync(path.join(this.#page, 'index.html')), 'the page is not built: npm run build');
    const listen = this.url ? new URL(this.url).host : '127.0.0.1:0';
    const started = spawn(
      program,
      ['--listen', listen, '--web', this.#page, '--data', this.#data, '--log', this.#logLevel, ...this.#flags],
      { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] },
    );
    this.#process = started;
    assert.ok(started.stdout && started.stderr);
    createInterface({ input: started.stderr }).on('line', (line) => {
      this.log.push(line);
      // Warnings are printed at once.
      if (this.#logLevel === 'warn') console.error(line);
    });
    for await (const line of createInterface({ input: started.stdout })) {
      const url = /^Tabula is at (http:\/\/\S+)/.exec(line)?.[1];
      if (url) {
        this.url = url;
        started.stdout.resume();
        return;
      }
    }
    throw new Error('the server exited before it listened');
  }

  /**
   * Asks the server from this process. No connection is kept for the next question: the server closes one that nobody uses, and a question that is sent on it
   * at that moment, or after a pause of the machine, has no answer.
   * @param {string} path @param {{ method?: string, headers?: Record<string, string>, body?: string }} [options]
   */
  fetch(path, { headers = {}, ...options } = {}) {
    return fetch(new URL(path, this.url), { ...options, headers: { ...headers, connection: 'close' } });
  }

  /** Reads a metric. It takes the flag `--metrics-listen=127.0.0.1:0` and the log level `info`, which says the address. @param {string} name */
  async metric(name) {
    const address = this.log.map((line) => /metrics.*?(127\.0\.0\.1:\d+)/.exec(line)?.[1]).find(Boolean);
    assert.ok(address, 'the log does not say where the metrics are');
    const text = await (await this.fetch(`http://${address}/metrics`)).text();
    const value = new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1];
    assert.ok(value, `there is no metric ${name}`);
    return Number(value);
  }

  /** Stops the program and keeps its journal. */
  async down() {
    const running = this.#process;
    this.#process = null;
    if (!running || running.exitCode !== null) return;
    const exited = new Promise((resolve) => running.once('exit', resolve));
    running.kill('SIGTERM');
    await exited;
  }

  /** Stops the program and removes its journal. */
  async stop() {
    await this.down();
    rmSync(this.#data, { recursive: true, force: true });
  }
}

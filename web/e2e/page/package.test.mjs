// The engine as an npm package: packed, installed in a folder of its own, and used by Node.js, by TypeScript and by a page in a browser.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { launchBrowser, LONG } from '../fixtures.mjs';
import { TIMEOUT_MS } from '../player.mjs';
import { root } from '../server.mjs';

const web = path.join(root, 'web');
const folder = mkdtempSync(path.join(tmpdir(), 'tabula-package-'));
after(() => rmSync(folder, { recursive: true, force: true }));

/** Runs a program in the folder of the user of the package. @param {string[]} args */
const node = (...args) => execFileSync(process.execPath, args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });

const packed = mkdtempSync(path.join(tmpdir(), 'tabula-packed-'));
execFileSync(process.execPath, [path.join(web, 'scripts/package.mjs'), packed]);
const tarball = readdirSync(packed).find((name) => name.endsWith('.tgz')) ?? '';
writeFileSync(path.join(folder, 'package.json'), '{ "type": "module", "private": true }');
execFileSync('npm', ['install', '--offline', '--no-audit', '--no-fund', path.join(packed, tarball)], { cwd: folder });
rmSync(packed, { recursive: true });
const installed = path.join(folder, 'node_modules/tabula-engine');

test('the package names its licences and holds what it exports', () => {
  const { license, exports, version } = JSON.parse(readFileSync(path.join(installed, 'package.json'), 'utf8'));
  assert.equal(license, 'MIT OR Apache-2.0');
  assert.match(version, /^\d+\.\d+\.\d+$/);
  const files = readdirSync(installed);
  for (const name of [...Object.values(exports['.']), 'README.md', 'ENGINE.md', 'LICENSE-MIT', 'LICENSE-APACHE']) {
    assert.ok(files.includes(path.basename(name)), name);
  }
});

// Requirement engine-35.
test('the example of the README runs, and prints what its comments say', () => {
  const readme = readFileSync(path.join(installed, 'README.md'), 'utf8');
  const example = /```js\n([^]*?)```/.exec(readme)?.[1] ?? '';
  const printed = [...example.matchAll(/console\.log\(.*\); \/\/ (.*)/g)].map(([, text]) => text);
  assert.ok(printed.length > 3);
  writeFileSync(path.join(folder, 'example.js'), example);
  assert.deepEqual(node('--no-warnings', 'example.js').trim().split('\n'), printed);
});

test('rulesets of the package load', () => {
  const all = readdirSync(path.join(installed, 'rules'));
  assert.ok(all.includes('chess.json'));
  // Every sixth of them, unless there is time for all.
  const rules = all.filter((_, index) => LONG || index % 6 === 0);
  writeFileSync(path.join(folder, 'all.js'), `
    import { readFileSync } from 'node:fs';
    import { loadRules } from 'tabula-engine';
    for (const file of ${JSON.stringify(rules)}) {
      const rules = await loadRules(JSON.parse(readFileSync(\`node_modules/tabula-engine/rules/\${file}\`, 'utf8')));
      console.log(file, rules.engine().greet()[0].message_type);
    }`);
  assert.deepEqual(node('all.js').trim().split('\n'), rules.map((file) => `${file} next_legal_moveset`));
});

test('a ruleset with faults is refused with their places', () => {
  writeFileSync(path.join(folder, 'faults.js'), `
    import { loadRules, RulesetError } from 'tabula-engine';
    const error = await loadRules({ 'ruleset.json': '{"id": 5}' }).catch((error) => error);
    console.log(error instanceof RulesetError, error.places.length > 0, error.places[0]);`);
  assert.match(node('faults.js'), /^true true ruleset\.json/);
});

test('the types fit the messages, and refuse others', () => {
  const tsc = path.join(path.dirname(createRequire(import.meta.url).resolve('typescript')), 'tsc.js');
  /** @param {string} message */
  const compile = (message) => {
    writeFileSync(path.join(folder, 'typed.ts'), `
      import { loadRules, type EngineMessage, type RulesetFiles } from 'tabula-engine';
      export async function play(files: RulesetFiles): Promise<string[]> {
        const answers: EngineMessage[] = (await loadRules(files)).engine().send(${message});
        return answers.flatMap((answer) => (answer.message_type === 'next_legal_moveset' ? Object.keys(answer.moves) : []));
      }`);
    node(tsc, '--noEmit', '--strict', '--skipDefaultLibCheck', '--module', 'nodenext', '--target', 'es2022', '--lib', 'es2023,dom', 'typed.ts');
  };
  compile(`{ message_type: 'piece_move', from: 'E2', to: 'E4' }`);
  assert.throws(() => compile(`{ message_type: 'piece_move', from: 'E2' }`));
});

// Requirements engine-7, engine-35.
test('a page in a browser imports the package and plays', async () => {
  copyFileSync(path.join(import.meta.dirname, 'package-page.html'), path.join(folder, 'index.html'));
  const types = /** @type {Record<string, string>} */ ({ '.html': 'text/html', '.js': 'text/javascript', '.json': 'application/json', '.wasm': 'application/wasm' });
  const server = createServer(({ url = '/' }, response) => {
    try {
      const name = url === '/' ? '/index.html' : url;
      const body = readFileSync(path.join(folder, name));
      response.writeHead(200, { 'content-type': types[path.extname(name)] ?? 'text/plain' }).end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(null)));
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage();
    page.setDefaultTimeout(TIMEOUT_MS);
    /** @type {string[]} */
    const errors = [];
    page.on('pageerror', (error) => errors.push(error.message));
    await page.goto(`http://127.0.0.1:${/** @type {import('node:net').AddressInfo} */ (server.address()).port}/`);
    await page.locator('#status:not(:empty)').waitFor();
    assert.equal(await page.locator('#status').textContent(), '8x8, e4 e5, white to move: 12 pieces; illegal_move');
    assert.deepEqual(errors, []);
  } finally {
    await browser.close();
    server.close();
  }
});

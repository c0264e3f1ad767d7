// Makes the npm package of the engine from src/engine, web/engine/package and rules/, and packs it: `node scripts/package.mjs [FOLDER]`.
// The folder receives the package, unpacked and as a tarball; without one it is target/npm.
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const web = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const root = path.resolve(web, '..');
const source = path.join(web, 'engine/package');
const bindings = path.join(web, 'src/engine');
const out = path.resolve(process.argv[2] ?? path.join(root, 'target/npm'));
const built = path.join(out, 'tabula-engine');

if (!existsSync(path.join(bindings, 'tabula_engine_bg.wasm'))) throw new Error('the engine is not built: npm run engine');
rmSync(built, { recursive: true, force: true });
mkdirSync(path.join(built, 'rules'), { recursive: true });

// The sources beside the bindings, compiled where they are, so that imports are the same before and after. No folder of sources changes: what is built
// of these would count as old.
const code = path.join(web, 'test-results/package');
rmSync(code, { recursive: true, force: true });
mkdirSync(code, { recursive: true });
cpSync(path.join(source, 'src'), code, { recursive: true });
cpSync(path.join(web, 'src/engine-messages.ts'), path.join(code, 'messages.ts'));
for (const name of ['tabula_engine.js', 'tabula_engine.d.ts', 'tabula_engine_bg.wasm']) {
  for (const folder of [code, built]) cpSync(path.join(bindings, name), path.join(folder, name));
}
const tsc = path.join(path.dirname(createRequire(import.meta.url).resolve('typescript')), 'tsc.js');
const sources = readdirSync(code).filter((name) => name.endsWith('.ts') && !name.endsWith('.d.ts'));
writeFileSync(path.join(code, 'tsconfig.json'), JSON.stringify({ extends: path.join(source, 'tsconfig.json'), compilerOptions: { rootDir: '.', outDir: built }, files: sources }));
execFileSync(process.execPath, [tsc, '-p', code], { stdio: 'inherit' });
rmSync(code, { recursive: true });

// Every ruleset that is written as tables, as one object of texts by path, as the server has it. This engine reads no patterns, and what they come to is
// hundreds of megabytes: a server writes it out for one ruleset at a time. Tests are not part of the rules.
const rules = path.join(root, 'rules');
for (const id of readdirSync(rules).filter((name) => existsSync(path.join(rules, name, 'ggn')))) {
  const folder = path.join(rules, id);
  const files = readdirSync(folder, { recursive: true }).map((name) => String(name).split(path.sep).join('/')).sort();
  const shipped = files.filter((name) => name.endsWith('.json') && !['perft.json', 'games.json'].includes(name));
  const texts = Object.fromEntries(shipped.map((name) => [name, readFileSync(path.join(folder, name), 'utf8')]));
  writeFileSync(path.join(built, `rules/${id}.json`), JSON.stringify(texts));
}

const { version } = JSON.parse(readFileSync(path.join(web, 'package.json'), 'utf8'));
const { name, ...manifest } = JSON.parse(readFileSync(path.join(source, 'package.json'), 'utf8'));
writeFileSync(path.join(built, 'package.json'), `${JSON.stringify({ name, version, ...manifest }, null, 2)}\n`);
cpSync(path.join(source, 'README.md'), path.join(built, 'README.md'));
cpSync(path.join(root, 'ggn-core/engine.md'), path.join(built, 'ENGINE.md'));
for (const licence of ['LICENSE-APACHE', 'LICENSE-MIT']) cpSync(path.join(root, licence), path.join(built, licence));

const packed = execFileSync('npm', ['pack', '--json', '--pack-destination', out, built], { cwd: out, encoding: 'utf8' });
const [{ filename, size }] = JSON.parse(packed);
console.log(`${path.join(out, filename)}: ${Math.round(size / 1024)} KiB`);

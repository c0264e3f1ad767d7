// Builds the browser's engine: Rust to WASM, its bindings, and wasm-opt. Writes src/engine/.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { homedir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const web = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const root = path.resolve(web, '..');
const out = path.join(web, 'src/engine');
const run = (/** @type {string} */ program, /** @type {string[]} */ ...args) =>
  execFileSync(program, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] });

const metadata = JSON.parse(
  execFileSync('cargo', ['metadata', '--no-deps', '--format-version', '1'], { cwd: root, encoding: 'utf8', maxBuffer: 1 << 26 }),
);
const target = metadata.target_directory;

// Compiled by rustc itself: the compiler that lints along (see the Makefile) optimises less.
const environment = { ...process.env };
delete environment.RUSTC_WORKSPACE_WRAPPER;
// Places in messages of libraries name no folder of this machine: the file is the same everywhere.
const home = environment.CARGO_HOME ?? path.join(homedir(), '.cargo');
const sources = path.join(home, 'registry/src');
const remap = (existsSync(sources) ? readdirSync(sources) : []).map((registry) => `--remap-path-prefix=${path.join(sources, registry)}=crates`);
environment.CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS = remap.join(' ');
execFileSync('cargo', ['build', '-p', 'tabula-engine', '--profile', 'wasm', '--target', 'wasm32-unknown-unknown'], {
  cwd: root,
  env: environment,
  stdio: ['ignore', 'inherit', 'inherit'],
});
const built = path.join(target, 'wasm32-unknown-unknown/wasm/tabula_engine.wasm');

// Nothing to do if the compiler wrote the same file as last time.
const stamp = path.join(out, '.source-size');
const current = `${statSync(built).size} ${statSync(built).mtimeMs}`;
if (read(stamp) !== current) {
  // Built alone, unless BUILD_BINDGEN says how to build it together with the rest of the workspace.
  const build = process.env['BUILD_BINDGEN'] ?? 'cargo build --quiet -p tabula-engine-bindgen';
  const [builder = '', ...options] = build.split(' ');
  run(builder, ...options);
  run(path.join(target, 'debug/tabula-engine-bindgen'), built, out);
  const wasm = path.join(out, 'tabula_engine_bg.wasm');
  // No feature flags: the optimiser reads the features from the file, and flags make it write what browsers refuse. Traps that no instruction asks for
  // (a division by zero, memory that is not there) do not happen: Rust checks before. Nothing lies in the lowest KiB but the far end of the stack.
  // `-Os` gives a larger file than `-Oz`, which is smaller after gzip.
  const binaryen = path.dirname(createRequire(import.meta.url).resolve('binaryen'));
  run(process.execPath, path.join(binaryen, 'bin/wasm-opt'), '-Os', '--low-memory-unused', '--ignore-implicit-traps', '--converge', '--strip-debug', '--strip-producers', wasm, '-o', wasm);
  writeFileSync(stamp, current);
}

const wasm = readFileSync(path.join(out, 'tabula_engine_bg.wasm'));
await WebAssembly.compile(wasm);
console.log(`engine: ${wasm.length} bytes, ${gzipSync(wasm, { level: 9 }).length} gzip`);

function read(/** @type {string} */ file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    rmSync(out, { recursive: true, force: true });
    mkdirSync(out, { recursive: true });
    return null;
  }
}

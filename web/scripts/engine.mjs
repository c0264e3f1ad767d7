// Builds the browser's engines: Rust to WASM, their bindings, and wasm-opt. Writes src/engine/ (that of games), src/lab-engine/ (that of the rule lab) and
// src/machine-engine/ (that of practice against the machine). `node scripts/engine.mjs PACKAGE…` builds some of them.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { homedir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const web = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const root = path.resolve(web, '..');
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
// A page of rules that ask for more memory than this ends with a trap, in the lab's worker.
const LAB_MEMORY = 512 * 1024 * 1024;

/** @typedef {{ name: string, folder: string, level: 's' | 'z', flags: string[], optimised: boolean }} Package a package with its folder in src/, the
 * compiler's level, flags of its own, and whether wasm-opt makes it smaller */
/** @type {Package[]} */
const PACKAGES = [
  { name: 'tabula-engine', folder: 'engine', level: 'z', flags: [], optimised: true },
  // To optimise that takes half a minute and saves half a hundredth.
  { name: 'tabula-lab', folder: 'lab-engine', level: 'z', flags: [`-Clink-arg=--max-memory=${LAB_MEMORY}`], optimised: false },
  // The machine thinks: a little larger, and faster. Level 3 takes a quarter less time, and a quarter more to download. After wasm-opt it would be larger
  // after gzip, and no faster.
  { name: 'tabula-machine', folder: 'machine-engine', level: 's', flags: [], optimised: false },
];

const asked = process.argv.slice(2);
const packages = PACKAGES.filter(({ name }) => asked.length === 0 || asked.includes(name));
// All are compiled first: in `make test` the program that writes bindings waits for another build, which these run beside.
for (const one of packages) compile(one);
for (const one of packages) await bind(one);

/** Returns where Cargo writes the file of a package. @param {Package} of */
function compiled({ name }) {
  return path.join(target, 'wasm32-unknown-unknown/wasm', `${name.replace('-', '_')}.wasm`);
}

/** Compiles a package. One profile for all: what runs while they are compiled (macros, build scripts) is built once. @param {Package} one */
function compile({ name, level, flags }) {
  environment.CARGO_PROFILE_WASM_OPT_LEVEL = level;
  environment.CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS = remap.join(' ');
  // The flags of one package alone, so that the libraries of all are compiled once. Nothing but a cdylib: Cargo optimises no package as a whole (`lto`) that
  // is a library for others as well, and the file would be a third larger.
  execFileSync('cargo', ['rustc', '-p', name, '--lib', '--crate-type', 'cdylib', '--profile', 'wasm', '--target', 'wasm32-unknown-unknown', '--', ...flags], {
    cwd: root,
    env: environment,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
}

/** Writes the bindings of a compiled package into its folder, and optimises it. @param {Package} one */
async function bind(one) {
  const { name, folder, optimised } = one;
  const built = compiled(one);
  const out = path.join(web, 'src', folder);

  // Nothing to do if the compiler wrote the same file as last time.
  const stamp = path.join(out, '.source-size');
  const current = `${statSync(built).size} ${statSync(built).mtimeMs}`;
  const wasm = path.join(out, `${name.replace('-', '_')}_bg.wasm`);
  if (read(stamp, out) !== current) {
    // Built alone, unless BUILD_BINDGEN says how to build it together with the rest of the workspace.
    const command = process.env['BUILD_BINDGEN'] ?? 'cargo build --quiet -p tabula-engine-bindgen';
    const [builder = '', ...options] = command.split(' ');
    run(builder, ...options);
    run(path.join(target, 'debug/tabula-engine-bindgen'), built, out);
    if (optimised) optimise(wasm);
    writeFileSync(stamp, current);
  }
  const bytes = readFileSync(wasm);
  await WebAssembly.compile(bytes);
  console.log(`${name}: ${bytes.length} bytes, ${gzipSync(bytes, { level: 9 }).length} gzip`);
}

/** Makes a file smaller after gzip. */
function optimise(/** @type {string} */ wasm) {
  // No feature flags: the optimiser reads the features from the file, and flags make it write what browsers refuse. Traps that no instruction asks for
  // (a division by zero, memory that is not there) do not happen: Rust checks before. Nothing lies in the lowest KiB but the far end of the stack.
  // `-Os --converge` takes five times as long and saves two thousandths.
  const binaryen = path.dirname(createRequire(import.meta.url).resolve('binaryen'));
  run(process.execPath, path.join(binaryen, 'bin/wasm-opt'), '-O1', '--low-memory-unused', '--ignore-implicit-traps', '--strip-debug', '--strip-producers', wasm, '-o', wasm);
}

function read(/** @type {string} */ file, /** @type {string} */ out) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    rmSync(out, { recursive: true, force: true });
    mkdirSync(out, { recursive: true });
    return null;
  }
}

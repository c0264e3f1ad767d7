// Generates src/wire.ts from the schema that the session crate prints, and those of the engine interface and of the room
// protocol from rules/schema. With --check it only reports whether the files are up to date.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { typesOf } from './types.mjs';

const web = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const options = { cwd: path.resolve(web, '..'), encoding: /** @type {const} */ ('utf8'), maxBuffer: 1 << 26 };

// Built like the tests (see the Makefile): a package built alone would compile its libraries again.
const build = 'build --quiet --workspace --example wire_schema --test chess --message-format json-render-diagnostics';
const built = execFileSync('cargo', build.split(' '), options).split('\n');
const program = built
  .filter((line) => line.includes('"wire_schema"'))
  .map((line) => JSON.parse(line).executable)
  .find(Boolean);
const printed = execFileSync(program, options);

/** @type {{ $defs: Record<string, unknown> }} */
const wire = JSON.parse(printed);
/** Returns the types of a schema of messages, as a module. @param {string} name @param {string} what */
const typesOfSchema = (name, what) => {
  const { $defs } = JSON.parse(readFileSync(path.join(web, `../rules/schema/${name}.schema.json`), 'utf8'));
  return typesOf($defs, `// The messages of ${what}, generated from rules/schema/${name}.schema.json by \`npm run wire\`. Not edited by hand.`);
};

const generated = {
  'src/wire.ts': await typesOf(wire.$defs, '// The wire, generated from the Rust types by `npm run wire`. Not edited by hand.'),
  'src/engine-messages.ts': await typesOfSchema('engine', 'the engine interface'),
  'src/room-messages.ts': await typesOfSchema('rooms', 'the room protocol'),
};

for (const [name, text] of Object.entries(generated)) {
  const file = path.join(web, name);
  if (!process.argv.includes('--check')) {
    writeFileSync(file, text);
  } else if (readFileSync(file, 'utf8') !== text) {
    console.error(`${name} is not what the Rust types say: run \`npm run wire\`.`);
    process.exitCode = 1;
  }
}

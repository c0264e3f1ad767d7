// Generates src/wire.ts from the schema that the session crate prints. With --check it only reports whether the file is up to date.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { compile } from 'json-schema-to-typescript';

const web = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const file = path.join(web, 'src/wire.ts');

const options = { cwd: path.resolve(web, '..'), encoding: /** @type {const} */ ('utf8'), maxBuffer: 1 << 26 };

// Built like the tests (see the Makefile): a package built alone would compile its libraries again.
const build = 'build --quiet --workspace --example wire_schema --test chess --message-format json-render-diagnostics';
const built = execFileSync('cargo', build.split(' '), options).split('\n');
const program = built
  .filter((line) => line.includes('"wire_schema"'))
  .map((line) => JSON.parse(line).executable)
  .find(Boolean);
const printed = execFileSync(program, options);

/**
 * Rewrites what the generator and schemars understand differently: a reference with siblings becomes an intersection, and a choice of constants an
 * enum.
 * @param {any} schema
 * @returns {any}
 */
function normalize(schema) {
  if (Array.isArray(schema)) return schema.map(normalize);
  if (typeof schema !== 'object' || schema === null) return schema;
  const { $ref, oneOf, ...rest } = schema;
  if (typeof $ref === 'string') {
    const reference = { $ref: $ref.replace('#/$defs/', '#/definitions/') };
    return rest.properties ? { allOf: [normalize(rest), reference] } : reference;
  }
  if (Array.isArray(oneOf) && oneOf.every((/** @type {any} */ one) => 'const' in one)) {
    return { ...rest, type: 'string', enum: oneOf.map((/** @type {any} */ one) => one.const) };
  }
  const entries = Object.entries(oneOf ? { ...rest, oneOf } : rest);
  return Object.fromEntries(entries.map(([key, value]) => [key, normalize(value)]));
}

const { $defs } = JSON.parse(printed);
const source = await compile(
  { title: 'Wire', type: 'object', properties: {}, additionalProperties: false, definitions: normalize($defs) },
  'Wire',
  {
    additionalProperties: false,
    bannerComment: '// The wire, generated from the Rust types by `npm run wire`. Not edited by hand.',
    unreachableDefinitions: true,
    format: true,
    style: { singleQuote: true, printWidth: 120 },
  },
);
// The root only carries the definitions; the generator's notes about references are removed.
const text = source
  .replace(/export interface Wire \{\}\n/, '')
  .replace(/\/\*\*\n \* This interface was referenced by `Wire`'s JSON-Schema\n \* via the `definition` "[^"]+"\.\n \*\/\n/g, '')
  .replace(/ \*\n \* This interface was referenced by `Wire`'s JSON-Schema\n \* via the `definition` "[^"]+"\.\n/g, '');

if (process.argv.includes('--check')) {
  if (readFileSync(file, 'utf8') !== text) {
    console.error('src/wire.ts is not what the Rust types say: run `npm run wire`.');
    process.exit(1);
  }
} else {
  writeFileSync(file, text);
}

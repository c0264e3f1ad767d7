// TypeScript types from a JSON Schema that schemars has written.
import { compile } from 'json-schema-to-typescript';

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

/**
 * Returns the types of all definitions of a schema as the source of a module.
 * @param {Record<string, unknown>} definitions
 * @param {string} banner its first line
 */
export async function typesOf(definitions, banner) {
  const root = { title: 'Root', type: /** @type {const} */ ('object'), properties: {}, additionalProperties: false };
  const source = await compile({ ...root, definitions: normalize(definitions) }, 'Root', {
    additionalProperties: false,
    bannerComment: banner,
    unreachableDefinitions: true,
    // Longer bounds of lists are not spelled out as unions of tuples.
    maxItems: 4,
    format: true,
    style: { singleQuote: true, printWidth: 120 },
  });
  // The root only carries the definitions; the generator's notes about references are removed.
  return source
    .replace(/export interface Root \{\}\n/, '')
    .replace(/\/\*\*\n \* This interface was referenced by `Root`'s JSON-Schema\n \* via the `definition` "[^"]+"\.\n \*\/\n/g, '')
    .replace(/ \*\n \* This interface was referenced by `Root`'s JSON-Schema\n \* via the `definition` "[^"]+"\.\n/g, '');
}

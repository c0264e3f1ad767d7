// The engine of the page, built by `npm run build` and loaded from the disk.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { wrapRules, type Rules } from '../src/lib/engine';

interface Bindings {
  initSync(options: { module: Uint8Array }): unknown;
  Loader: new () => { add(path: string, text: string): void; finish(): Rules };
}

const root = path.resolve(import.meta.dirname, '../..');

/** Loads the rules of a folder as the browser does. */
export const rulesOf = (folder: string): Promise<Rules> =>
  rulesFrom(
    readdirSync(path.join(root, folder), { recursive: true })
      .map(String)
      .filter((entry) => entry.endsWith('.json'))
      .map((entry) => [entry, readFileSync(path.join(root, folder, entry), 'utf8')]),
  );

/** Loads the rules that files of a ruleset hold, each with its path. */
export async function rulesFrom(files: readonly (readonly [path: string, text: string])[]): Promise<Rules> {
  const built = path.join(root, 'web/src/engine');
  const bindings = (await import(path.join(built, 'tabula_engine.js'))) as Bindings;
  bindings.initSync({ module: readFileSync(path.join(built, 'tabula_engine_bg.wasm')) });
  const loader = new bindings.Loader();
  for (const [at, text] of files) loader.add(at, text);
  return loader.finish();
}

export const chess = await rulesOf('rules/chess');
export const engine = wrapRules(chess);

/** Reads `ruleset.json` of a game. */
export const manifestOf = (id: string): string => readFileSync(path.join(root, 'rules', id, 'ruleset.json'), 'utf8');

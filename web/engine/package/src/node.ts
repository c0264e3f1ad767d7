// The package in Node.js: the module is read from beside this file.
import { readFile } from 'node:fs/promises';
import init from './tabula_engine.js';
import { rulesLoader } from './rules.js';

export { Engine, Rules, RulesetError, type RulesetFiles } from './rules.js';
export type * from './messages.js';

/** Loads a ruleset from its files; rejects with a `RulesetError` if it has faults. */
export const loadRules = rulesLoader(async () => init({ module_or_path: await readFile(new URL('tabula_engine_bg.wasm', import.meta.url)) }));

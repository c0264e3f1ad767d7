// The package in browsers and bundlers: the module is fetched from beside this file.
import init from './tabula_engine.js';
import { rulesLoader } from './rules.js';

export { Engine, Rules, RulesetError, type RulesetFiles } from './rules.js';
export type * from './messages.js';

/** Loads a ruleset from its files; rejects with a `RulesetError` if it has faults. */
export const loadRules = rulesLoader(() => init());

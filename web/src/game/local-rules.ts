// The rules of a game on one screen: read by the page's engine, or by that of the machine where they have mechanics.
import { hasMechanics, loadRules, readRules, type Bindings, type LoadedRules } from '../lib/engine';

// A glob, so that the page builds without the engine: then it is empty.
const whole = import.meta.glob<Bindings>('../machine-engine/tabula_machine.js');

/** Loads a ruleset, and a larger engine where its rules need one; null if the page was built without the engine. */
export async function loadLocalRules(ruleset: string): Promise<LoadedRules | null> {
  const loaded = await loadRules(ruleset, []);
  if (!loaded || !hasMechanics(loaded.manifest)) return loaded;
  const module = await Object.values(whole)[0]?.();
  return module ? { ...loaded, rules: await readRules(module, loaded.files) } : null;
}

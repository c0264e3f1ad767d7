// Play on one screen: a game of a ruleset of the server, on a board for both sides.
import { kindsOfManifest } from '../lib/kinds';
import { zonesOf } from '../lib/zones';
import { BoardPlay } from './board-play.svelte';
import { LocalEngine } from './local-game';
import { loadLocalRules } from './local-rules';

export class LocalPlay extends BoardPlay {
  /** True if there is no engine, or no such rules. */
  failed = $state(false);
  #loads = 0;

  /** Loads a ruleset and sets up its board. The latest call wins. */
  async load(ruleset: string): Promise<void> {
    const load = (this.#loads += 1);
    this.armed = null;
    try {
      const loaded = await loadLocalRules(ruleset);
      if (load !== this.#loads) return;
      if (!loaded) throw new Error('no engine');
      this.failed = false;
      const kinds = kindsOfManifest(loaded.manifest);
      const engine = new LocalEngine(loaded.rules.engine());
      this.engine = engine;
      this.state = engine.send({ message_type: 'new_game' });
      this.handled = this.state.dropping;
      this.kinds = this.state.board ? kinds.withZones(zonesOf(loaded.rules, this.state.feen, this.state.board.shape, loaded.manifest)) : kinds;
    } catch {
      if (load !== this.#loads) return;
      this.failed = true;
      this.state = null;
    }
  }
}

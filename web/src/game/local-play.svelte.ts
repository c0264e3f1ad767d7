// Play on one screen: a game of a ruleset of the server, on a board for both sides.
import { hasMechanics, loadRules } from '../lib/engine';
import { kindsOfManifest } from '../lib/kinds';
import { zonesOf } from '../lib/zones';
import { BoardPlay } from './board-play.svelte';
import { LocalEngine } from './local-game';

/** Why there is no game: no engine, no such rules, or rules that the engine of browsers cannot play. */
export type LocalFailure = 'failed' | 'mechanics';

export class LocalPlay extends BoardPlay {
  failure = $state<LocalFailure | null>(null);
  #loads = 0;

  /** Loads a ruleset and sets up its board. The latest call wins. */
  async load(ruleset: string): Promise<void> {
    const load = (this.#loads += 1);
    this.armed = null;
    try {
      const loaded = await loadRules(ruleset, []);
      if (load !== this.#loads) return;
      if (!loaded) throw new Error('no engine');
      this.failure = hasMechanics(loaded.manifest) ? 'mechanics' : null;
      const kinds = kindsOfManifest(loaded.manifest);
      const engine = new LocalEngine(loaded.rules.engine());
      this.engine = engine;
      this.state = this.failure ? null : engine.send({ message_type: 'new_game' });
      this.handled = this.state?.dropping ?? false;
      this.kinds = this.state?.board ? kinds.withZones(zonesOf(loaded.rules, this.state.feen, this.state.board.shape)) : kinds;
    } catch {
      if (load !== this.#loads) return;
      this.failure = 'failed';
      this.state = null;
    }
  }
}

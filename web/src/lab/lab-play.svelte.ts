// The board of the rule lab: both sides by the latest rules that load, with the ways of a piece that is pressed.
import type { HostMessage } from '../engine-messages';
import { BoardPlay } from '../game/board-play.svelte';
import type { LocalState } from '../game/local-game';
import { kindsOfManifest } from '../lib/kinds';
import type { SquareName as Square } from '../wire';
import type { LabClient } from './client';
import type { Opened } from './messages';

/** The most messages of a game that are played again under changed rules. */
const PLAYED_MAX = 1_000;

/** The squares to which a piece goes when it stands alone. */
interface Ways {
  from: Square;
  to: readonly Square[];
}

export class LabPlay extends BoardPlay {
  ways = $state.raw<Ways | null>(null);
  /** Messages since the game began, which the next rules play again. */
  played: readonly HostMessage[] = [];
  /** Receives a worker's failure to answer. */
  readonly #failed: (error: unknown) => void;
  readonly #client: LabClient;
  #asked = 0;

  constructor(client: LabClient, failed: (error: unknown) => void) {
    super();
    this.#client = client;
    this.#failed = failed;
    this.engine = { send: (message) => this.#ask(message) };
  }

  /** Shows the board of rules that have just been loaded. */
  show({ manifest, state, zones, played }: Opened): void {
    this.played = this.played.slice(0, played);
    const kinds = kindsOfManifest(manifest);
    this.kinds = zones ? kinds.withZones(zones) : kinds;
    this.handled = state.dropping;
    this.armed = null;
    this.ways = null;
    this.state = state;
  }

  override tap(cell: Square): void {
    const { played } = this;
    super.tap(cell);
    // A piece that was captured there has no ways to show.
    if (this.played === played) void this.#showWays(cell);
  }

  async #ask(message: HostMessage): Promise<LocalState | null> {
    this.ways = null;
    this.played = message.message_type === 'new_game' ? [] : [...this.played, message].slice(0, PLAYED_MAX);
    try {
      return await this.#client.ask('send', message);
    } catch (error) {
      this.#failed(error);
      return null;
    }
  }

  async #showWays(from: Square): Promise<void> {
    const asked = (this.#asked += 1);
    const piece = this.state?.board?.pieces[from];
    this.ways = null;
    if (!piece || this.state?.pending) return;
    try {
      const to = await this.#client.ask('ways', { first: piece.color === 'w', qpi: piece.qpi, from });
      if (asked === this.#asked) this.ways = { from, to };
    } catch (error) {
      this.#failed(error);
    }
  }
}

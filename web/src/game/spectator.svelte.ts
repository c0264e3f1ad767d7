// One game watched on this page: a connection that only receives, apart from the chat.
import { openSocket } from '../lib/api';
import { storedName, validName } from '../lib/player-name';
import { fetchRecord } from '../lib/record';
import { load, noteVisit, seatKey, spectatorTokenKey, store, tokenKey } from '../lib/storage';
import type { DuelFought, ErrorCode, GameRecord, Watching } from '../wire';
import { ServerTime } from './clock';
import { Chat } from './chat.svelte';
import { Connection, type ConnectionState, type ClientFrame } from './connection';
import type { ServerFrame } from './state';
import { reduceSpectator, type SpectatorState } from './spectator-state';

/** The time for which the bids of a duel are shown. */
export const OUTCOME_MS = 8_000;

export class SpectatorGame {
  connection = $state.raw<ConnectionState>({ kind: 'connecting' });
  /** Id, name and delay of this spectator, once admitted. */
  welcome = $state.raw<Watching | null>(null);
  play = $state.raw<SpectatorState | null>(null);
  /** The last duel, for a few seconds. */
  outcome = $state.raw<DuelFought | null>(null);
  /** The stored record, if the game itself is gone: then nobody else is here, and nothing more comes. */
  record = $state.raw<GameRecord | null>(null);
  /** Why the server does not admit this spectator. */
  refusal = $state<ErrorCode | null>(null);
  /** Time on this page's clock at which this spectator was first admitted; everything before it is due a delay later. */
  #admittedAt: number | null = null;
  readonly chat: Chat;
  /** The delayed time of the players. */
  readonly time = new ServerTime();
  readonly outbox = [];
  readonly #connection: Connection;
  /** The stored name was rejected: the server chooses one. */
  #nameless = false;
  #outcomeTimer: ReturnType<typeof setTimeout> | undefined;

  /** `record` is that of a game that is known to be gone. */
  constructor(readonly id: string, record?: GameRecord) {
    this.#connection = new Connection(() => openSocket(id), {
      state: (state) => (this.connection = state),
      hello: () => this.#hello(),
      frame: (frame) => this.receive(frame),
    });
    this.chat = new Chat(id, (said) => this.#connection.send(said));
    if (record) this.#show(record);
  }

  /** Returns the seconds after which the first state has come at the latest; 0 if it is due. */
  secondsToFirstState(): number {
    if (this.welcome === null || this.#admittedAt === null) return 0;
    return Math.max(0, Math.ceil((this.#admittedAt - performance.now()) / 1000 + this.welcome.delaySeconds));
  }

  start(): void {
    if (!this.record) this.#connection.start();
  }

  /** Shows the record of a game that is gone, if there is one; else `refusal` stands. */
  async #find(refusal: ErrorCode): Promise<void> {
    const record = await fetchRecord(this.id).catch(() => null);
    if (record) this.#show(record);
    else this.refusal = refusal;
  }

  #show(record: GameRecord): void {
    const { state } = record;
    if (state.type !== 'gameState.update') return;
    this.record = record;
    // Nothing is connected, and nothing has to be.
    this.connection = { kind: 'refused' };
    this.play = reduceSpectator(null, state) as SpectatorState;
    this.time.observe(state.timestamp);
    noteVisit(this.id);
  }

  stop(): void {
    clearTimeout(this.#outcomeTimer);
    this.#connection.stop();
  }

  retry(): void {
    this.#connection.resync();
  }

  takeOver(): void {
    this.#connection.takeOver();
  }

  /** Id of the game in which this browser has a seat, if it has one: spectators know the game by another id. */
  get seat(): string {
    return load(seatKey(this.id)) ?? this.id;
  }

  #hello(): ClientFrame {
    // A player shows the token of the seat and is sent back to the game: nobody plays and watches.
    // A signature in the token's place (`identity/requests.ts`) opens a record, and no seat.
    const own = load(tokenKey(this.seat));
    const token = own === null || own.includes('.') ? load(spectatorTokenKey(this.id)) : own;
    const name = this.#nameless ? null : validName(storedName());
    return {
      type: 'spectator.join', gameId: this.id, ...(name !== null && { name }), ...(token !== null && { token }),
    };
  }

  receive(frame: ServerFrame): void {
    switch (frame.type) {
      case 'spectator.welcome':
        this.welcome = frame;
        this.#admittedAt ??= performance.now();
        store(spectatorTokenKey(this.id), frame.token);
        noteVisit(this.id);
        // The answer to a change of name.
        if (frame.ack !== undefined && this.chat.acknowledge(frame.ack, null)) return;
        // A new connection sends everything again, with new numbers.
        this.play = null;
        this.chat.joined(frame.id);
        return;
      case 'ping':
        this.#connection.send({ type: 'pong' });
        return;
      case 'chat.message':
        if (frame.ack !== undefined) this.chat.acknowledge(frame.ack, null);
        this.chat.receive(frame);
        return;
      case 'chat.history':
      case 'spectator.joined':
      case 'spectator.left':
        this.chat.receive(frame);
        return;
      case 'error':
        if (frame.ack !== undefined && this.chat.acknowledge(frame.ack, frame.code)) return;
        if (frame.code === 'name_refused' && !this.#nameless) {
          this.#nameless = true;
          this.#connection.resync();
        } else if (frame.code === 'game_not_found' || frame.code === 'spectators_disabled' || (this.play === null && this.welcome === null)) {
          // A finished game can be read where it was forgotten, and an own one where nobody may watch.
          if (!this.play?.state.record) {
            if (frame.code === 'game_not_found' || frame.code === 'spectators_disabled') void this.#find(frame.code);
            else this.refusal = frame.code;
          }
          this.#connection.refuse();
        }
        return;
      default: {
        const seen = this.play;
        const play = reduceSpectator(seen, frame);
        if (play === 'gap') {
          this.#connection.resync();
          return;
        }
        this.#showOutcome(seen?.outcome ?? null, play?.outcome ?? null);
        this.play = play;
        if (frame.type === 'gameState.update') {
          this.time.observe(frame.timestamp);
          this.chat.applyState(frame);
          for (const { color, connected } of frame.players) {
            const before = seen?.state.players.find((player) => player.color === color);
            if (frame.chat && before && before.connected !== connected) this.chat.receive({ type: 'presence', color, connected });
          }
        }
      }
    }
  }

  /** Shows a duel once: later frames bring the same one again. */
  #showOutcome(before: DuelFought | null, after: DuelFought | null): void {
    if (after === before) return;
    clearTimeout(this.#outcomeTimer);
    this.outcome = after;
    if (after !== null) this.#outcomeTimer = setTimeout(() => (this.outcome = null), OUTCOME_MS);
  }
}

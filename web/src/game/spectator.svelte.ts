// One game watched on this page: a connection that only receives, apart from the chat.
import { socketUrl } from '../lib/api';
import { storedName, validName } from '../lib/player-name';
import { store, load, tokenKey, spectatorTokenKey } from '../lib/storage';
import type { ErrorCode, Watching } from '../wire';
import { ServerTime } from './clock';
import { Chat } from './chat.svelte';
import { Connection, type ConnectionState, type ClientFrame } from './connection';
import type { ServerFrame } from './state';
import { reduceSpectator, type SpectatorState } from './spectator-state';

export class SpectatorGame {
  connection = $state.raw<ConnectionState>({ kind: 'connecting' });
  /** Id, name and delay of this spectator, once admitted. */
  welcome = $state.raw<Watching | null>(null);
  state = $state.raw<SpectatorState | null>(null);
  /** Why the server does not admit this spectator. */
  refusal = $state<ErrorCode | null>(null);
  readonly chat: Chat;
  /** The delayed time of the players. */
  readonly time = new ServerTime();
  readonly outbox = [];
  readonly #connection: Connection;
  /** The stored name was rejected: the server chooses one. */
  #nameless = false;

  constructor(readonly id: string) {
    this.#connection = new Connection(socketUrl(id), {
      state: (state) => (this.connection = state),
      hello: () => this.#hello(),
      frame: (frame) => this.receive(frame),
    });
    this.chat = new Chat(id, (said) => this.#connection.send(said));
  }

  get play(): SpectatorState | null {
    return this.state;
  }

  start(): void {
    this.#connection.start();
  }

  stop(): void {
    this.#connection.stop();
  }

  retry(): void {
    this.#connection.resync();
  }

  takeOver(): void {
    this.#connection.takeOver();
  }

  #hello(): ClientFrame {
    // A player shows the token of the seat and is sent back to the game: nobody plays and watches.
    const [name, token] = [this.#nameless ? null : validName(storedName()), load(tokenKey(this.id)) ?? load(spectatorTokenKey(this.id))];
    return {
      type: 'spectator.join', gameId: this.id, ...(name !== null && { name }), ...(token !== null && { token }),
    };
  }

  receive(frame: ServerFrame): void {
    switch (frame.type) {
      case 'spectator.welcome':
        this.welcome = frame;
        store(spectatorTokenKey(this.id), frame.token);
        // The answer to a change of name.
        if (frame.ack !== undefined && this.chat.acknowledge(frame.ack, null)) return;
        // A new connection sends everything again, with new numbers.
        this.state = null;
        this.chat.joined(frame.id);
        return;
      case 'ping':
        this.#connection.send({ type: 'pong' });
        return;
      case 'chat.message':
        if (frame.ack !== undefined) this.chat.acknowledge(frame.ack, null);
        this.chat.receive(frame);
        return;
      case 'spectator.joined':
      case 'spectator.left':
        this.chat.receive(frame);
        return;
      case 'error':
        if (frame.ack !== undefined && this.chat.acknowledge(frame.ack, frame.code)) return;
        if (frame.code === 'name_refused' && !this.#nameless) {
          this.#nameless = true;
          this.#connection.resync();
        } else if (this.state === null && this.welcome === null) {
          this.refusal = frame.code;
          this.#connection.refuse();
        }
        return;
      default: {
        const state = reduceSpectator(this.state, frame);
        if (state === 'gap') {
          this.#connection.resync();
          return;
        }
        this.state = state;
        if (frame.type === 'gameState.update') {
          this.time.observe(frame.timestamp);
          this.chat.applyState(frame);
        }
      }
    }
  }
}

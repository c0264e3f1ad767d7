// One watched game on this page: a socket that only listens, but for the talk.
import { socketUrl } from '../lib/api';
import { nameOf, ownName } from '../lib/person';
import { keep, recall, tokenKey, watcherKey } from '../lib/storage';
import type { ErrorCode, Watching } from '../wire';
import { ServerTime } from './clock';
import { Lounge } from './lounge.svelte';
import { Link, type LinkState, type Said } from './socket';
import type { Heard } from './state';
import { watched, type Before } from './watched';

export class Watch {
  link = $state.raw<LinkState>({ kind: 'connecting' });
  /** Who one is here, once let in. */
  welcome = $state.raw<Watching | null>(null);
  told = $state.raw<Before>(null);
  /** Why the server does not let us in. */
  refusal = $state<ErrorCode | null>(null);
  readonly lounge: Lounge;
  /** The time of then: the players' time, so much later. */
  readonly time = new ServerTime();
  readonly outbox = [];
  readonly #link: Link;
  /** The kept name is not taken here: a found one is better than none. */
  #nameless = false;

  constructor(readonly id: string) {
    this.#link = new Link(socketUrl(id), {
      state: (state) => (this.link = state),
      hello: () => this.#hello(),
      frame: (frame) => this.receive(frame),
    });
    this.lounge = new Lounge(id, (said) => this.#link.send(said));
  }

  get play(): Before {
    return this.told;
  }

  start(): void {
    this.#link.start();
  }

  stop(): void {
    this.#link.stop();
  }

  retry(): void {
    this.#link.resync();
  }

  takeOver(): void {
    this.#link.takeOver();
  }

  #hello(): Said {
    // Whoever holds a seat shows its token, and is sent back to the game: nobody plays and watches.
    const [name, token] = [this.#nameless ? null : nameOf(ownName()), recall(tokenKey(this.id)) ?? recall(watcherKey(this.id))];
    return {
      type: 'spectator.join', gameId: this.id, ...(name !== null && { name }), ...(token !== null && { token }),
    };
  }

  receive(frame: Heard): void {
    switch (frame.type) {
      case 'spectator.welcome':
        this.welcome = frame;
        keep(watcherKey(this.id), frame.token);
        // Only the name is another one.
        if (frame.ack !== undefined && this.lounge.answered(frame.ack, null)) return;
        // A new socket tells everything anew, in a row of its own.
        this.told = null;
        this.lounge.joined(frame.id);
        return;
      case 'ping':
        this.#link.send({ type: 'pong' });
        return;
      case 'chat.message':
        if (frame.ack !== undefined) this.lounge.answered(frame.ack, null);
        this.lounge.hear(frame);
        return;
      case 'spectator.joined':
      case 'spectator.left':
        this.lounge.hear(frame);
        return;
      case 'error':
        if (frame.ack !== undefined && this.lounge.answered(frame.ack, frame.code)) return;
        if (frame.code === 'name_refused' && !this.#nameless) {
          this.#nameless = true;
          this.#link.resync();
        } else if (this.told === null && this.welcome === null) {
          this.refusal = frame.code;
          this.#link.refuse();
        }
        return;
      default: {
        const told = watched(this.told, frame);
        if (told === 'gap') {
          this.#link.resync();
          return;
        }
        this.told = told;
        if (frame.type === 'gameState.update') {
          this.time.hear(frame.timestamp);
          this.lounge.state(frame);
        }
      }
    }
  }
}

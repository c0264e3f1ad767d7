// The live connection: opens, says hello, heals by itself, and knows when to stop trying.
import type { ClientEvent, ClientMessage } from '../wire';
import type { Heard } from './state';

/** Whatever goes to the server. */
export type Said = ClientMessage | ClientEvent;


export type LinkState =
  | { kind: 'connecting' }
  | { kind: 'open' }
  /** Lost a moment ago; the next of a few quick tries is at `retryAt`. */
  | { kind: 'retrying'; attempt: number; retryAt: number }
  /** The quick tries are used up; slower ones go on. */
  | { kind: 'away'; retryAt: number }
  | { kind: 'offline' }
  | { kind: 'superseded' }
  | { kind: 'refused' };

export interface LinkEvents {
  state(state: LinkState): void;
  /** A fresh socket is up: the hello to say on it. */
  hello(): Said;
  frame(frame: Heard): void;
}

export const QUICK_TRIES = 5;
const QUICK_MS = [400, 800, 1600, 3200, 6400];
const SLOW_MS = 20_000;
/** Silence after which a socket that claims to be open is asked by opening another. */
const SILENCE_MS = 75_000;
const OPENING_MS = 8_000;
const SUPERSEDED = 4001;

/** How long to wait before the given try (from 1); quick ones first, with some scatter. */
export function backoff(attempt: number, random: () => number): number {
  const base = QUICK_MS[attempt - 1] ?? SLOW_MS;
  return Math.round(base * (0.85 + random() * 0.3));
}

export class Link {
  #socket: WebSocket | null = null;
  /** The socket before this one, kept until the new one is heard: the other player sees no gap. */
  #stale: WebSocket | null = null;
  #attempt = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #watch: ReturnType<typeof setInterval> | undefined;
  #heardAt = 0;
  #hiddenAt = 0;
  #ended = false;
  #ready = false;

  constructor(
    private readonly url: string,
    private readonly events: LinkEvents,
  ) {}

  start(): void {
    window.addEventListener('online', this.#online);
    window.addEventListener('offline', this.#offline);
    window.addEventListener('pageshow', this.#pageshow);
    document.addEventListener('visibilitychange', this.#visibility);
    this.#watch = setInterval(() => {
      if (this.#ready && Date.now() - this.#heardAt > SILENCE_MS) this.resync();
    }, 5_000);
    this.events.state({ kind: 'connecting' });
    this.#open();
  }

  stop(): void {
    this.#ended = true;
    clearTimeout(this.#timer);
    clearInterval(this.#watch);
    window.removeEventListener('online', this.#online);
    window.removeEventListener('offline', this.#offline);
    window.removeEventListener('pageshow', this.#pageshow);
    document.removeEventListener('visibilitychange', this.#visibility);
    this.#drop();
  }

  /** Says it now, or answers that it could not. */
  send(message: Said): boolean {
    if (!this.#ready || this.#socket?.readyState !== WebSocket.OPEN) return false;
    this.#socket.send(JSON.stringify(message));
    return true;
  }

  /** Gets a whole new snapshot on a new socket. */
  resync(): void {
    if (this.#ended) return;
    this.#attempt = 0;
    this.#open();
  }

  /** The server will not have us: do not ask again. */
  refuse(): void {
    this.#halt({ kind: 'refused' });
  }

  #halt(state: LinkState): void {
    clearTimeout(this.#timer);
    this.#ended = true;
    this.#drop();
    this.events.state(state);
  }

  /** After `superseded`: take the game back to this tab. */
  takeOver(): void {
    this.#ended = false;
    this.events.state({ kind: 'connecting' });
    this.resync();
  }

  #drop(): void {
    const [socket, stale] = [this.#socket, this.#stale];
    this.#socket = this.#stale = null;
    this.#ready = false;
    socket?.close();
    stale?.close();
  }

  #open(): void {
    clearTimeout(this.#timer);
    const old = this.#socket;
    this.#socket = null;
    this.#drop();
    this.#stale = old;
    const socket = new WebSocket(this.url);
    this.#socket = socket;
    const current = () => this.#socket === socket;
    const opening = setTimeout(() => {
      if (current() && socket.readyState === WebSocket.CONNECTING) this.#lost();
    }, OPENING_MS);
    socket.onopen = () => {
      clearTimeout(opening);
      if (current()) socket.send(JSON.stringify(this.events.hello()));
    };
    socket.onmessage = ({ data }) => {
      if (!current() || typeof data !== 'string') return;
      this.#heardAt = Date.now();
      const frame = parse(data);
      if (!frame) return;
      // By either the socket is known to be heard.
      if (frame.type === 'joined' || frame.type === 'spectator.welcome') {
        this.#ready = true;
        this.#attempt = 0;
        this.#stale?.close();
        this.#stale = null;
        this.events.state({ kind: 'open' });
      }
      this.events.frame(frame);
    };
    socket.onclose = ({ code, reason }) => {
      clearTimeout(opening);
      if (!current() || this.#ended) return;
      if (code === SUPERSEDED || reason === 'superseded') this.#halt({ kind: 'superseded' });
      else this.#lost();
    };
  }

  #lost(): void {
    this.#drop();
    if (this.#ended) return;
    if (!navigator.onLine) {
      this.events.state({ kind: 'offline' });
      return;
    }
    this.#attempt += 1;
    const wait = backoff(this.#attempt, Math.random);
    const retryAt = Date.now() + wait;
    this.events.state(
      this.#attempt <= QUICK_TRIES ? { kind: 'retrying', attempt: this.#attempt, retryAt } : { kind: 'away', retryAt },
    );
    this.#timer = setTimeout(() => this.#open(), wait);
  }

  readonly #online = () => this.resync();

  readonly #offline = () => {
    if (this.#ended) return;
    clearTimeout(this.#timer);
    this.#drop();
    this.events.state({ kind: 'offline' });
  };

  readonly #pageshow = (event: PageTransitionEvent) => {
    if (event.persisted) this.resync();
  };

  readonly #visibility = () => {
    if (document.visibilityState === 'hidden') {
      this.#hiddenAt = Date.now();
    } else if (!this.#ready || Date.now() - this.#hiddenAt > 5_000) {
      // Phones freeze hidden pages: what was missed is asked for, not guessed.
      this.resync();
    }
  };
}

function parse(text: string): Heard | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && 'type' in value ? (value as Heard) : null;
  } catch {
    return null;
  }
}

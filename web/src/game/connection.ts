// The WebSocket connection of a game: it says hello, reconnects by itself, and knows when to stop.
import type { ClientEvent, ClientMessage } from '../wire';
import type { EarlySocket } from '../lib/early';
import type { ServerFrame } from './state';

/** A frame to the server. */
export type ClientFrame = ClientMessage | ClientEvent;

export type ConnectionState =
  | { kind: 'connecting' }
  | { kind: 'open' }
  /** Lost a moment ago; the next of a few quick retries is at `retryAt`. */
  | { kind: 'retrying'; attempt: number; retryAt: number }
  /** The quick retries failed; slower ones continue. */
  | { kind: 'away'; retryAt: number }
  | { kind: 'offline' }
  | { kind: 'superseded' }
  | { kind: 'refused' };

/** The used part of a socket. */
export type Socket = Pick<EarlySocket, 'readyState' | 'send' | 'close' | 'onopen' | 'onmessage' | 'onclose' | 'received'>;

interface ConnectionEvents {
  state(state: ConnectionState): void;
  /** Returns the hello for a new socket. */
  hello(): ClientFrame;
  frame(frame: ServerFrame): void;
}

// Requirement blind-123.
export const QUICK_RETRIES = 5;
const QUICK_MS = [400, 800, 1600, 3200, 6400];
const SLOW_MS = 20_000;
/** Silence after which an open socket is replaced by a new one. */
const SILENCE_MS = 75_000;
/** The time for each step of opening: the socket, and then the first frame. */
const OPENING_MS = 8_000;
// Requirement blind-117.
const SUPERSEDED = 4001;

/** Returns the milliseconds to wait before a retry (from 1): quick ones first, with jitter. */
export function backoff(attempt: number, random: () => number): number {
  const base = QUICK_MS[attempt - 1] ?? SLOW_MS;
  return Math.round(base * (0.85 + random() * 0.3));
}

// Requirements blind-124, gambit-112.
export class Connection {
  #socket: Socket | null = null;
  /** The previous socket, kept until the new one is accepted: the other player sees no gap. */
  #stale: Socket | null = null;
  #attempt = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #watch: ReturnType<typeof setInterval> | undefined;
  #receivedAt = 0;
  #hiddenAt = 0;
  #stopped = false;
  #ready = false;

  constructor(
    private readonly connect: () => Socket,
    private readonly events: ConnectionEvents,
  ) {}

  start(): void {
    this.#stopped = false;
    window.addEventListener('online', this.#online);
    window.addEventListener('offline', this.#offline);
    window.addEventListener('pageshow', this.#pageshow);
    document.addEventListener('visibilitychange', this.#visibility);
    this.#watch = setInterval(() => {
      if (this.#ready && Date.now() - this.#receivedAt > SILENCE_MS) this.resync();
    }, 5_000);
    this.events.state({ kind: 'connecting' });
    this.#open();
  }

  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#timer);
    clearInterval(this.#watch);
    window.removeEventListener('online', this.#online);
    window.removeEventListener('offline', this.#offline);
    window.removeEventListener('pageshow', this.#pageshow);
    document.removeEventListener('visibilitychange', this.#visibility);
    this.#drop();
  }

  /** Sends a frame. Returns false if there is no open socket. */
  send(message: ClientFrame): boolean {
    if (!this.#ready || this.#socket?.readyState !== WebSocket.OPEN) return false;
    this.#socket.send(JSON.stringify(message));
    return true;
  }

  /** Opens a new socket, which begins with a whole snapshot. */
  resync(): void {
    if (this.#stopped) return;
    this.#attempt = 0;
    this.events.state({ kind: 'connecting' });
    this.#open();
  }

  /** Stops for good: the server refuses this viewer. */
  refuse(): void {
    this.#halt({ kind: 'refused' });
  }

  #halt(state: ConnectionState): void {
    clearTimeout(this.#timer);
    this.#stopped = true;
    this.#drop();
    this.events.state(state);
  }

  /** Takes the game back to this tab after `superseded`. */
  takeOver(): void {
    this.#stopped = false;
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
    const socket = this.connect();
    this.#socket = socket;
    const current = () => this.#socket === socket;
    const giveUpLater = () =>
      setTimeout(() => {
        if (current()) this.#lost();
      }, OPENING_MS);
    let opening = giveUpLater();
    const greet = () => {
      clearTimeout(opening);
      if (!current()) return;
      socket.send(JSON.stringify(this.events.hello()));
      // The watch for silence begins with the first frame: until then this is the only one.
      opening = giveUpLater();
    };
    socket.onopen = greet;
    const receive = (data: unknown) => {
      clearTimeout(opening);
      if (!current() || typeof data !== 'string') return;
      this.#receivedAt = Date.now();
      const frame = parse(data);
      if (!frame) return;
      // Either frame means that the server has accepted the socket.
      if (frame.type === 'joined' || frame.type === 'spectator.welcome') {
        this.#ready = true;
        this.#attempt = 0;
        this.#stale?.close();
        this.#stale = null;
        this.events.state({ kind: 'open' });
      }
      this.events.frame(frame);
    };
    socket.onmessage = ({ data }) => receive(data);
    socket.onclose = ({ code, reason }) => {
      clearTimeout(opening);
      if (!current() || this.#stopped) return;
      if (code === SUPERSEDED || reason === 'superseded') this.#halt({ kind: 'superseded' });
      else this.#lost();
    };
    // One that was asked for early may be open already, and have said hello.
    if (socket.received) for (const data of socket.received.splice(0)) receive(data);
    else if (socket.readyState === WebSocket.OPEN) greet();
  }

  #lost(): void {
    this.#drop();
    if (this.#stopped) return;
    if (!navigator.onLine) {
      this.events.state({ kind: 'offline' });
      return;
    }
    this.#attempt += 1;
    const wait = backoff(this.#attempt, Math.random);
    const retryAt = Date.now() + wait;
    this.events.state(
      this.#attempt <= QUICK_RETRIES ? { kind: 'retrying', attempt: this.#attempt, retryAt } : { kind: 'away', retryAt },
    );
    this.#timer = setTimeout(() => this.#open(), wait);
  }

  readonly #online = () => this.resync();

  readonly #offline = () => {
    if (this.#stopped) return;
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
      // Phones freeze hidden pages: the page asks for what it missed.
      this.resync();
    }
  };
}

function parse(text: string): ServerFrame | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && 'type' in value ? (value as ServerFrame) : null;
  } catch {
    return null;
  }
}

// A client of the lobby: the seeks of others, the own one, and the game that begins. Its socket is open while the lobby is shown.
import type { GameRequest } from '../lib/api';
import { storedName, validName } from '../lib/player-name';
import { KEY, load, noteVisit, store, tokenKey } from '../lib/storage';
import type { LobbyErrorCode, LobbyMessage, LobbyRequest, SeekView } from '../wire';

/** The time after which a lost connection is tried again, in milliseconds. */
const RETRY_MS = 2_000;

export class Lobby {
  /** Seeks of others, the oldest first. */
  seeks = $state.raw<readonly SeekView[]>([]);
  /** Number of the own seek, while it waits. */
  waiting = $state<number | null>(null);
  status = $state<'connecting' | 'open' | 'lost' | 'full'>('connecting');
  /** Why the last request had no effect. */
  problem = $state<LobbyErrorCode | 'withdrawn' | null>(null);
  /** True while an answer is awaited. */
  isAsking = $state(false);

  #socket: WebSocket | null = null;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #isLeft = false;
  /** The own key at this socket: to be shown, shown without an answer yet, or settled. Until then the list is the one for strangers, and stays hidden. */
  #key: 'due' | 'shown' | 'settled' = 'settled';

  /** @param begin goes to a game, whose token is stored */
  constructor(readonly begin: (gameId: string) => void) {
    this.#connect();
  }

  #connect(): void {
    const socket = new WebSocket(`${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/lobby`);
    this.#socket = socket;
    socket.onmessage = ({ data }) => this.receive(JSON.parse(String(data)) as LobbyMessage);
    this.#key = load(KEY) ? 'due' : 'settled';
    socket.onclose = ({ code }) => {
      this.#socket = null;
      if (this.#isLeft) return;
      [this.waiting, this.isAsking, this.seeks] = [null, false, []];
      // Too many are there, or too many of this address.
      this.status = code === 1013 || code === 4029 ? 'full' : 'lost';
      this.#retry = setTimeout(() => this.#connect(), RETRY_MS);
    };
  }

  /** Shows the own key. Without a signature the lobby is open all the same. */
  async #identify(now: number): Promise<void> {
    this.#key = 'shown';
    const socket = this.#socket;
    try {
      const { signLobby } = await import('../identity/kept');
      const signed = await signLobby(now);
      if (socket === this.#socket) this.#send({ type: 'identify', ...signed });
    } catch {
      if (socket === this.#socket) this.#settle();
    }
  }

  /** Opens the lobby with the seeks that came. */
  #settle(): void {
    [this.#key, this.status] = ['settled', 'open'];
  }

  receive(message: LobbyMessage): void {
    switch (message.type) {
      case 'seeks':
        this.seeks = message.seeks;
        if (this.#key === 'due') void this.#identify(message.now);
        else this.#settle();
        break;
      case 'seek':
        // One that was given back stands where it was.
        this.seeks = [...this.seeks, message].sort((a, b) => a.seek - b.seek);
        break;
      case 'gone':
        this.seeks = this.seeks.filter(({ seek }) => seek !== message.seek);
        if (this.waiting === message.seek) this.waiting = null;
        break;
      case 'waiting':
        [this.waiting, this.isAsking] = [message.seek, false];
        break;
      case 'withdrawn':
        [this.waiting, this.problem] = [null, 'withdrawn'];
        break;
      case 'paired':
        store(tokenKey(message.gameId), message.token);
        noteVisit(message.gameId);
        this.leave();
        this.begin(message.gameId);
        break;
      case 'error':
        if (this.#key === 'shown') {
          // The key is not taken, which is nobody's fault here.
          this.#settle();
          break;
        }
        [this.problem, this.isAsking] = [message.code, false];
        break;
      case 'ping':
        this.#send({ type: 'pong' });
        break;
    }
  }

  /** Seeks of others: those that can be taken. */
  get offered(): readonly SeekView[] {
    if (this.status !== 'open') return [];
    return this.seeks.filter(({ seek }) => seek !== this.waiting);
  }

  /** Takes the first seek of such a game, or waits with one; with another clock, too, where any will do. */
  pair(game: GameRequest, anyClock = false): void {
    const name = validName(storedName());
    this.#ask({ type: 'pair', game, ...(anyClock && { anyClock }), ...(name !== null && { name }) });
  }

  take(seek: number): void {
    this.#ask({ type: 'take', seek });
  }

  cancel(): void {
    this.#send({ type: 'cancel' });
  }

  /** Closes the socket; the own seek ends with it. */
  leave(): void {
    this.#isLeft = true;
    clearTimeout(this.#retry);
    this.#socket?.close();
  }

  #ask(request: LobbyRequest): void {
    [this.problem, this.isAsking] = [null, true];
    this.#send(request);
  }

  #send(request: LobbyRequest): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(request));
  }
}

// The socket of a room, in the shape of one of the player protocol: the page's connection opens it and notices no difference.
import { openSocket } from '../lib/api';
import { fetchRules, loadRules } from '../lib/engine';
import { printFeen } from '../lib/feen';
import { withHands } from '../lib/hands';
import type { EngineChannel } from '../lib/legal';
import type { ClientMessage, ErrorCode, ServerMessage, ServerMessage1 as Envelope } from '../room-messages';
import type { Socket, ClientFrame } from './connection';
import { envelope, ROOM_RULESET } from './room-envelope';
import { roomRules, type RoomRules } from './room-rules';
import { forgetRoom, loadSeat, storeSeat } from './room-storage';
import { RoomTranslation } from './room-translation';
import type { ServerFrame } from './state';

/** Time between two signs of life. A room answers each, and is silent otherwise. */
const HEARTBEAT_MS = 25_000;

/** Time for the rules to arrive: shorter than that for the first frame of a socket. */
const RULES_MS = 5_000;

/** Loads the additions of rooms of other rulesets than chess. */
export const namedRooms = () => import('./room-named');

/** One room on this page: what outlives its sockets. */
export class RoomLink {
  readonly translation: RoomTranslation;
  /** The greatest number among the messages of this seat. */
  ack = 0;
  /** The rules; those of chess until they are loaded. */
  rules: RoomRules = roomRules(null);
  /** The socket that the page uses. One that it has replaced is no longer heard. */
  current: RoomSocket | null = null;
  /** Called when a room was joined, before its rules are loaded. */
  entered: () => void = () => undefined;
  /** The load of the rules with these house rules. */
  #load: { key: string; done: Promise<void> } | null = null;

  constructor(readonly code: string) {
    this.translation = new RoomTranslation(code, loadSeat(code));
  }

  readonly open = (): Socket => (this.current = new RoomSocket(this));

  get refusal(): ErrorCode | null {
    return this.translation.refusal;
  }

  /**
   * Loads what a state needs to be drawn. Without an answer the pieces are those of chess, and the next state asks again. A state of another ruleset cannot
   * be drawn without its rules: then the promise is rejected.
   */
  async loadRules(overlays: readonly string[]): Promise<void> {
    const key = overlays.join(',');
    if (this.#load?.key !== key) this.#load = { key, done: this.#fetchRules(key, overlays) };
    await this.#load.done;
  }

  async #fetchRules(key: string, overlays: readonly string[]): Promise<void> {
    const { ruleset } = this.translation;
    if (ruleset !== ROOM_RULESET) {
      try {
        const [{ NamedRules }, { 'ruleset.json': manifest = '{}' }] = await Promise.all([namedRooms(), fetchRules(ruleset, overlays, AbortSignal.timeout(RULES_MS))]);
        const rules = roomRules(manifest);
        this.rules = { ...rules, named: new NamedRules(manifest, rules) };
      } catch (error) {
        this.#load = null;
        throw error;
      }
    } else if (overlays.length > 0) {
      const manifest = await fetchManifest(key);
      if (manifest === null) this.#load = null;
      else this.rules = roomRules(manifest);
    }
    // The moderator of a blind room says what a check is; an open board is asked.
    if (!this.translation.blind) setTimeout(() => void this.#loadChecks(overlays), 50);
  }

  async #loadChecks(overlays: readonly string[]): Promise<void> {
    const loaded = await loadRules(this.translation.ruleset, overlays).catch(() => null);
    if (!loaded) return;
    const channel = loaded.rules.engine();
    channel.send(JSON.stringify({ message_type: 'options', square_case: 'lower' }));
    this.translation.findCheck = ({ pieces, toMove, hands }) => {
      const feen = printFeen({ shape: this.rules.shape, pieces, toMove });
      return checkedIn(channel, hands ? withHands(feen, hands) : feen);
    };
    this.current?.show(this.translation.checkAgain(this.rules, Date.now()));
    this.keep();
  }

  /** Stores the seat after a message. */
  keep(): void {
    const { seat, token, refusal } = this.translation;
    if (refusal === 'BAD_TOKEN' || refusal === 'ROOM_NOT_FOUND') forgetRoom(this.code);
    else if (seat && token !== null) storeSeat(this.code, token, seat);
  }
}

/** Returns the manifest of the rules of chess with house rules, or null without an answer. */
async function fetchManifest(key: string): Promise<string | null> {
  try {
    const answer = await fetch(`/api/rules/${ROOM_RULESET}?tables=relative&with=${encodeURIComponent(key)}`, { signal: AbortSignal.timeout(RULES_MS) });
    return answer.ok ? (((await answer.json()) as Record<string, string>)['ruleset.json'] ?? null) : null;
  } catch {
    return null;
  }
}

/** Returns whether the side to move is in check; null for a position that the rules of the browser reject. */
function checkedIn(channel: EngineChannel, feen: string): boolean | null {
  const ask = (message: object) => JSON.parse(channel.send(JSON.stringify(message)).split('\n')[0] ?? '{}') as { message_type?: string; checks?: unknown[] };
  if (ask({ message_type: 'set_position', feen }).message_type === 'failure') return null;
  return (ask({ message_type: 'state' }).checks ?? []).length > 0;
}

class RoomSocket implements Socket {
  onopen: Socket['onopen'] = null;
  onmessage: Socket['onmessage'] = null;
  onclose: Socket['onclose'] = null;
  readonly #link: RoomLink;
  readonly #socket = openSocket();
  #seq = 0;
  #heart: ReturnType<typeof setInterval> | undefined;
  /** Messages in their order, although some wait for the rules. */
  #received: Promise<void> = Promise.resolve();

  constructor(link: RoomLink) {
    this.#link = link;
    const socket = this.#socket;
    socket.onopen = (event) => {
      link.translation.reopened();
      this.#heart = setInterval(() => this.#say({ type: 'heartbeat', payload: {} }), HEARTBEAT_MS);
      this.onopen?.call(socket, event);
    };
    socket.onmessage = ({ data }: MessageEvent<unknown>) => {
      this.#received = this.#received.then(() => this.#receive(String(data))).catch((error: unknown) => {
        reportError(error);
        // A new socket begins with the whole state.
        socket.close();
      });
    };
    socket.onclose = (event) => {
      clearInterval(this.#heart);
      // What came before is handled first. A finished room is closed by the server, and nothing is lost by it.
      this.#received = this.#received.then(() => {
        if (!link.translation.over) this.onclose?.call(socket, event);
      });
    };
  }

  get readyState(): Socket['readyState'] {
    return this.#socket.readyState;
  }

  send(text: string): void {
    const { translation, rules } = this.#link;
    const { messages, frames } = translation.send(JSON.parse(text) as ClientFrame, rules);
    for (const message of messages) this.#say(message);
    // The page is answered after it has noted what it sent.
    queueMicrotask(() => this.show(frames));
  }

  close(): void {
    clearInterval(this.#heart);
    this.#socket.close();
  }

  async #receive(text: string): Promise<void> {
    const message = JSON.parse(text) as Envelope & ServerMessage;
    const link = this.#link;
    if (message.type === 'game.state') await link.loadRules(message.payload.activeRules);
    // The page ignores the frames of a socket that it has replaced: what they follow from must wait for the next state as well. Only of an end there is
    // no other word, since a room that is over is gone.
    const isEnd = message.type === 'game.end' || (message.type === 'game.delta' && message.payload.gameOver !== null);
    if (link.current !== this && !isEnd) return;
    const frames = link.translation.receive(message, message.ts, link.rules);
    if (message.type !== 'error' || link.refusal === null) link.ack = Math.max(link.ack, message.seq);
    link.keep();
    if (message.type === 'room.joined') link.entered();
    this.show(frames);
  }

  /** Passes frames to the page. */
  show(frames: readonly ServerFrame[]): void {
    for (const frame of frames) this.onmessage?.call(this.#socket, new MessageEvent('message', { data: JSON.stringify(frame) }));
  }

  #say(message: ClientMessage): void {
    if (this.#socket.readyState !== WebSocket.OPEN) return;
    this.#seq += 1;
    this.#socket.send(envelope(message, this.#seq, this.#link.translation.token, this.#link.ack));
  }
}

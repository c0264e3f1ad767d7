// Chat and spectators of one game, and the name of this viewer. They use the game's own connection.
import { storeName, storedName, validName } from '../lib/player-name';
import { loadList, mutedKey, readKey, store } from '../lib/storage';
import type { ErrorCode, GameState, MemberId } from '../wire';
import {
  EMPTY_LOG, NOTHING_READ, readMark, withAllRead, withEvent, withMuted, withReported, withSpectators, withUnmuted,
  type ChatEvent, type ChatLog, type MutedPerson, type ReadMark,
} from './chat-log';
import type { ClientFrame } from './connection';
import { newId } from './outbox';

export class Chat {
  log = $state.raw<ChatLog>(EMPTY_LOG);
  /** True if chat is allowed in this game; null until the server has said so. */
  allowed = $state<boolean | null>(null);
  visible = $state(false);
  you = $state<MemberId | null>(null);
  /** True once this page has been connected before. */
  returning = false;
  /** The messages that were read, also before a reload. */
  read: ReadMark;
  /** The text in the input. */
  draft = $state('');
  /** The message on its way to the server. */
  sending = $state.raw<{ id: string; text: string } | null>(null);
  /** The message that was rejected, with the reason. */
  rejected = $state.raw<{ code: ErrorCode | 'not_sent'; text: string } | null>(null);
  /** State of the latest change of name; an error code when it was rejected. */
  renaming = $state<'idle' | 'pending' | 'accepted' | 'not_sent' | ErrorCode>('idle');
  #pendingName: { id: string; name: string } | null = null;
  /** The stored name is sent once a game. */
  #storedNameSent = false;

  constructor(
    readonly gameId: string,
    private readonly transmit: (frame: ClientFrame) => boolean,
  ) {
    // Muted people stay muted after a reload, and can be unmuted.
    this.log = { ...EMPTY_LOG, muted: loadList<MutedPerson>(mutedKey(gameId)) };
    const [messageId, timestamp] = loadList<number>(readKey(gameId));
    this.read = messageId === undefined || timestamp === undefined ? NOTHING_READ : { messageId, timestamp };
  }

  /** Handles a new connection. A message without an answer is sent again: the server knows by its id whether it has it. A name is known not to be sent. */
  joined(you: MemberId | null, allowed: boolean | null = null): void {
    this.returning = this.you !== null;
    this.you = you;
    if (allowed !== null) this.allowed = allowed;
    if (this.sending) this.#post(this.sending);
    if (this.#pendingName) this.renaming = 'not_sent';
    this.#pendingName = null;
    const name = validName(storedName());
    if (this.#storedNameSent || name === null || !this.isPlayer) return;
    this.#storedNameSent = true;
    this.rename(name);
  }

  get isPlayer(): boolean {
    return this.you === 'w' || this.you === 'b';
  }

  get nameRejected(): boolean {
    return this.renaming === 'name_refused';
  }

  /** Asks for another name. A spectator asks by joining once more on the same connection. */
  rename(name: string): void {
    const { gameId } = this;
    const id = newId();
    this.#pendingName = { id, name };
    this.renaming = 'pending';
    const type = this.isPlayer ? 'player.setName' : 'spectator.join';
    if (this.transmit({ type, gameId, id, name })) return;
    this.#pendingName = null;
    this.renaming = 'not_sent';
  }

  applyState({ chat, spectators }: GameState): void {
    this.allowed = chat;
    this.log = withSpectators(this.log, spectators);
  }

  receive(event: ChatEvent): void {
    this.log = withEvent(this.log, event, this);
    if (this.visible) this.#noteRead();
  }

  /** Stores that everything was read. */
  #noteRead(): void {
    const { messageId, timestamp } = readMark(this.log);
    if (messageId <= this.read.messageId && timestamp <= this.read.timestamp) return;
    this.read = { messageId, timestamp };
    store(readKey(this.gameId), JSON.stringify([messageId, timestamp]));
  }

  /** Handles an acknowledgement or error. Returns whether it answered a message or a name of the chat. */
  acknowledge(id: string, code: ErrorCode | null): boolean {
    if (id === this.#pendingName?.id) {
      // Only an accepted name is stored for the next game.
      if (code === null) storeName(this.#pendingName.name);
      this.renaming = code ?? 'accepted';
      this.#pendingName = null;
      return true;
    }
    if (id !== this.sending?.id) return false;
    if (code === null) this.sending = null;
    else this.#reject(this.sending.text, code);
    return true;
  }

  #reject(text: string, code: ErrorCode | 'not_sent'): void {
    this.sending = null;
    this.rejected = { code, text };
    // A rejected message returns to the input, unless something else is being written.
    if (this.draft === '') this.draft = text;
  }

  send(text: string): void {
    const id = newId();
    this.draft = '';
    this.rejected = null;
    this.sending = { id, text };
    this.#post(this.sending);
  }

  #post({ id, text }: { id: string; text: string }): void {
    if (!this.transmit({ type: 'chat.message', gameId: this.gameId, id, message: text })) this.#reject(text, 'not_sent');
  }

  mute(person: MutedPerson, muted: boolean): void {
    this.log = muted ? withMuted(this.log, person) : withUnmuted(this.log, person.id);
    store(mutedKey(this.gameId), JSON.stringify(this.log.muted));
    this.transmit({ type: 'chat.mute', gameId: this.gameId, muted, senderId: person.id });
  }

  report(messageId: number): void {
    this.log = withReported(this.log, messageId);
    this.transmit({ type: 'chat.report', gameId: this.gameId, messageId });
  }

  setVisible(visible: boolean): void {
    this.visible = visible;
    if (!visible) return;
    this.log = withAllRead(this.log);
    this.#noteRead();
  }
}

// The company at a game: the talk, who watches, and the name by which one is known. It goes by the game's own socket.
import { keepName, nameOf, ownName } from '../lib/person';
import { keep, mutedKey, recallList } from '../lib/storage';
import type { ErrorCode, GameState, MemberId } from '../wire';
import { newId } from './outbox';
import type { Said } from './socket';
import { heard, muted, read, reported, SILENCE, unmuted, withWatchers, type Muted, type Talk, type TalkEvent } from './talk';

export class Lounge {
  talk = $state.raw<Talk>(SILENCE);
  /** Whether people may talk here; null until that is known. */
  open = $state<boolean | null>(null);
  /** Whether the talk is in sight. */
  inSight = $state(false);
  you = $state<MemberId | null>(null);
  /** What was said and has not come back yet. */
  saying = $state.raw<{ id: string; text: string } | null>(null);
  /** Why what was said was not taken, with the words themselves. */
  refused = $state.raw<{ code: ErrorCode | 'not_sent'; text: string } | null>(null);
  /** What became of the name that was said last; a code is why it was not taken. */
  naming = $state<'idle' | 'asking' | 'called' | 'not_sent' | ErrorCode>('idle');
  #asked: { id: string; name: string } | null = null;
  /** The kept name was said; a game hears it once. */
  #named = false;

  constructor(
    readonly gameId: string,
    private readonly send: (said: Said) => boolean,
  ) {
    // Whoever was muted stays so after a reload, and can be heard again.
    this.talk = { ...SILENCE, muted: recallList<Muted>(mutedKey(gameId)) };
  }

  /** On a fresh socket: who one is, whether people may talk if that is said, and what became of what was being said. */
  joined(you: MemberId | null, chat: boolean | null = null): void {
    this.you = you;
    if (chat !== null) this.open = chat;
    if (this.saying) this.#give(this.saying.text, 'not_sent');
    if (this.#asked) this.naming = 'not_sent';
    this.#asked = null;
    const name = nameOf(ownName());
    if (this.#named || name === null || !this.#plays) return;
    this.#named = true;
    this.call(name);
  }

  get #plays(): boolean {
    return this.you === 'w' || this.you === 'b';
  }

  /** The server does not take the name. */
  get nameRefused(): boolean {
    return this.naming === 'name_refused';
  }

  /** Asks to be called so from now on. Who only watches asks by coming in once more, on the same socket. */
  call(name: string): void {
    const { gameId } = this;
    const id = newId();
    this.#asked = { id, name };
    this.naming = 'asking';
    const type = this.#plays ? 'player.setName' : 'spectator.join';
    if (this.send({ type, gameId, id, name })) return;
    this.#asked = null;
    this.naming = 'not_sent';
  }

  state({ chat, spectators }: GameState): void {
    this.open = chat;
    this.talk = withWatchers(this.talk, spectators);
  }

  hear(event: TalkEvent): void {
    this.talk = heard(this.talk, event, { now: Date.now(), open: this.inSight, you: this.you });
  }

  /** Whether an answer of the server was one to something said here. */
  answered(id: string, code: ErrorCode | null): boolean {
    if (id === this.#asked?.id) {
      // Only what was taken is kept for the next game.
      if (code === null) keepName(this.#asked.name);
      this.naming = code ?? 'called';
      this.#asked = null;
      return true;
    }
    if (id !== this.saying?.id) return false;
    if (code === null) this.saying = null;
    else this.#give(this.saying.text, code);
    return true;
  }

  #give(text: string, code: ErrorCode | 'not_sent'): void {
    this.saying = null;
    this.refused = { code, text };
  }

  say(text: string): void {
    const id = newId();
    this.refused = null;
    this.saying = { id, text };
    if (!this.send({ type: 'chat.message', gameId: this.gameId, id, message: text })) this.#give(text, 'not_sent');
  }

  mute(who: Muted, unwanted: boolean): void {
    this.talk = unwanted ? muted(this.talk, who) : unmuted(this.talk, who.id);
    keep(mutedKey(this.gameId), JSON.stringify(this.talk.muted));
    this.send({ type: 'chat.mute', gameId: this.gameId, muted: unwanted, senderId: who.id });
  }

  report(messageId: number): void {
    this.talk = reported(this.talk, messageId);
    this.send({ type: 'chat.report', gameId: this.gameId, messageId });
  }

  look(inSight: boolean): void {
    this.inSight = inSight;
    if (inSight) this.talk = read(this.talk);
  }
}

// What people say beside the board, and who watches. All of it is text, and none of it is kept but who is muted.
import type { ChatMessage, GameSpectator, MemberId, ServerEvent } from '../wire';

export type TalkEvent = Extract<ServerEvent, { type: 'chat.message' | 'spectator.joined' | 'spectator.left' }>;

export type TalkLine = { key: number } & (
  | { kind: 'said'; message: ChatMessage }
  | { kind: 'came' | 'went'; name: string | null; at: number }
);

/** Somebody who is not heard, by the name that they had then. */
export interface Muted {
  id: MemberId;
  name: string;
}

export interface Talk {
  lines: readonly TalkLine[];
  /** Messages since the talk was last looked at. */
  unread: number;
  watchers: readonly GameSpectator[];
  /** How many watch; more than are named where only the number was told. */
  watching: number;
  muted: readonly Muted[];
  /** The numbers of messages that this viewer has reported. */
  reported: readonly number[];
}

export const SILENCE: Talk = { lines: [], unread: 0, watchers: [], watching: 0, muted: [], reported: [] };

/** So many lines are kept; older ones go. */
export const LINES_MAX = 300;

/** The talk after an event. Who is muted is not heard, whatever the server still has on its way. */
export function heard(talk: Talk, event: TalkEvent, at: { now: number; open: boolean; you: MemberId | null }): Talk {
  const key = (talk.lines.at(-1)?.key ?? 0) + 1;
  const lines = (line: TalkLine): readonly TalkLine[] => [...talk.lines, line].slice(-LINES_MAX);
  switch (event.type) {
    case 'chat.message': {
      if (talk.muted.some(({ id }) => id === event.senderId)) return talk;
      const unread = at.open || event.senderId === at.you ? talk.unread : talk.unread + 1;
      return { ...talk, unread, lines: lines({ key, kind: 'said', message: event }) };
    }
    case 'spectator.joined': {
      const { id, name, count } = event;
      const watchers = [...talk.watchers.filter((watcher) => watcher.id !== id), { id, name }];
      return { ...talk, watchers, watching: count, lines: lines({ key, kind: 'came', name, at: at.now }) };
    }
    case 'spectator.left': {
      const name = talk.watchers.find(({ id }) => id === event.spectatorId)?.name ?? null;
      const watchers = talk.watchers.filter(({ id }) => id !== event.spectatorId);
      return { ...talk, watchers, watching: event.count, lines: lines({ key, kind: 'went', name, at: at.now }) };
    }
  }
}

/** A state names everybody who watches. */
export const withWatchers = (talk: Talk, watchers: readonly GameSpectator[]): Talk =>
  ({ ...talk, watchers, watching: watchers.length });

export const read = (talk: Talk): Talk => (talk.unread === 0 ? talk : { ...talk, unread: 0 });

/** Whoever is muted goes with all that they said. */
export const muted = (talk: Talk, who: Muted): Talk => ({
  ...talk,
  muted: [...talk.muted.filter(({ id }) => id !== who.id), who],
  lines: talk.lines.filter((line) => line.kind !== 'said' || line.message.senderId !== who.id),
});

export const unmuted = (talk: Talk, who: MemberId): Talk => ({ ...talk, muted: talk.muted.filter(({ id }) => id !== who) });

export const reported = (talk: Talk, messageId: number): Talk => ({ ...talk, reported: [...talk.reported, messageId] });

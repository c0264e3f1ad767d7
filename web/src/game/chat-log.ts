// The chat of a game and its spectators, as values. Every message is text; nothing but the muted people is stored.
import type { ChatMessage, GameSpectator, MemberId, ServerEvent } from '../wire';

export type ChatEvent = Extract<ServerEvent, { type: 'chat.message' | 'spectator.joined' | 'spectator.left' }>;

type ChatLine = { key: number } & (
  | { kind: 'message'; message: ChatMessage }
  | { kind: 'joined' | 'left'; name: string | null }
);

/** A muted person, with their name at that time. */
export interface MutedPerson {
  id: MemberId;
  name: string;
}

export interface ChatLog {
  lines: readonly ChatLine[];
  /** Messages since the chat was last visible. */
  unread: number;
  spectators: readonly GameSpectator[];
  /** Number of spectators; larger than the list where the server sent only the number. */
  spectatorCount: number;
  muted: readonly MutedPerson[];
  /** Ids of the messages that this viewer has reported. */
  reported: readonly number[];
}

export const EMPTY_LOG: ChatLog = { lines: [], unread: 0, spectators: [], spectatorCount: 0, muted: [], reported: [] };

/** The most lines kept; older ones are dropped. */
export const LINES_MAX = 300;

/** Returns the chat after an event. Messages of muted people are dropped, even those that the server sent before it knew. */
// Requirement gambit-109.
export function withEvent(log: ChatLog, event: ChatEvent, { visible, you }: { visible: boolean; you: MemberId | null }): ChatLog {
  const key = (log.lines.at(-1)?.key ?? 0) + 1;
  const withLine = (line: ChatLine): readonly ChatLine[] => [...log.lines, line].slice(-LINES_MAX);
  switch (event.type) {
    case 'chat.message': {
      if (log.muted.some(({ id }) => id === event.senderId)) return log;
      const unread = visible || event.senderId === you ? log.unread : log.unread + 1;
      return { ...log, unread, lines: withLine({ key, kind: 'message', message: event }) };
    }
    case 'spectator.joined': {
      const { id, name, count } = event;
      const spectators = [...log.spectators.filter((spectator) => spectator.id !== id), { id, name }];
      return { ...log, spectators, spectatorCount: count, lines: withLine({ key, kind: 'joined', name }) };
    }
    case 'spectator.left': {
      const name = log.spectators.find(({ id }) => id === event.spectatorId)?.name ?? null;
      const spectators = log.spectators.filter(({ id }) => id !== event.spectatorId);
      return { ...log, spectators, spectatorCount: event.count, lines: withLine({ key, kind: 'left', name }) };
    }
  }
}

/** Takes over the spectators of a whole state, which names all of them. */
export const withSpectators = (log: ChatLog, spectators: readonly GameSpectator[]): ChatLog =>
  ({ ...log, spectators, spectatorCount: spectators.length });

export const withAllRead = (log: ChatLog): ChatLog => (log.unread === 0 ? log : { ...log, unread: 0 });

/** Mutes a person and removes their messages. */
export const withMuted = (log: ChatLog, person: MutedPerson): ChatLog => ({
  ...log,
  muted: [...log.muted.filter(({ id }) => id !== person.id), person],
  lines: log.lines.filter((line) => line.kind !== 'message' || line.message.senderId !== person.id),
});

export const withUnmuted = (log: ChatLog, person: MemberId): ChatLog => ({ ...log, muted: log.muted.filter(({ id }) => id !== person) });

export const withReported = (log: ChatLog, messageId: number): ChatLog => ({ ...log, reported: [...log.reported, messageId] });

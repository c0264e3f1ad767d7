// The chat of a game and its spectators, as values. Every message is text; nothing but the muted people is stored.
import type { ChatMessage, Color, GameSpectator, MemberId, ServerEvent } from '../wire';

export type ChatEvent =
  | Extract<ServerEvent, { type: 'chat.message' | 'chat.history' | 'spectator.joined' | 'spectator.left' }>
  /** A player's connection was lost, or is there again. */
  | { type: 'presence'; color: Color; connected: boolean };

type ChatLine = { key: number } & (
  /** `old` if it came with the messages that were missed. */
  | { kind: 'message'; message: ChatMessage; old?: boolean }
  | { kind: 'joined' | 'left'; name: string | null }
  | { kind: 'away' | 'back'; color: Color }
  /** Stands before the messages that were missed. */
  | { kind: 'missed'; count: number }
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

/** The messages that were read: all up to this number and this time. Numbers begin anew when the server was restarted, and then times go on. */
export interface ReadMark {
  messageId: number;
  timestamp: number;
}

export const NOTHING_READ: ReadMark = { messageId: 0, timestamp: 0 };

/** The state of the page when an event comes; `returning` if it was connected before. */
interface Circumstances {
  visible: boolean;
  you: MemberId | null;
  returning: boolean;
  read: ReadMark;
}

type NewLine<L = ChatLine> = L extends ChatLine ? Omit<L, 'key'> : never;

/** Inserts a line before the one at an index; -1 is the end. */
function withLine(log: ChatLog, line: NewLine, at = -1): ChatLog {
  const lines: ChatLine[] = [...log.lines];
  lines.splice(at < 0 ? lines.length : at, 0, { key: Math.max(0, ...lines.map(({ key }) => key)) + 1, ...line });
  return { ...log, lines: lines.slice(-LINES_MAX) };
}

/** Returns the mark of a chat in which every message was read. */
export function readMark({ lines }: ChatLog): ReadMark {
  const messages = lines.flatMap((line) => (line.kind === 'message' ? [line.message] : []));
  return { messageId: messages.at(-1)?.messageId ?? 0, timestamp: Math.max(0, ...messages.map(({ timestamp }) => timestamp)) };
}

const isShown = (log: ChatLog, { messageId, timestamp }: ChatMessage): boolean =>
  log.lines.some((line) => line.kind === 'message' && line.message.messageId === messageId && line.message.timestamp === timestamp);

/** Merges the messages that the server has kept. Numbers begin anew when the server was restarted: a time tells one message from the other. */
function withHistory(log: ChatLog, messages: readonly ChatMessage[], { visible, you, returning, read }: Circumstances): ChatLog {
  const placeOf = (matches: (shown: ChatMessage) => boolean): number =>
    log.lines.findIndex((line) => line.kind === 'message' && matches(line.message));
  const fresh = messages.filter((message) => log.muted.every(({ id }) => id !== message.senderId) && !isShown(log, message));
  const others = fresh.filter(({ senderId }) => senderId !== you);
  const unread = others.filter(({ messageId, timestamp }) => messageId > read.messageId || timestamp > read.timestamp).length;
  // A page that has just been loaded was not there to miss anything.
  if (returning && others.length > 0) log = withLine(log, { kind: 'missed', count: others.length });
  if (!visible && unread > 0) log = { ...log, unread: log.unread + unread };
  for (const message of fresh) {
    const { messageId, timestamp } = message;
    log = withLine(log, { kind: 'message', message, old: true }, placeOf((shown) => shown.messageId > messageId && shown.timestamp >= timestamp));
  }
  return log;
}

/** Returns the chat after an event. Messages of muted people are dropped, even those that the server sent before it knew. */
// Requirement gambit-109.
export function withEvent(log: ChatLog, event: ChatEvent, circumstances: Circumstances): ChatLog {
  switch (event.type) {
    case 'chat.history':
      return withHistory(log, event.messages, circumstances);
    case 'chat.message': {
      if (log.muted.some(({ id }) => id === event.senderId)) return log;
      // The answer to a message that was sent again may be in the history already.
      if (event.ack !== undefined && isShown(log, event)) return log;
      const isRead = circumstances.visible || event.senderId === circumstances.you;
      return { ...withLine(log, { kind: 'message', message: event }), unread: isRead ? log.unread : log.unread + 1 };
    }
    case 'presence': {
      const { color, connected } = event;
      const latest = log.lines.findLast((line) => 'color' in line && line.color === color);
      // Nobody comes back who was not away.
      if (connected ? latest?.kind !== 'away' : latest?.kind === 'away') return log;
      return withLine(log, { kind: connected ? 'back' : 'away', color });
    }
    case 'spectator.joined': {
      const { id, name, count } = event;
      const spectators = [...log.spectators.filter((spectator) => spectator.id !== id), { id, name }];
      return { ...withLine(log, { kind: 'joined', name }), spectators, spectatorCount: count };
    }
    case 'spectator.left': {
      const name = log.spectators.find(({ id }) => id === event.spectatorId)?.name ?? null;
      const spectators = log.spectators.filter(({ id }) => id !== event.spectatorId);
      return { ...withLine(log, { kind: 'left', name }), spectators, spectatorCount: event.count };
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

// Commands that the server has not acknowledged yet. They carry an id, so that sending one again has no second effect.
import type { ClientEvent, ClientMessage, PieceType, SquareName as Square } from '../wire';

/** What a player can do; hello and pong are the connection's own, and talk is not said twice. */
export type Command =
  | Exclude<ClientMessage, { type: 'hello' | 'pong' }>
  | Extract<ClientEvent, { type: 'duel.allocate' | 'retreat.select' }>;

export interface Attempt {
  from: Square;
  to: Square;
  promotion?: PieceType;
}

/** A touch alone is at its own square. */
export function attemptOf({ from, to, promotion }: Extract<Command, { type: 'commit' }>): Attempt {
  const attempt: Attempt = { from, to: to ?? from };
  if (promotion) attempt.promotion = promotion;
  return attempt;
}

export interface Outgoing {
  id: string;
  command: Command;
}

export type Outbox = readonly Outgoing[];

export const withCommand = (outbox: Outbox, id: string, command: Command): Outbox => [
  ...outbox,
  { id, command: { ...command, id } },
];

export const without = (outbox: Outbox, id: string): Outbox => outbox.filter((outgoing) => outgoing.id !== id);

/** The move that is on its way: the last commit in the box. */
export function pendingMove(outbox: Outbox): { from: string; to: string | null; promotion: string | null } | null {
  for (const { command } of [...outbox].reverse()) {
    if (command.type === 'commit') {
      return { from: command.from, to: command.to ?? null, promotion: command.promotion ?? null };
    }
  }
  return null;
}

/** The bid or the retreat that is on its way. */
export const pendingDuty = (outbox: Outbox): Command | null =>
  outbox.find(({ command: { type } }) => type === 'duel.allocate' || type === 'retreat.select')?.command ?? null;

/** Ids are for one seat of one game; they need be distinct, not secret. `crypto.randomUUID` is missing on plain http. */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => byte.toString(36).padStart(2, '0')).join('');
}

// Commands that the server has not acknowledged. Each has an id, so that sending it again has no second effect.
import type { ClientEvent, ClientMessage, PieceType, SquareName as Square } from '../wire';

/** A player's command. Hello and pong belong to the connection, and chat messages to the chat. */
export type Command =
  | Exclude<ClientMessage, { type: 'hello' | 'pong' }>
  | Extract<ClientEvent, { type: 'duel.allocate' | 'retreat.select' }>;

export interface Attempt {
  /** The square of the piece; `*` for a drop. */
  from: Square;
  to: Square;
  promotion?: PieceType;
  /** A choice in the engine's words. */
  choice?: string;
  /** The identity of a piece that is dropped. */
  drop?: string;
}

/** Returns the command of a move. */
export const commandOf = ({ drop, from, ...move }: Attempt): Command =>
  drop === undefined ? { type: 'commit', from, ...move } : { type: 'drop', piece: drop, to: move.to, ...(move.choice !== undefined && { choice: move.choice }) };

/** A command that makes a move. */
export type MoveCommand = Extract<Command, { type: 'commit' | 'drop' | 'pass' }>;

export const isMove = (command: Command | undefined): command is MoveCommand =>
  command?.type === 'commit' || command?.type === 'drop' || command?.type === 'pass';

/** Returns the move of a command; a touch alone stays on its square, and a pass is from `*` to `*`. */
export function attemptOf(command: MoveCommand): Attempt {
  if (command.type === 'pass') return { from: '*', to: '*' };
  const chosen = command.choice === undefined ? {} : { choice: command.choice };
  if (command.type === 'drop') return { from: '*', to: command.to ?? '*', drop: command.piece, ...chosen };
  const { from, to, promotion } = command;
  return { from, to: to ?? from, ...(promotion && { promotion }), ...chosen };
}

interface Outgoing {
  id: string;
  command: Command;
}

export type Outbox = readonly Outgoing[];

export const withCommand = (outbox: Outbox, id: string, command: Command): Outbox => [
  ...outbox,
  { id, command: { ...command, id } },
];

export const without = (outbox: Outbox, id: string): Outbox => outbox.filter((outgoing) => outgoing.id !== id);

/** Returns the move on its way: the last commit in the outbox. */
// Requirement blind-65.
export function pendingMove(outbox: Outbox): { from: string; to: string | null; promotion: string | null } | null {
  for (const { command } of [...outbox].reverse()) {
    if (command.type === 'commit') {
      return { from: command.from, to: command.to ?? null, promotion: command.promotion ?? null };
    }
    if (command.type === 'drop' || command.type === 'pass') return { from: '*', to: null, promotion: null };
  }
  return null;
}

/** Returns the bid or retreat on its way. */
export const pendingDecision = (outbox: Outbox): Command | null =>
  outbox.find(({ command: { type } }) => type === 'duel.allocate' || type === 'retreat.select')?.command ?? null;

/** Returns whether an offer of a rematch, or an answer to one, is on its way. */
export const pendingRematch = (outbox: Outbox): boolean =>
  outbox.some(({ command: { type } }) => type === 'offer-rematch' || type === 'respond-rematch');

/** Returns a new id. Ids belong to one seat of one game: they must be distinct, not secret. `crypto.randomUUID` is missing on plain http. */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => byte.toString(36).padStart(2, '0')).join('');
}
